import { expect, type CDPSession, type Locator, type Page } from '@playwright/test'
import { Storefront } from '../e2e/server.ts'
import { launchBrowser, median, slowDown } from './slow-phone.ts'

// npm run build && npm run bench:configurator -- 4
//
// Every control of Build and quote, used as a visitor would while the processor is slowed down to a quarter: how long from
// the press to the next painted frame, by the browser's Event Timing, and from there to the server's price. The argument is
// how many controls of each group are used at most; without it, all. What is over its budget is marked, and ends the run
// with a failure, as does a group of which nothing could be used.

/** The car and its price change with the press (design: within 50 ms). */
const REPAINT_MS = 50
/** Any press: Interaction to Next Paint. */
const INP_MS = 100
/** The server's price comes this long after that frame. */
const PRICE_MS = 100
/** The browser rounds to 8 ms, and does not tell of what took less. */
const LEAST_MS = 16
/** How long a finger or a button is down. */
const HELD_MS = 80
/** The page has come to rest where the press will be. */
const SCROLLED_MS = 250
/** What a press starts is over by then: the server's price, the picture of another car, what is written out below. */
const SETTLED_MS = 600

/** By the legend of each group; some are there only for a way to pay. Another model comes last: it changes all the others. */
const GROUPS: { name: string; budgetMs: number; payBy?: RegExp }[] = [
  { name: 'Colour', budgetMs: REPAINT_MS },
  { name: 'Interior', budgetMs: REPAINT_MS },
  { name: 'Option', budgetMs: REPAINT_MS },
  { name: 'Grade', budgetMs: INP_MS },
  { name: 'Accessories', budgetMs: INP_MS },
  { name: 'Care plan', budgetMs: INP_MS },
  { name: 'Pay option', budgetMs: INP_MS },
  { name: 'Your loan', budgetMs: INP_MS, payBy: /^Finance/ },
  { name: 'Your lease', budgetMs: INP_MS, payBy: /^Lease/ },
  { name: 'Model', budgetMs: INP_MS },
]

interface Press {
  /** From the press to the next painted frame. */
  frameMs: number
  /** From that frame to the last byte of the server's price; `null` where it was not asked. */
  priceMs: number | null
  /** Processor time of the page's main thread for it and for what it starts, the slowing down included. */
  workMs: number
}

interface Use {
  press: () => Promise<void>
  /** Fails where the press has not done what it is for. */
  check?: () => Promise<void>
}

const most = Number(process.argv[2] ?? Infinity)
const groupOf = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

const storefront = await Storefront.start({ CHECK_ANSWERS: 'off' })
const browser = await launchBrowser()
try {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 }, locale: 'en-NZ' })
  await page.addInitScript(collectEvents)
  await page.goto(`${storefront.url}/build-and-quote/?kdcd=TN27H-A`)
  await page.locator('.builder:not([inert])').waitFor()
  const cdp = await slowDown(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
  print(await useAll(page, cdp))
} finally {
  await browser.close()
  await storefront.stop()
}

/** What {@link collectEvents} keeps of a press, in milliseconds since the page began. */
interface Seen {
  /** When the press came, and how long its next frame took. */
  frames: { atMs: number; frameMs: number }[]
  /** When the server's prices were there. */
  pricedAtMs: number[]
}

/** Runs in the page. */
function collectEvents(): void {
  const seen: Seen = { frames: [], pricedAtMs: [] }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId > 0)
        seen.frames.push({ atMs: entry.startTime, frameMs: entry.duration })
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  new PerformanceObserver((list) => {
    for (const { name, responseEnd } of list.getEntries() as PerformanceResourceTiming[])
      if (name.endsWith('/api/quote')) seen.pricedAtMs.push(responseEnd)
  }).observe({ type: 'resource' })
}

function seenIn(page: Page): Promise<Seen> {
  return page.evaluate(() => (window as unknown as { seen: Seen }).seen)
}

