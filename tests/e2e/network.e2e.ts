import type { Page } from '@playwright/test'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { arriveSignedIn } from './arrange.ts'
import {
  closeMessages,
  inject,
  TOKEN_SENTENCES,
  underFaults,
  type Call,
  counted,
  mailsTo,
  setUpFaults,
} from './faults.ts'
import { expect, test } from './test.ts'

// §8: offline, 500, 503, an answer that breaks off and one that is lost, at the calls a person makes. What is said is
// the specification's sentence, what was entered stays, and what the server did is not done twice.

setUpFaults()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const MIA = 'customer@demo.example'

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

test('§8 a part of the page that failed to load is loaded again automatically', async ({
  page,
}) => {
  let tries = 0
  const PART = /_astro\/menu[^/]*\.js$/
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
