import { expect, test } from './test.ts'

test('a car is found by seats and towing, compared and built', async ({
  page,
  expectAccessible,
}) => {
  await page.goto('/')
  const form = page.getByRole('form', { name: 'Find your car' })
  await form.getByLabel('Powertrain').selectOption({ label: 'Electric' })
  await form.getByRole('button', { name: 'Show cars' }).click()

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
  await expect(page.getByText(/^No car matches all your choices/)).toBeVisible()
  await page.getByRole('button', { name: /Without “Minimum towing: 3,500 kg”/ }).click()
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(2)
  await expect(page.getByLabel('Minimum towing')).toBeFocused()

  // A grade leads to its place on its model’s page.
  await page.getByRole('link', { name: 'Current Long Range Plus', exact: true }).click()
  await expect(
    page.locator('#CU27L').getByRole('link', { name: 'Build this one' }),
  ).toBeInViewport()
  await page.goBack()

  // A weekly payment is what the builder opens with.
  await page.getByRole('link', { name: /Build and quote the Current Standard Range/ }).click()
  await expect(page.getByRole('radio', { name: /Classic loan/ })).toBeChecked()

  await page.goBack()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await expect(page).toHaveURL(/\/models\/$/)
  await expect(page.getByRole('heading', { name: 'Moraine', exact: true })).toBeVisible()
})

test('a payment over a longer term, or with the car driven now, finds more cars', async ({
  page,
  expectAccessible,
}) => {
  await page.goto('/models/?weekly=25000&towing=1000')
  await expect(page.getByText(/^No car matches all your choices/)).toBeVisible()
  await expect(
    page.getByText('Tarn 1.5 Pure: $258 a week over 36 months, $202.31 over 48, $169.07 over 60'),
  ).toBeVisible()
  await expectAccessible()

  await page.getByRole('button', { name: 'Over 48 months: 1 car' }).click()
  await expect(page).toHaveURL(/term=48/)
  await expect(page.getByLabel('Loan term')).toBeFocused()
  const card = page.getByRole('listitem').filter({ hasText: 'Build and quote the Tarn 1.5 Pure' })
  await expect(card.getByText('$202.31')).toBeVisible()
  await expect(card.getByText(/^8\.95% a year for 48 months/)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Loan term')).toHaveValue('48')
  // The term goes on to the builder, with a payment or without.
  await page.getByLabel('Weekly payment up to').selectOption({ label: 'Any' })
  await expect(card.getByRole('link', { name: /^Build and quote/ })).toHaveAttribute(
    'href',
    /pay=LOANCLASIC&term=48/,
  )

  // The car that the home page was told about counts, too.
  await page.evaluate(() => {
    const car = {
      registration: 'TOI101',
      make: 'TARVANE',
      model: 'COVE',
      year: 2021,
      fuelType: 'PETROL',
      usualKm: 58_000,
      wofExpiry: null,
      licenceExpiry: null,
      powerKw: null,
      economy: null,
      openRecalls: [],
      guide: { lowCents: 1_485_000, highCents: 1_782_000 },
      odometerKm: 58_000,
      answers: {},
      foundAtMs: Date.now(),
    }
    localStorage.setItem('my-car:1', JSON.stringify(car))
  })
  await page.goto('/models/?weekly=25000&towing=1000')
  await expect(page.getByText(/^Weekly payments count your 2021 Tarvane Cove for \$/)).toBeVisible()
  await expect(card.getByText('a week (estimate)')).toBeVisible()
})

test('on a phone more choices open without a wider page', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/models/')
  await page.getByText('More choices').click()
  await expect(page.getByLabel('Minimum boot space')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
