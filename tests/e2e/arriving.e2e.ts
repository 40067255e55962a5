import { setTimeout as wait } from 'node:timers/promises'
import { arriveSignedIn, callsOf } from './arrange.ts'
import { movesOf, movesWhileArriving } from './arriving.ts'
import { expect, test } from './test.ts'

/** One of each kind of page. */
const PAGES = [
  '/',
  '/models/',
  '/models/tarn/',
  '/build-and-quote/',
  '/compare/',
  '/offers/',
  '/dealers/',
  '/news/firn-arrives/',
  '/service/',
  '/recalls/',
  '/customer/',
  '/staff/',
]

for (const width of [360, 1280])
  test(`nothing that is seen moves while the rest of a page ${width} pixels wide arrives`, async ({
    browser,
    storefront,
  }) => {
    const viewport = { width, height: 780 }
    expect(await movesWhileArriving(browser, storefront.url, PAGES, viewport)).toEqual([])
  })

/** Pages whose scripts are asked for with their first piece: islands are drawn while later pieces are on their way. */
const SCRIPTS_FIRST = ['/customer/', '/customer/#/create', '/staff/']

for (const width of [360, 1280])
  test(`nothing that is seen moves where scripts overtake a page ${width} pixels wide`, async ({
    browser,
    storefront,
  }) => {
    const viewport = { width, height: 780 }
    expect(await movesWhileArriving(browser, storefront.url, SCRIPTS_FIRST, viewport, 200)).toEqual(
      [],
    )
  })

for (const width of [360, 1280])
  test(`nothing that is seen moves as the lists of an account ${width} pixels wide load`, async ({
    page,
    request,
  }) => {
    const email = 'customer@demo.example'
    const { quote, confirmed } = await callsOf(request, email)
    await quote()
    await confirmed()
    await page.setViewportSize({ width, height: 780 })
    await arriveSignedIn(page, email)
    await page.route('**/api/**', async (route) => {
      await wait(400)
      await route.continue()
    })
    for (const list of ['agreements', 'quotes']) {
      // The next address then loads the page again, though only what is after its # differs.
      await page.goto('about:blank')
      expect(await movesOf(page, `/customer/#/${list}`)).toEqual([])
    }
  })
