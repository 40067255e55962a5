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
  const scripts = page.waitForResponse(/_astro\/purchase-page\./)
  await page.locator('main').getByRole('link', { name: 'Build and quote' }).first().click()
  await page.waitForURL('/build-and-quote/**')
  expect(await delivery(page)).toBe('navigational-prefetch')
  // Its page has the car and the quote in its address, so that only its scripts can be fetched ahead.
  await scripts

  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await startPurchase(page)
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeVisible()
  // Build and quote handed the car's price over.
  expect(asked.filter((path) => path.startsWith('/api/quote/'))).toEqual([])
})
