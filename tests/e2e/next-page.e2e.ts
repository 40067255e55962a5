import type { Page } from '@playwright/test'
import { startPurchase } from './main-job.ts'
import { expect, test } from './test.ts'

/** Waits until a page at rest has fetched the one that most visitors open next. */
const fetched = (page: Page, path: string) =>
  page.waitForResponse((response) => new URL(response.url()).pathname === path)

/** How the browser came by the document of a page. */
const delivery = (page: Page) =>
  page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    return (navigation as PerformanceNavigationTiming & { deliveryType: string }).deliveryType
  })

test('a page at rest fetches the one that most visitors open next', async ({ page }) => {
  let ahead = fetched(page, '/models/tarn/')
  await page.goto('/')
  await ahead
  ahead = fetched(page, '/build-and-quote/')
  await page.locator('main').getByRole('link', { name: /^Tarn/ }).first().click()
  await page.waitForURL('/models/tarn/')
  expect(await delivery(page)).toBe('navigational-prefetch')
  await ahead
  ahead = fetched(page, '/purchase/')
  await page.locator('main').getByRole('link', { name: 'Build and quote' }).first().click()
  await page.waitForURL('/build-and-quote/**')
  expect(await delivery(page)).toBe('navigational-prefetch')
  await ahead

  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await startPurchase(page)
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeVisible()
  expect(await delivery(page)).toBe('navigational-prefetch')
  // Build and quote handed the car's price over.
  expect(asked.filter((path) => path.startsWith('/api/quote/'))).toEqual([])
})

test('the page of a purchase is the same whatever its address, as it says of itself', async ({
  request,
}) => {
  const [any, ofCar] = await Promise.all(
    ['/purchase/', '/purchase/?kdcd=TN27H-A&quoteId=q-1'].map((path) => request.get(path)),
  )
  expect(any!.headers()['no-vary-search']).toBe('params=("kdcd" "quoteId")')
  // Else Back could show one car, or the quote of a buyer who has signed out, under the address of another.
  expect(await ofCar!.text()).toBe(await any!.text())
})
