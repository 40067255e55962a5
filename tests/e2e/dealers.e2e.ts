import { expect, test } from './test.ts'

const names = '[data-dealers] h2'

test('a dealer is found by region, postcode and place, and says when it is open there', async ({
  page,
  context,
}) => {
  // Labour Day, a Monday, at 10 in the morning in New Zealand.
  await page.clock.setFixedTime('2026-10-25T21:00:00Z')
  await page.goto('/dealers/')
  const shown = page.locator(names).filter({ visible: true })
  await expect(shown).toHaveCount(10)
  await expect(page.getByText('Closed today for Labour Day. Opens tomorrow at 8 am')).toHaveCount(
    10,
  )

  await page.getByLabel('Region').selectOption('Auckland')
  await expect(shown).toHaveText(['Ponsonby Ridge Tarvane', 'Wairau Valley Tarvane'])

  const postcode = page.getByLabel('Postcode')
  await postcode.fill('12')
  await postcode.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'four-digit' })).toBeVisible()
  await expect(postcode).toBeFocused()
  await postcode.fill('9300')
  await postcode.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'from Queenstown' })).toBeVisible()
  await expect(shown).toHaveCount(10)
  await expect(shown.first()).toHaveText('Otago Tarvane')
  await expect(page.getByText('about 170 km')).toBeVisible()

  await page.getByRole('button', { name: 'Use my location' }).click()
  await expect(page.getByText('Your browser didn’t share your location')).toBeVisible()
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: -37.66, longitude: 176.2 })
  await page.getByRole('button', { name: 'Use my location' }).click()
  await expect(shown.first()).toHaveText('Bayside Tarvane Tauranga')
  await expect(page.getByText('under 5 km')).toBeVisible()

  const map = page.getByRole('group', { name: 'Map of our dealers' })
  await map.getByRole('link', { name: 'Dunedin' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Otago Tarvane')
  await expect(page.getByText('Closed today for Labour Day')).toBeVisible()
  await expect(page.getByText('Closed on Monday 26 October (Labour Day).')).toBeVisible()
})

test('the home page finds the nearest dealer by postcode', async ({ page }) => {
  await page.goto('/')
  await page.getByLabel('Your postcode').fill('9300')
  await page.getByRole('button', { name: 'Find a dealer' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'from Queenstown' })).toBeVisible()
  await expect(page.locator(names).first()).toHaveText('Otago Tarvane')
})

test('without JavaScript the dealers are complete and their filter works', async ({
  browser,
  storefront,
}) => {
  const context = await browser.newContext({ baseURL: storefront.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/dealers/')
  const dealers = page.locator('[data-dealers] > li').filter({ visible: true })
  await expect(dealers).toHaveCount(10)
  await expect(dealers.first()).toContainText('118 Port Road, Whangārei 0110')
  await expect(dealers.first()).toContainText('8 am to 5:30 pm')
  await expect(page.getByLabel('Postcode')).toBeHidden()
  await page.getByLabel('Region').selectOption('Otago')
  await expect(dealers).toHaveCount(1)
  await context.close()
})
