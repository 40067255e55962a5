import { arriveSignedIn, callsOf } from './arrange.ts'
import { expect, expectNoSidewaysScroll, test } from './test.ts'

const MIA = 'customer@demo.example'
const STAFF = 'staff@demo.example'

test('a trade-in worth more than the deposit of a loan is in every sum', async ({ page }) => {
  const mia = await callsOf(page.request, MIA)
  const { id } = await mia.started({ payOption: 'FINANCE' })
  const { tradeInformation } = await mia.tradeIn(id, 'APPRAISAL')
  const staff = await callsOf(page.request, STAFF)
  const vehicleId = tradeInformation.vehicles[0]!.id
  await staff.post(`/staff/journeys/${id}/trade-in-offers`, { vehicleId, offerCents: 1_130_000 })
  await mia.tradeIn(id, 'ACCEPT')

  await arriveSignedIn(page, MIA)
  await page.goto(`/purchase/#/${id}/trade-in`)
  await expect(page.getByText('Your trade-in is worth more than your deposit')).toBeVisible()
  await page.getByText('Leave my deposit').click()
  await expect(page.getByText('We pay you at hand-over').first()).toBeAttached()
  await page.getByText('Put all of it towards the car').click()
  await expect(page.getByText('We pay you at hand-over')).toHaveCount(0)
  await expectNoSidewaysScroll(page, 'Trade-in')
  await page.goto(`/purchase/#/${id}/confirm`)
  await expect(page.getByText('Nothing to pay when you confirm').first()).toBeAttached()
})

test('an offer that comes after confirming is accepted on an open page', async ({ page }) => {
  const mia = await callsOf(page.request, MIA)
  const purchase = await mia.started()
  const { tradeInformation } = await mia.tradeIn(purchase.id, 'APPRAISAL')
  await mia.confirm(purchase)
  await arriveSignedIn(page, MIA)
  await page.goto(`/purchase/#/${purchase.id}/payment`)
  await expect(
    page
      .getByText('Appraisal requested. Our team will appraise your car and email you an offer')
      .first(),
  ).toBeVisible()

  const staff = await callsOf(page.request, STAFF)
  const vehicleId = tradeInformation.vehicles[0]!.id
  const offer = { vehicleId, offerCents: 1_500_000 }
  await staff.post(`/staff/journeys/${purchase.id}/trade-in-offers`, offer)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.getByRole('button', { name: 'Accept $15,000' }).click()
  await expect(page.getByText('You accepted $15,000.')).toBeVisible()
  await expectNoSidewaysScroll(page, 'Payment')
  await page.goto(`/purchase/#/${purchase.id}/complete`)
  await page.goto('/customer/#/agreements')
  await page.getByText('Delivery, payments and documents').first().click()
  await expect(page.getByText('Your trade-in').first()).toBeVisible()
})

test('a reload leaves the forms of a trade-in and of a new account as they were typed', async ({
  page,
}) => {
  await page.goto('/customer/#/create')
  await page.getByLabel('First name').fill('Aroha')
  await page.getByLabel('Password').fill('a very long secret')
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Aroha')
  await expect(page.getByLabel('Password')).toHaveValue('')

  const mia = await callsOf(page.request, MIA)
  const { id } = await mia.started()
  await arriveSignedIn(page, MIA)
  await page.goto(`/purchase/#/${id}/trade-in`)
  await page.getByRole('button', { name: 'Add a vehicle' }).click()
  await page.getByLabel('Registration').fill('TOI101')
  await page.getByRole('button', { name: 'Look up' }).click()
  await expect(page.getByText('Guide value')).toBeVisible()
  const before = await page.getByText('Guide value').textContent()
  await page.getByLabel('Odometer').fill('198000')
  await expect(page.getByText('Guide value')).not.toHaveText(before!)
  const guide = await page.getByText('Guide value').textContent()
  await page.getByLabel('Model').fill('Ridge')
  await page.reload()
  await expect(page.getByText('Guide value')).toHaveText(guide!)
  await expect(page.getByText('this car has an outstanding recall')).toBeVisible()
  await expect(page.getByLabel('Registration')).toHaveValue('TOI101')
  await expect(page.getByLabel('Model')).toHaveValue('Ridge')
})
