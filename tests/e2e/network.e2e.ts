import type { Page } from '@playwright/test'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { JOURNEY_UPDATE_INTERVAL_MS } from '#lib/shared/constants.ts'
import { arriveSignedIn, callsOf } from './arrange.ts'
import {
  closeMessages,
  FAULTS,
  fetchAs,
  inject,
  TOKEN_SENTENCES,
  underFaults,
  type Call,
} from './faults.ts'
import { continueTo, fillAddress, startPurchase } from './main-job.ts'
import { expect, test } from './test.ts'

// §8: offline, 500, 503, an answer that breaks off and one that is lost, at the calls a person makes. What is said is
// the specification's sentence, what was entered stays, and what the server did is not done twice.

test.beforeEach(() => {
  test.info().annotations.push({
    type: 'expected-fault',
    description: 'net::ERR_|responded with a status of 50[03]',
  })
  test.setTimeout(120_000)
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const MIA = 'customer@demo.example'
const counted = async (
  page: Page,
  path: '/customer/:id/quotes' | '/customer/:id/purchase-journeys',
) => {
  const answer = await fetchAs<{ quotes?: unknown[]; purchaseJourneyList?: unknown[] }>(
    page,
    `${path}?limit=200`,
  )
  return (answer.quotes ?? answer.purchaseJourneyList ?? []).length
}
const mailsTo = async (page: Page, email: string) => {
  const answer = await page.request.get(`/api/demo/mail?to=${encodeURIComponent(email)}`)
  return ((await answer.json()) as { messages: { text: string }[] }).messages
}

test('§8 build and quote, and signing in', async ({ page }) => {
  await page.goto('/build-and-quote/?model=tarn')
  await underFaults(page, {
    call: 'POST /quote',
    act: () => button(page, 'Start purchase').click(),
    says: 'We couldn’t start your purchase: ',
    stillThere: () => expect(page).toHaveURL(/build-and-quote/),
  })

  const menu = page.getByRole('banner')
  await menu.getByRole('button', { name: 'Login', exact: true }).click()
  await menu.getByLabel('Email address').fill(MIA)
  await underFaults(page, {
    call: 'POST /auth/token',
    act: () => menu.getByRole('button', { name: 'Next' }).click(),
    sentences: TOKEN_SENTENCES,
    // Every answer below 500 continues, so that nothing about the address is revealed.
    faults: ['offline', '500', '503', 'lost'],
    stillThere: () => expect(menu.getByLabel('Email address')).toHaveValue(MIA),
  })
  await menu.getByRole('button', { name: 'Next' }).click()
  await menu.getByLabel('Password').fill(SAMPLE_PASSWORD)
  await underFaults(page, {
    call: 'POST /auth/token',
    act: () => menu.getByRole('button', { name: 'Login', exact: true }).last().click(),
    says: 'Failed to sign in: ',
    sentences: TOKEN_SENTENCES,
    stillThere: () => expect(menu.getByLabel('Password')).toHaveValue(SAMPLE_PASSWORD),
  })

  // The user who could not be fetched is only logged, and is fetched by the next page.
  const stop = await inject(page, 'GET /me', '500')
  await menu.getByRole('button', { name: 'Login', exact: true }).last().click()
  await expect(page.getByText('Signed in', { exact: true })).toBeVisible()
  await expect(page.locator('.toast')).toHaveCount(1)
  await stop()
  await page.reload()
  await expect(button(page, 'Hi, Mia')).toBeVisible()

  const quotes = await counted(page, '/customer/:id/quotes')
  await underFaults(page, {
    call: 'POST /quote/save',
    act: () => button(page, 'Save quote').click(),
    says: 'We couldn’t save your quote: ',
  })
  await button(page, 'Save quote').click()
  await expect(page.getByText('Your quote is saved under My Quotes.')).toBeVisible()
  expect(await counted(page, '/customer/:id/quotes')).toBe(quotes + 1)

  const mails = (await mailsTo(page, MIA)).length
  await underFaults(page, {
    call: 'POST /quote/email',
    act: () => button(page, 'Email quote').click(),
    says: 'Your quote is saved, but we couldn’t email it: ',
  })
  await button(page, 'Email quote').click()
  await expect(page.getByText('on its way to', { exact: false }).first()).toBeVisible()
  await expect.poll(async () => (await mailsTo(page, MIA)).length).toBe(mails + 1)
  expect(await counted(page, '/customer/:id/quotes')).toBe(quotes + 1)
})

test('§8 the customer area, and signing out', async ({ page }) => {
  await arriveSignedIn(page, MIA)

  const reads: [route: string, call: Call, heading: string][] = [
    ['quotes', 'GET /customer/:id/quotes', 'We couldn’t load your quotes'],
    ['agreements', 'GET /customer/:id/purchase-journeys', 'We couldn’t load your purchases'],
    ['profile', 'GET /customer/:id/account', 'We couldn’t load the rest of your profile'],
  ]
  for (const [route, call, heading] of reads) {
    await page.goto('/terms/')
    await underFaults(page, {
      call,
      // The sentence of each fault is the client's, and told of every call in its own test.
      faults: ['503', 'lost'],
      // The address has to change for the page to be loaded.
      act: () => page.goto(`/customer/?${crypto.randomUUID()}#/${route}`),
      stillThere: () => expect(page.getByText(heading)).toBeVisible(),
    })
    await button(page, 'Try again').click()
    await expect(page.getByText(heading)).toBeHidden()
  }

  const workPhone = page.getByLabel('Work phone')
  await workPhone.fill('09 555 0188')
  await underFaults(page, {
    call: 'PATCH /customer/:id',
    act: () => button(page, 'Save profile').click(),
    stillThere: () => expect(workPhone).toHaveValue(/09 555 0188/),
  })
  await button(page, 'Save profile').click()
  await expect(page.getByText('Your profile is saved')).toBeVisible()
  await closeMessages(page)

  // Here and at once, whatever the server says (§8: a toast).
  const stop = await inject(page, 'POST /auth/revoke', '503')
  await button(page, 'Hi, Mia').click()
  await button(page, 'Log out').click()
  await expect(
    page.getByText(
      'Failed to sign out: The system is currently unavailable, please try again in a couple of minutes.',
    ),
  ).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await stop()
})

test('§8 the staff area', async ({ page }) => {
  await arriveSignedIn(page, 'staff@demo.example')
  await page.goto('/staff/#/search')
  const search = page.getByRole('main')
  await search.getByRole('combobox', { name: 'Search by' }).selectOption('Email')
  await search.getByLabel('Search', { exact: true }).fill(MIA)
  await underFaults(page, {
    call: 'GET /customers/search',
    act: () => search.getByRole('button', { name: 'Search', exact: true }).click(),
    stillThere: () => expect(search.getByLabel('Search', { exact: true })).toHaveValue(MIA),
  })
  await search.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(search.getByText(MIA)).toBeVisible()
  await underFaults(page, {
    call: 'POST /staff/acting',
    act: () => search.getByRole('button', { name: 'Select' }).first().click(),
    says: 'Failed to sign in to the customer account: ',
    stillThere: () => expect(page.getByText('Acting for Mia Harris')).toBeHidden(),
  })
  await search.getByRole('button', { name: 'Select' }).first().click()
  await expect(page.getByText('Acting for Mia Harris').first()).toBeVisible()
})

test('§8 a purchase, from its start to its payment', async ({ page }) => {
  await page.clock.install()
  await arriveSignedIn(page, MIA)
  await page.goto('/build-and-quote/?model=cove')
  await expect(button(page, 'Hi, Mia')).toBeVisible()
  const journeys = await counted(page, '/customer/:id/purchase-journeys')
  const noCopy = await inject(page, 'POST /quote/:id/copy', '500')
  await startPurchase(page)
  await expect(page.getByText('There’s been a problem, please try again later.')).toBeVisible()
  await noCopy()
  // Late sign-in makes the page retry: wait for that retry before the next fault.
  const reload = async () => {
    const known = page.waitForResponse(/\/api\/me$/)
    await page.reload()
    await known
  }
  const create = 'POST /customer/:id/purchase-journeys'
  // The page may retry between two faults: no purchase is created before the last.
  const notYet = await inject(page, create, '500')
  await underFaults(page, { call: 'POST /quote/:id/copy', act: reload, faults: ['503', 'lost'] })
  await underFaults(page, { call: 'GET /quote/:id', act: reload, faults: ['offline', 'garbled'] })
  await underFaults(page, { call: create, act: reload, faults: ['offline', '500', '503'] })
  await expect(page).toHaveURL(/#\/new-quote\//)
  // Made, but its answer lost: the purchase is found again by its quote.
  const noAnswer = await inject(page, create, 'lost')
  await notYet()
  await page.reload()
  await expect(page).toHaveURL(/purchase\/#\/[\w-]{20,}\//)
  await noAnswer()
  expect(await counted(page, '/customer/:id/purchase-journeys')).toBe(journeys + 1)

  await underFaults(page, {
    call: 'GET /purchase-journey/:id',
    act: reload,
    faults: ['500', '503', 'lost'],
    says: 'An error occurred while fetching your purchase details: ',
    stillThere: () => expect(page.getByText('We couldn’t open this purchase')).toBeVisible(),
  })
  await button(page, 'Try again').click()
  await photographTradeIn(page)
  await continueTo(page, /owner-details\/confirmation/)
  await fillAddress(page)
  // Changes are sent at most once in five seconds.
  const goOn = async () => {
    await button(page, 'Continue').click()
    await page.clock.fastForward(JOURNEY_UPDATE_INTERVAL_MS)
  }
  await underFaults(page, {
    call: 'PATCH /purchase-journey/:id',
    act: goOn,
    says: 'An error occurred while updating your purchase: ',
    // The page retries, and reports it once.
    faults: ['503'],
    stillThere: () => expect(page.getByLabel('Street address')).toHaveValue('12 Ponsonby Road'),
  })
  await goOn()
  await expect(page).toHaveURL(/\/confirm$/)
  const journeyId = /#\/([^/]+)\//.exec(page.url())![1]!

  await page.getByLabel('I accept the terms and conditions').check()
  await page.getByLabel('Full name').fill('Mia Harris')
  await underFaults(page, {
    call: 'POST /purchase-journey/:id/confirm-purchase',
    act: () => button(page, 'Confirm purchase').click(),
    stillThere: () => expect(page.getByLabel('Full name')).toHaveValue('Mia Harris'),
  })
  await button(page, 'Confirm purchase').click()
  await expect(page).toHaveURL(/\/payment/)
  const confirmations = (await mailsTo(page, MIA)).filter(({ text }) => text.includes(journeyId))
  expect(confirmations).toHaveLength(1)

  const pay = page.getByRole('button', { name: /^Pay deposit/ })
  await underFaults(page, { call: 'POST /stripe/start', act: () => pay.click() })
  await pay.click()
  await expect(page).toHaveURL(/\/demo\/card\//)
  const [first, ...others] = FAULTS
  const stop = await inject(page, 'POST /stripe/check', first!)
  await page.getByRole('button', { name: 'Pay successfully' }).click()
  await expect(page.getByText('We couldn’t check with the payment provider')).toBeVisible()
  await stop()
  await underFaults(page, {
    call: 'POST /stripe/check',
    act: () => button(page, 'Check again').click(),
    faults: others,
  })
  await button(page, 'Check again').click()
  await expect(page.getByText('We couldn’t check with the payment provider')).toBeHidden()
  await expect(page.getByRole('main')).toContainText('Your deposit is paid')
})

/** A photo whose answer was lost is sent again, and is one photo. */
async function photographTradeIn(page: Page) {
  await page.getByRole('link', { name: 'Trade-in' }).click()
  await button(page, 'Add a vehicle').click()
  await page.getByLabel('Registration').fill('TOI101')
  await button(page, 'Look up').click()
  await expect(page.getByText(/^Found: /)).toBeVisible()
  await page.getByLabel('Odometer (km)').fill('61000')
  await page.getByLabel('Money owing').fill('0')
  await button(page, 'Add vehicle').click()
  await expect(button(page, 'Add photos of TOI101')).toBeVisible()
  const photo = { name: 'front.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') }
  await underFaults(page, {
    call: 'POST /purchase-journey/:id/trade-in-photos',
    act: () => page.locator('input[type=file]').first().setInputFiles(photo),
    faults: ['lost'],
    stillThere: () => expect(page.getByText('1 photo not sent.')).toBeVisible(),
  })
  await button(page, 'Try again to send front.png').click()
  await expect(page.getByText('1 photo sent.')).toBeVisible()
  await expect(page.getByRole('img', { name: /^Photo \d of TOI101$/ })).toHaveCount(1)
}

/** The smallest picture that a browser can read. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('§7 a slow confirmation and a slow payment say that they are still working', async ({
  page,
  request,
}) => {
  const { started } = await callsOf(request, MIA)
  await page.clock.install()
  await arriveSignedIn(page, MIA)
  await page.goto(`/purchase/#/${(await started()).id}/confirm`)
  await page.getByLabel('I accept the terms and conditions').check()
  await page.getByLabel('Full name').fill('Mia Harris')
  for (const [call, label] of [
    ['**/confirm-purchase', 'Confirm purchase'],
    ['**/stripe/start', 'Pay deposit'],
  ] as const) {
    let goOn = () => {}
    const held = new Promise<void>((done) => (goOn = done))
    await page.route(call, async (route) => {
      await held
      await route.continue()
    })
    const main = button(page, label)
    await main.click()
    await page.clock.fastForward(9_000)
    await expect(page.getByText('Still working. Please keep this page open.')).toBeHidden()
    await page.clock.fastForward(1_500)
    await expect(page.getByText('Still working. Please keep this page open.')).toBeVisible()
    // Nothing offers to give it up (decision 49), and the button does nothing twice.
    await expect(main).toHaveAttribute('aria-disabled', 'true')
    await expect(page.getByRole('button', { name: /cancel|stop/i })).toHaveCount(0)
    goOn()
    await expect(page).toHaveURL(label === 'Confirm purchase' ? /\/payment/ : /\/demo\/card\//)
  }
})

test('§8 a part of the page that failed to load is loaded again automatically', async ({
  page,
}) => {
  let tries = 0
  const PART = /_astro\/MenuPanel[^/]*\.js$/
  await page.route(PART, async (route) => {
    tries++
    if (tries > 2) await route.continue()
    else await route.abort()
  })
  await page.goto('/privacy/')
  await button(page, 'Login').click()
  const email = page.getByRole('banner').getByLabel('Email address')
  const tryAgain = page.getByRole('banner').getByRole('button', { name: 'Try again' })
  await expect(email.or(tryAgain)).toBeVisible()
  // A browser that remembers failed imports (Chromium 150 does) needs the page reloaded.
  const remembers = await tryAgain.isVisible()
  if (remembers) {
    await page.unroute(PART)
    await tryAgain.click()
    await button(page, 'Login').click()
  }
  await expect(email).toBeVisible()
  expect(remembers || tries === 3).toBe(true)
})
