import type { Page } from '@playwright/test'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { JOURNEY_UPDATE_INTERVAL_MS } from '#lib/shared/constants.ts'
import { arriveSignedIn, callsOf } from './arrange.ts'
import {
  configureTarn,
  confirmAndPayThroughKills,
  confirmPurchase,
  continueTo,
  enterContactDetails,
  fillAddress,
  newBuyer,
  pay,
  signIn,
  startPurchase,
  verify,
} from './main-job.ts'
import { Storefront } from './server.ts'
import { expect, test } from './test.ts'

const MIA = 'customer@demo.example'

/** The page as it was: same address, same heading, same price. */
async function reloadAndCompare(page: Page): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 })
  // What the page is called until the purchase is open.
  await expect(heading).not.toHaveText('Your purchase')
  const before = { url: page.url(), heading: await heading.textContent() }
  await page.reload()
  await expect(heading).toHaveText(before.heading ?? '')
  expect(page.url()).toBe(before.url)
  await expect(page.getByText('$47,439').first()).toBeAttached()
}

// The whole purchase on a desk, as `main-job.e2e.ts` has it on a phone.
test('a reload at each step loses nothing', async ({ page }) => {
  const buyer = newBuyer()
  await configureTarn(page)
  await page.reload()
  await expect(page.getByLabel('Drive-away price').first()).toHaveText(/\$47,439/)
  await startPurchase(page)
  await reloadAndCompare(page)
  await page.getByRole('link', { name: 'Quote', exact: true }).click()
  await reloadAndCompare(page)
  await continueTo(page, /\/trade-in$/)
  await reloadAndCompare(page)
  await continueTo(page, /contact-details/)
  await page.getByLabel('First name').fill(buyer.firstName)
  await page.getByLabel('Last name').fill(buyer.lastName)
  await reloadAndCompare(page)
  await expect(page.getByLabel('First name')).toHaveValue(buyer.firstName)
  await enterContactDetails(page, buyer)
  await reloadAndCompare(page)
  await verify(page, buyer)
  await reloadAndCompare(page)
  await fillAddress(page)
  await reloadAndCompare(page)
  await expect(page.getByLabel('Street address')).toHaveValue('12 Ponsonby Road')
  await fillAddress(page)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page).toHaveURL(/\/confirm$/)
  await reloadAndCompare(page)
  await confirmPurchase(page, buyer)
  await reloadAndCompare(page)
  await pay(page, 'Pay successfully')
  await expect(page).toHaveURL(/statusCode=PAID/)
  await reloadAndCompare(page)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page).toHaveURL(/\/complete$/)
  await reloadAndCompare(page)
})

test('a browser that was closed goes on where it was', async ({ page, context }) => {
  const buyer = newBuyer()
  await page.goto('/build-and-quote/?model=tarn')
  await startPurchase(page)
  await continueTo(page, /contact-details/)
  await enterContactDetails(page, buyer)
  const address = page.url()
  await page.close()

  const later = await context.newPage()
  await later.goto(address)

  await expect(later.getByLabel('Verification code')).toBeVisible()
  await verify(later, buyer)
})

test('a second tab sees the same purchase, and signing out reaches it', async ({
  page,
  context,
}) => {
  await arriveSignedIn(page, 'company@demo.example')
  await page.goto('/build-and-quote/?model=current')
  await startPurchase(page)
  await continueTo(page, /owner-details\/confirmation/)
  const second = await context.newPage()
  await second.goto(page.url())
  await expect(second.getByRole('heading', { level: 1 })).toHaveText(
    (await page.getByRole('heading', { level: 1 }).textContent()) ?? '',
  )

  await second.getByRole('button', { name: /^Hi, / }).click()
  await second.getByRole('button', { name: 'Log out' }).click()

  await expect(page.getByRole('button', { name: 'Login', exact: true }).first()).toBeVisible()
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(kept).not.toContain('company@demo.example')
  expect(kept).not.toContain('access_token":"')
})

test('a returning customer is greeted, without a hydration error', async ({ page, context }) => {
  await page.goto('/')
  await signIn(page, MIA, SAMPLE_PASSWORD)

  for (const path of ['/', '/models/tarn/', '/build-and-quote/', '/customer/#/agreements']) {
    const later = await context.newPage()
    await later.goto(path)
    await expect(later.getByRole('button', { name: 'Hi, Mia' })).toBeVisible()
    await later.close()
  }
})

test('a killed process has lost nothing that was acknowledged', async ({ browser }) => {
  // From the first step on, with a kill at each, by `npm run test:journeys`.
  const storefront = await Storefront.start()
  const context = await browser.newContext({ baseURL: storefront.url, locale: 'en-NZ' })
  const page = await context.newPage()
  const { started } = await callsOf(context.request, MIA)
  const { id } = await started()
  await arriveSignedIn(page, MIA)
  await page.goto(`/purchase/#/${id}/confirm`)
  await expect(page.getByLabel('Full name')).toBeVisible()
  await confirmAndPayThroughKills(page, storefront, { firstName: 'Mia', lastName: 'Harris' })

  await context.close()
  await storefront.stop()
})

test('a lost connection keeps what was typed, and says so', async ({ page, context }) => {
  test.info().annotations.push({ type: 'expected-fault', description: 'ERR_INTERNET_DISCONNECTED' })
  await page.clock.install()
  await arriveSignedIn(page, MIA)
  await page.goto('/build-and-quote/?model=estuary')
  await startPurchase(page)
  await continueTo(page, /owner-details\/confirmation/)
  await fillAddress(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText(/couldn’t reach the server/i).first()).toBeVisible()
  await expect(page.getByLabel('Street address')).toHaveValue('12 Ponsonby Road')

  await context.setOffline(false)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  // Changes are sent at most once per interval.
  await page.clock.fastForward(JOURNEY_UPDATE_INTERVAL_MS)

  await expect(page).toHaveURL(/\/confirm$/)
})

test('confirming in two tabs at once confirms once', async ({ page, context, request }) => {
  const { started } = await callsOf(request, MIA)
  const { id: journeyId } = await started()
  await arriveSignedIn(page, MIA)
  const second = await context.newPage()
  for (const tab of [page, second]) {
    await tab.goto(`/purchase/#/${journeyId}/confirm`)
    await expect(tab.getByLabel('Full name')).toBeVisible()
  }

  const mia = { firstName: 'Mia', lastName: 'Harris' }
  const both = await Promise.allSettled([confirmPurchase(page, mia), confirmPurchase(second, mia)])
  // The second may be told that the purchase has changed in the meantime, and look again.
  expect(both.map(({ status }) => status)).toContain('fulfilled')

  const answer = await page.request.get('/api/demo/mail?to=customer@demo.example')
  const { messages } = (await answer.json()) as { messages: { text: string }[] }
  expect(messages.filter(({ text }) => text.includes(journeyId))).toHaveLength(1)
})
