import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from '../e2e/test.ts'
import { PICTURE_SIZES } from './sizes.ts'

/** What a visitor sees first of each kind of page, or from the heading named after `#`. */
const SCREENS: [name: string, path: string][] = [
  ['home', '/'],
  ['models', '/models/'],
  ['model', '/models/tarn/'],
  ['model-grades', '/models/firn/#grades-heading'],
  ['compare', '/compare/?car=TN27H&car=MO27E&car=CV27P'],
  ['build', '/build-and-quote/?model=skerry'],
  ['build-price', '/build-and-quote/?kdcd=TN27H-A&pay=LOANFLEXI#builder-quote'],
  ['offers', '/offers/'],
  ['offer', '/offers/tarn-weekend/'],
  ['ways-to-pay', '/ways-to-pay/'],
  ['dealers', '/dealers/'],
  ['dealer', '/dealers/otago/'],
  ['test-drive', '/test-drive/?model=firn'],
  ['service', '/service/'],
  ['recalls', '/recalls/'],
  ['about', '/about/'],
  ['contact', '/contact/'],
  ['news', '/news/'],
  ['article', '/news/tarn-2027/'],
  ['quote', '/quote/'],
  ['not-found', '/no-such-page/'],
  ['sign-in', '/customer/#/sign-in'],
  ['create', '/customer/#/create'],
  ['purchase', '/purchase/?kdcd=TN27H-A'],
]
/** The day of the pictures: a Wednesday morning, when dealers are open. */
const THEN = new Date('2026-11-24T22:00:00Z')
/** Requests that are still running. */
const UNREADY = 'astro-island[ssr], [aria-busy=true], .skeleton, .loading'
/** Pages of offers are built with those that run on the day of the build, and the builder selects what they give. */
const offers = JSON.parse(readFileSync('src/content/offers.json', 'utf8')) as { until: string }[]
const OFFERS_STAY_UNTIL = offers.map(({ until }) => until).toSorted()[0] ?? ''

test('the screens look as they did', async ({ page }) => {
  // Twenty-four pages, one after another, on a machine that may be busy.
  test.setTimeout(300_000)
  const haveOffersStayed = new Date().toISOString().slice(0, 10) < OFFERS_STAY_UNTIL
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.setFixedTime(THEN)
  // The stock of the server's own day: the builder asks for it once it is open.
  await page.route('**/api/deliveries/*', (route) => route.fulfill({ json: { deliveries: [] } }))

  for (const [name, path] of SCREENS) {
    if (/^(offer|build)/.test(name) && !haveOffersStayed) continue
    await page.goto('about:blank')
    await page.setViewportSize(PICTURE_SIZES[0])
    await page.goto(path)
    await expect(page.locator('main h1')).toBeVisible()
    await expect(page.locator('main').locator(UNREADY)).toHaveCount(0)
    await fixDays(page)
    const heading = path.match(/#([\w-]+)$/)?.[1]
    for (const { name: size, width, height } of PICTURE_SIZES) {
      await page.setViewportSize({ width, height })
      await page.evaluate(async (id) => {
        await document.fonts.ready
        if (id) {
          document.getElementById(id)!.scrollIntoView()
          scrollBy(0, -24)
        }
        // Parts that are drawn only near the window, such as a grade's picture, begin a frame later.
        const frame = () => new Promise((done) => requestAnimationFrame(done))
        await frame()
        await frame()
      }, heading)
      // A picture that gives way to one of another width, after the window has changed, cannot be decoded.
      await expect(() => decodePictures(page)).toPass()
      await expect.soft(page).toHaveScreenshot(`screen-${name}-${size}.png`, {
        // A word or a figure that is another is more than this.
        maxDiffPixelRatio: 0,
        maxDiffPixels: 60,
      })
    }
  }
})

/** The server counts from its own day, which no page can hold; each answer may write another. */
async function fixDays(page: Page): Promise<void> {
  await page.evaluate(() => {
    const write = () => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const text = texts.currentNode
        const fixed = text
          .nodeValue!.replace(/^Ready \d.*\d{4}$/, 'Ready 2 to 9 December 2026')
          .replace(/(?<=hold this price until\s)\d+\s\w+\s\d{4}/, '13\u00a0December\u00a02026')
        if (fixed !== text.nodeValue) text.nodeValue = fixed
      }
    }
    write()
    new MutationObserver(write).observe(document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    })
  })
}

/** Waits for the pictures in the window. */
async function decodePictures(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isNear = (image: HTMLImageElement) => {
      const { top, bottom } = image.getBoundingClientRect()
      return (
        top < innerHeight && bottom > 0 && image.checkVisibility({ contentVisibilityAuto: true })
      )
    }
    await Promise.all([...document.images].filter(isNear).map((image) => image.decode()))
  })
}
