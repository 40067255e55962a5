import type { Page } from '@playwright/test'
import { JOURNEY_UPDATE_INTERVAL_MS } from '#lib/shared/constants.ts'
import { arriveSignedIn, callsOf } from './arrange.ts'
import { FAULTS, inject, underFaults, counted, mailsTo, setUpFaults } from './faults.ts'
import { continueTo, fillAddress, startPurchase } from './main-job.ts'
import { expect, test } from './test.ts'

// §8: offline, 500, 503, an answer that breaks off and one that is lost, at the calls a person makes. What is said is
// the specification's sentence, what was entered stays, and what the server did is not done twice.

setUpFaults()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const MIA = 'customer@demo.example'

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
