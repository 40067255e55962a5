import { expect, test } from './test.ts'

test('a car is found by seats and towing, compared and built', async ({
  page,
  expectAccessible,
}) => {
  await page.goto('/')
  const form = page.getByRole('form', { name: 'Find your car' })
  await form.getByLabel('Powertrain').selectOption({ label: 'Electric' })
  await form.getByRole('button', { name: 'Find your car' }).click()

  // The home page’s choice comes along, and can be refined.
  await expect(page).toHaveURL(/\/models\/\?.*powertrain=EV/)
  await expect(page.getByRole('status').filter({ hasText: 'cars have' })).toHaveText(/^4 cars/)
  await page.getByLabel('Weekly payment up to').selectOption({ label: '$375' })
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    'Current Standard Range',
    'Current Long Range Plus',
  ])
  await expect(
    page
      .getByText(/^Ready .+, if you order today\.$/)
      .locator('visible=true')
      .first(),
  ).toBeVisible()
  await expectAccessible()

  // The address can be shared.
  await page.reload()
  await expect(page.getByLabel('Powertrain')).toHaveValue('EV')
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(2)
  const compare = await page.getByRole('link', { name: 'Compare them' }).getAttribute('href')
  expect(compare).toMatch(/\/compare\/\?car=CU27S&car=CU27L$/)

  // What nothing has says which choice to leave out.
  await page.getByText('More choices').click()
  await page.getByLabel('Minimum towing').selectOption({ label: '3,500 kg' })
  await expect(page.getByText(/^No car has everything you chose/)).toBeVisible()
  await page.getByRole('button', { name: /Without “Minimum towing 3,500 kg”/ }).click()
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(2)
  await expect(page.getByLabel('Minimum towing')).toBeFocused()

  // A weekly payment is what the builder opens with.
  await page.getByRole('link', { name: /Build and quote the Current Standard Range/ }).click()
  await expect(page.getByRole('radio', { name: /Classic loan/ })).toBeChecked()

  await page.goBack()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page).toHaveURL(/\/models\/$/)
  await expect(page.getByRole('heading', { name: 'Moraine', exact: true })).toBeVisible()
})
