import { expect, expectNoSidewaysScroll, test } from './test.ts'

test('the car behind a plate goes with the visitor to a model and the builder', async ({
  page,
}) => {
  await page.goto('/')
  const plate = page.getByRole('textbox', { name: 'What do you drive now?' })
  await plate.fill('TOI101')
  await page.getByRole('button', { name: 'See its value' }).click()
  await expect(page.getByRole('heading', { name: '2021 Tarvane Cove' }).first()).toBeVisible()
  await expect(page.getByText('$14,850 to $17,820')).toBeVisible()
  await expectNoSidewaysScroll(page, 'Home')

  await page.getByRole('listitem').getByRole('link', { name: 'Tarn', exact: true }).last().click()
  await expect(
    page.getByText(/^With your 2021 Tarvane Cove: from \$[\d.]+ a week, or \$[\d,]+ in cash$/),
  ).toBeVisible()
  await page.goto('/build-and-quote/?kdcd=TN27H-A&pay=LOANCLASIC')
  await expect(page.getByText(/^With your 2021 Tarvane Cove: from \$/)).toBeVisible()

  await page.goto('/')
  await page.getByRole('button', { name: 'Forget this car' }).click()
  await page.goto('/models/tarn/')
  await expect(page.getByText(/^With your 2021/)).toBeHidden()
})