async function useAll(page: Page, cdp: CDPSession): Promise<Map<string, Press[]>> {
  const used = new Map<string, Press[]>()
  for (const { name, payBy } of GROUPS) {
    if (payBy)
      await groupOf(page, 'Pay option')
        .getByRole('radio', { name: payBy })
        .first()
        .check({ force: true })
    await unfold(page)
    await groupOf(page, name).waitFor()
    const controls = groupOf(page, name).locator('input:not([disabled])')
    const presses: Press[] = []
    for (let i = 0; i < (await controls.count()) && presses.length < most; i++) {
      const control = controls.nth(i)
      const use = await howToUse(page, control)
      if (use) presses.push(await measured(page, cdp, use))
    }
    used.set(name, presses)
  }
  return used
}

/** What is folded away has no role; a press on a model folds the models again. */
function unfold(page: Page): Promise<void> {
  return page.locator('.builder details').evaluateAll((all) => {
    for (const details of all as HTMLDetailsElement[]) details.open = true
  })
}

/**
 * `null` where a press would change nothing. A press is the browser's own input, at the middle of what a visitor sees of
 * the control: one that a script in the page makes would take processor time itself.
 */
async function howToUse(page: Page, control: Locator): Promise<Use | null> {
  const seen = await control.evaluate((input: HTMLInputElement) => {
    if (input.type === 'radio' && input.checked) return null
    const folded = input.closest('details')
    if (folded) folded.open = true
    if (!input.checkVisibility()) return null
    const whole = input.closest('label') ?? input
    whole.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { x, y, width, height } = whole.getBoundingClientRect()
    return { type: input.type, isChecked: input.checked, x: x + width / 2, y: y + height / 2 }
  })
  if (!seen) return null
  if (seen.type === 'radio' || seen.type === 'checkbox') {
    const { isChecked } = seen
    await page.mouse.move(seen.x, seen.y)
    return {
      async press() {
        await page.mouse.down()
        await page.waitForTimeout(HELD_MS)
        await page.mouse.up()
      },
      // An element over the control would take the press, and quickly.
      async check() {
        await unfold(page)
        await expect(control).toBeChecked({ checked: !isChecked })
      },
    }
  }
  await control.focus()
  return { press: () => page.keyboard.press(seen.type === 'range' ? 'ArrowRight' : 'End') }
}

async function measured(page: Page, cdp: CDPSession, use: Use): Promise<Press> {
  await page.waitForTimeout(SCROLLED_MS)
  const known = await seenIn(page)
  const before = await workMs(cdp)
  await use.press()
  await page.waitForTimeout(SETTLED_MS)
  const seen = await seenIn(page)
  const spentMs = (await workMs(cdp)) - before
  await use.check?.()
  const frames = seen.frames.slice(known.frames.length)
  const slowest = frames.toSorted((a, b) => b.frameMs - a.frameMs)[0]
  const pricedAtMs = seen.pricedAtMs.slice(known.pricedAtMs.length).at(-1)
  return {
    frameMs: slowest?.frameMs ?? LEAST_MS,
    priceMs:
      slowest && pricedAtMs !== undefined ? pricedAtMs - slowest.atMs - slowest.frameMs : null,
    workMs: spentMs,
  }
}

async function workMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
}

/** A table of Markdown, as `docs/performance.md` keeps it. */
function print(used: Map<string, Press[]>): void {
  let failed = 0
  console.log(
    '| group | presses | next frame, median ms | worst ms | the server’s price, worst ms later | processor, median ms |',
  )
  console.log('| --- | --- | --- | --- | --- | --- |')
  for (const { name, budgetMs } of GROUPS) {
    const presses = used.get(name)!
    const frames = presses.map(({ frameMs }) => frameMs)
    const worst = Math.max(0, ...frames)
    const work = median(presses.map((press) => press.workMs)).toFixed(0)
    const priced = Math.max(0, ...presses.flatMap(({ priceMs }) => priceMs ?? []))
    const isQuick = presses.length > 0 && worst <= budgetMs
    const isPriced = priced <= PRICE_MS
    if (!isQuick || !isPriced) failed++
    const mark = (isMet: boolean) => (isMet ? '' : ' (!)')
    const cells = [
      name,
      presses.length,
      median(frames),
      `${worst} of ${budgetMs}${mark(isQuick)}`,
      `${priced.toFixed(0)} of ${PRICE_MS}${mark(isPriced)}`,
      work,
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
  if (failed === 0) return
  console.log(`\n${failed} group(s) are over their budget, or were not used at all (!).`)
  process.exitCode = 1
}
