import { movesWhileArriving } from './arriving.ts'
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
