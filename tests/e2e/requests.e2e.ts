import type { Page } from '@playwright/test'
import { arriveSignedIn, callsOf } from './arrange.ts'
import { expect, test } from './test.ts'

/** The most that a phone without a cache asks for as a page opens (docs/performance.md). */
const PAGES: [path: string, most: number][] = [
  // With photographs.
  ['/', 20],
  ['/models/tarn/', 20],
  ['/models/cove/', 15],
  ['/offers/', 15],
  ['/dealers/', 15],
  ['/recalls/', 15],
  ['/build-and-quote/', 20],
]
const AREAS: [path: string, email: string, most: number][] = [
  ['/customer/', 'company@demo.example', 20],
  // By a quote, and by a car.
  ['/purchase/', 'customer@demo.example', 20],
  ['/purchase/?kdcd=TN27H-A', 'customer@demo.example', 20],
  ['/staff/', 'staff@demo.example', 20],
]

const SCREEN = { width: 412, height: 823 }
/** On the screen of a desk a browser chooses photographs for the desk before it has read the page's width. */
const PHONE = { viewport: SCREEN, screen: SCREEN, deviceScaleFactor: 1.75, isMobile: true }
test.use(PHONE)

/** What a page asks for until it is at rest. What it fetches ahead from then on, which it marks, isn't counted. */
async function askedBy(page: Page, path: string): Promise<string[]> {
  const asked: { url: string; atMs: number }[] = []
  page.on('request', (request) => asked.push({ url: request.url(), atMs: Date.now() }))
  // On a slower network Chromium fetches pictures ahead that are four screens further down.
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 20, downloadThroughput: 2_000_000, uploadThroughput: 2_000_000 },
    connectionType: 'cellular4g',
  })
  await page.goto(path)
  if (path.startsWith('/purchase/'))
    // What the next step needs is fetched a second later.
    await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeVisible()
  else await atRest(asked)
  const aheadAtMs = await page.evaluate(() => {
    const [mark] = performance.getEntriesByName('next step')
    return mark ? performance.timeOrigin + mark.startTime : Infinity
  })
  return asked.filter(({ atMs }) => atMs < aheadAtMs).map(({ url }) => url)
}

async function atRest(asked: unknown[]) {
  let before = 0
  await expect
    .poll(() => [before, (before = asked.length)].every((count) => count === asked.length), {
      intervals: [500],
    })
    .toBe(true)
}

for (const [path, most] of PAGES)
  test(`${path} takes at most ${most} requests`, async ({ page }) => {
    const asked = await askedBy(page, path)
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(most)
  })

for (const [path, email, most] of AREAS)
  test(`${path} takes at most ${most} requests`, async ({ page, browser }) => {
    await arriveSignedIn(page, email)
    const calls = await callsOf(page.request, email)
    const query = path === '/purchase/' ? `?quoteId=${(await calls.quote()).quoteId}` : ''
    const storageState = await page.context().storageState()
    const context = await browser.newContext({ ...PHONE, storageState, baseURL: page.url() })
    const fresh = await context.newPage()
    const asked = await askedBy(fresh, path + query)
    await expect(fresh.getByRole('button', { name: /^Hi, / })).toBeVisible()
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(most)
    await context.close()
  })
