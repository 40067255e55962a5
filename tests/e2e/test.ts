import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test as base, type Page } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { Storefront } from './server.ts'

interface Fixtures {
  /** Fails the test for console errors, page errors, policy violations and requests to other origins. */
  watch: void
  /** Checks the current page with axe, WCAG 2.2 A and AA. */
  expectAccessible: (page?: Page) => Promise<void>
  /**
   * The same on the narrowest phone, and on a desk where that shows what the phone hides. Nothing may stick out there,
   * nor between them at the specification's breakpoints (§9).
   */
  expectAccessibleAtEveryWidth: () => Promise<void>
}

const AXE_OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
}
/** Minified: a page is given it in a third of the time. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WIDTHS = [320, 520, 720, 960, 1240]

declare global {
  interface Window {
    axe: typeof axe
    shownBefore: WeakSet<Element>
  }
}

export const test = base.extend<Fixtures, { storefront: Storefront }>({
  storefront: [
    async ({}, use) => {
      const storefront = await Storefront.start()
      await use(storefront)
      await storefront.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ storefront }, use) => {
    await use(storefront.url)
  },
  watch: [
    async ({ context, storefront }, use, testInfo) => {
      const faults: string[] = []
      const note = (fault: string) => faults.push(fault)
      await context.exposeBinding('noteViolation', (_source, text: string) => note(text))
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          const { violatedDirective, blockedURI, sourceFile, lineNumber } = event
          const { noteViolation } = window as unknown as { noteViolation(text: string): void }
          noteViolation(`policy: ${violatedDirective} ${blockedURI} ${sourceFile}:${lineNumber}`)
        })
      })
      context.on('console', (message) => {
        if (message.type() !== 'error') return
        // A 4xx answer is an outcome the page words; the browser's own line about it is no fault.
        if (
          /Failed to load resource: the server responded with a status of 4\d\d/.test(
            message.text(),
          )
        )
          return
        note(`console: ${message.text()}`)
      })
      context.on('weberror', (error) => {
        // The browser leaves out the transition between two pages when one of them takes no part in it.
        if (/^Transition was (aborted|skipped)/.test(error.error().message)) return
        note(`page: ${error.error().message}`)
      })
      context.on('request', (request) => {
        const url = new URL(request.url())
        if (/^https?:$/.test(url.protocol) && url.origin !== storefront.url)
          note(`request to another origin: ${request.url()}`)
      })
      await use()
      const expected = testInfo.annotations
        .filter(({ type }) => type === 'expected-fault')
        .map(({ description }) => new RegExp(description ?? ''))
      expect(faults.filter((fault) => !expected.some((pattern) => pattern.test(fault)))).toEqual([])
    },
    { auto: true },
  ],
  expectAccessible: async ({ page }, use) => {
    await use(async (other = page) => {
      await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
      // Half a megabyte: once a document is enough.
      if (!(await other.evaluate(() => 'axe' in window))) await other.evaluate(AXE)
      const found = await other.evaluate(async (options) => {
        // What isn't laid out yet has only an estimated height: it seems to lie on what is below it.
        const laidOut = new CSSStyleSheet()
        laidOut.replaceSync('* { content-visibility: visible !important }')
        document.adoptedStyleSheets.push(laidOut)
        const { violations } = await window.axe.run(options)
        document.adoptedStyleSheets.pop()
        return violations.map(
          ({ id, help, nodes }) =>
            `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join('; ')})`,
        )
      }, AXE_OPTIONS)
      expect(found).toEqual([])
    })
  },
  expectAccessibleAtEveryWidth: async ({ page, expectAccessible }, use) => {
    await use(async () => {
      const before = page.viewportSize()
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await expectNoSidewaysScroll(page, `at ${width} px`)
        await expectWholeWords(page, `at ${width} px`)
        if (width === WIDTHS[0] || (width === WIDTHS.at(-1) && (await showsMore(page))))
          await expectAccessible()
        if (width === WIDTHS[0]) await rememberShown(page)
      }
      if (before) await page.setViewportSize(before)
    })
  },
})

export { expect } from '@playwright/test'

/** All but the main menu, which is judged open and closed in `pages.e2e.ts`. */
const ELEMENTS = 'body :not(#site-menu, #site-menu *)'

/** Notes the elements that are visible now, for {@link showsMore}. */
const rememberShown = (page: Page): Promise<void> =>
  page.evaluate((elements) => {
    const all = [...document.querySelectorAll(elements)]
    window.shownBefore = new WeakSet(all.filter((element) => element.checkVisibility()))
  }, ELEMENTS)

/** Whether the page shows an element that was hidden before. */
const showsMore = (page: Page): Promise<boolean> =>
  page.evaluate(
    (elements) =>
      [...document.querySelectorAll(elements)].some(
        (element) => element.checkVisibility() && !window.shownBefore.has(element),
      ),
    ELEMENTS,
  )

/**
 * Judged once the page is as wide as its window. References and addresses are chance: it is judged with the widest that
 * there can be in their place.
 */
export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const { width } = page.viewportSize()!
  const outside = await page.evaluate(async (wanted) => {
    // Its rules for widths follow with a frame. A page that sticks out on a phone never is: the phone takes a step back.
    const untilMs = performance.now() + 2_000
    do await new Promise(requestAnimationFrame)
    while (innerWidth !== wanted && performance.now() < untilMs)
    await new Promise(requestAnimationFrame)
    // A font that stands in for ours is wider.
    await document.fonts.ready
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const before = new Map<Node, string>()
    while (texts.nextNode()) {
      const node = texts.currentNode
      const text = node.nodeValue ?? ''
      const wide = text.replaceAll(/[\w-]{20,}|[\w.+-]+(?=@)/g, ({ length }) => 'W'.repeat(length))
      if (wide === text) continue
      before.set(node, text)
      node.nodeValue = wide
    }
    const { scrollWidth, clientWidth } = document.documentElement
    const sticksOut = scrollWidth > clientWidth
    const out = sticksOut
      ? [...document.body.querySelectorAll('*')]
          .filter((element) => element.getBoundingClientRect().right > clientWidth)
          .map(({ outerHTML }) => outerHTML.slice(0, 120))
      : []
    for (const [node, text] of before) node.nodeValue = text
    return sticksOut ? [`${scrollWidth} px`, ...out] : []
  }, width)
  expect(outside, `sideways scrolling ${where}`).toEqual([])
}

/** No label is so narrow that one of its words goes on in the next line. */
async function expectWholeWords(page: Page, where: string): Promise<void> {
  const broken = await page.locator('dt').evaluateAll((labels) =>
    labels.flatMap((label) => {
      const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT)
      const words: string[] = []
      while (texts.nextNode()) {
        const node = texts.currentNode
        for (const { 0: word, index } of (node.nodeValue ?? '').matchAll(/[^\s\p{Pd}]+/gu)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
            words.push(word)
        }
      }
      return words
    }),
  )
  expect(broken, `words broken ${where}`).toEqual([])
}

/** The newest 6-digit code that was mailed to an address, as the demo mailbox shows it: of this shop, or of another one. */
export async function codeMailedTo(page: Page, email: string, shop = ''): Promise<string> {
  let code: string | undefined
  await expect
    .poll(async () => {
      const answer = await page.request.get(`${shop}/api/demo/mail?to=${encodeURIComponent(email)}`)
      const { messages } = (await answer.json()) as { messages: { text: string }[] }
      code = /\b\d{6}\b/.exec(messages[0]?.text ?? '')?.[0]
      return code
    })
    .toBeDefined()
  return code!
}
