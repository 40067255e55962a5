import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import {
  configureTarn,
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
import { expect, test } from './test.ts'

test('a new buyer goes from the home page to a paid deposit', async ({
  page,
  expectAccessibleAtEveryWidth: look,
  context,
}) => {
  // Eleven looks with axe on the way.
  test.setTimeout(120_000)
  const buyer = newBuyer()
  await configureTarn(page)
  await look()
  await startPurchase(page)
  await look()

  await test.step('another way to pay is looked at within the purchase', async () => {
    await page.getByRole('button', { name: 'Change how you pay' }).click()
    const steps = page.getByRole('navigation', { name: 'Purchase steps' })
    const payOption = page.getByRole('group', { name: 'Pay option' })
    await payOption.getByRole('radio', { name: 'Finance', exact: true }).check()
    await payOption.getByRole('radio', { name: 'Classic loan' }).check()
    await expect(steps).toContainText('Finance pre-approval')
    await look()
    await payOption.getByRole('radio', { name: 'Cash', exact: true }).check()
    await expect(steps).not.toContainText('Finance pre-approval')
  })

  await continueTo(page, /owner-details\/contact-details/)
  await look()
  await enterContactDetails(page, buyer)
  await look()
  await verify(page, buyer)
  await look()

  await test.step('confirm the owner details', async () => {
    await fillAddress(page)
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page).toHaveURL(/\/confirm$/)
  })

  await look()
  await confirmPurchase(page, buyer)
  await look()
  await pay(page, 'Pay successfully')
  await expect(page).toHaveURL(/\/payment\?statusCode=PAID/)
  await expect(page.getByRole('main')).toContainText('$1,000')
  await look()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page).toHaveURL(/\/complete$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await look()

  await test.step('the purchase is under My Purchases', async () => {
    await page.goto('/customer/#/agreements')
    await expect(page.getByRole('heading', { level: 1, name: 'My Purchases' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Tarn')
    await look()
  })

  await test.step('staff find the customer', async () => {
    const staff = await context.browser()!.newContext()
    const desk = await staff.newPage()
    await desk.goto(new URL('/staff/#/search', page.url()).href)
    await signIn(desk, 'staff@demo.example', SAMPLE_PASSWORD)
    await expect(desk.getByText('Hello Sam')).toBeVisible()
    await desk.getByRole('combobox', { name: 'Search by' }).selectOption('Email')
    await desk.getByRole('main').getByLabel('Search', { exact: true }).fill(buyer.email)
    await desk.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
    await expect(desk.getByRole('main')).toContainText(buyer.email)
    await desk.getByRole('button', { name: 'Select' }).first().click()
    await desk
      .getByRole('banner')
      .getByRole('button', { name: `Hi, ${buyer.firstName}` })
      .click()
    await expect(desk.getByText('You are currently signed in to a customer account.')).toBeVisible()
    await staff.close()
  })
})
