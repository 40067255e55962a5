import { arriveSignedIn, callsOf } from './arrange.ts'
import { systemFacesOf } from './faces.ts'
import { pay } from './main-job.ts'
import { expect, test } from './test.ts'

const MIA = 'customer@demo.example'

test.beforeEach(async ({ page, request }) => {
  const { confirmed } = await callsOf(request, MIA)
  await arriveSignedIn(page, MIA)
  await page.goto(`/purchase/#/${await confirmed()}/payment`)
})

test('a declined card can be tried again on the provider’s page', async ({ page }) => {
  await pay(page, 'Decline')
  await expect(page.getByText(/declined/i)).toBeVisible()
  expect(await systemFacesOf(page)).toEqual([])

  await page.getByRole('button', { name: 'Pay successfully' }).click()

  await expect(page).toHaveURL(/\/payment\?statusCode=PAID/)
  await expect(page.getByRole('button', { name: /^Pay deposit/ })).toHaveCount(0)
})

test('a cancelled payment can be started again', async ({ page, expectAccessible }) => {
  await pay(page, 'Cancel')
  await expect(page).toHaveURL(/\/payment\?statusCode=CANCELLED/)
  await expect(page.getByRole('button', { name: /^Pay deposit/ })).toBeEnabled()
  await expectAccessible()

  await pay(page, 'Pay successfully')

  await expect(page).toHaveURL(/\/payment\?statusCode=PAID/)
})

test('a lost notice and a closed page still end in a paid deposit', async ({ page, context }) => {
  const journeyId = /#\/([\w-]+)\//.exec(page.url())![1]!
  await page.getByRole('button', { name: /^Pay deposit/ }).click()
  await expect(page).toHaveURL(/\/demo\/card\//)
  await page.getByText('Simulation').click()
  await page.getByLabel('Notice').selectOption('Never')
  await page.getByLabel('Return').selectOption('Never')
  await page.getByRole('button', { name: 'Pay successfully' }).click()
  // A browser whose last page is closed may be gone before it opens another.
  const later = await context.newPage()
  await page.close()

  await later.goto('/customer/#/agreements')

  const purchase = later.locator('li', { has: later.locator(`a[href*="${journeyId}"]`) }).first()
  await expect(async () => {
    await later.reload()
    await expect(purchase).toContainText('Your deposit has arrived', { timeout: 2_000 })
  }).toPass({ timeout: 40_000 })
})

test('a notice that arrives twice, or before the return, pays once', async ({ page }) => {
  await page.getByRole('button', { name: /^Pay deposit/ }).click()
  await expect(page).toHaveURL(/\/demo\/card\//)
  await page.getByText('Simulation').click()
  await page.getByLabel('Notice').selectOption('Twice')
  await page.getByRole('button', { name: 'Pay successfully' }).click()

  await expect(page).toHaveURL(/\/payment\?statusCode=PAID/)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Pay deposit/ })).toHaveCount(0)
})

// people 23 (decision 71)
test('an online banking payment under review ends when staff decide, whatever this browser remembers', async ({
  page,
  request,
  expectAccessible,
}) => {
  const id = /#\/([\w-]+)\//.exec(page.url())![1]!
  const main = page.getByRole('main')
  await page.getByRole('radio', { name: /^Online banking/ }).check()
  await page.getByRole('button', { name: 'Pay deposit' }).click()
  await page.getByRole('button', { name: 'Leave without a bank receipt' }).click()
  await expect(main).toContainText('We’re checking your payment of $1,000 with the bank.')
  await expect(main.getByText(/^TV-/).first()).toBeVisible()
  await expect(main.getByRole('link', { name: '09 555 0100' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Pay deposit/ })).toHaveCount(0)
  await expectAccessible()

  const staff = await callsOf(request, 'staff@demo.example')
  const paymentId = await staff.paymentInReview(id)
  await staff.post(`/staff/journeys/${id}/payment-reviews`, { paymentId, outcome: 'NOTHING_CAME' })
  // The open page finds out when its buyer comes back to it.
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await expect(main).toContainText('We’ve checked and found no payment')
  await expect(main).toContainText('If your bank shows it as sent, call us before you pay again.')
  await expect(main.getByText(/^TV-/).first()).toBeVisible()
  await expect(main.getByRole('link', { name: '09 555 0100' })).toBeVisible()
  await expectAccessible()
  for (let visit = 0; visit < 3; visit++) {
    await page.reload()
    await expect(page.getByRole('button', { name: /^Pay deposit/ })).toBeVisible()
    await expect(main).toContainText('We’ve checked and found no payment')
  }
  expect(await staff.paymentInReview(id)).toBeNull()
})
