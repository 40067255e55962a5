import { chromium, type CDPSession, type Locator, type Page } from '@playwright/test'
import { wholeBrowserPath } from '../../scripts/browser-path.ts'
import { Storefront } from '../e2e/server.ts'

// npm run build && npm run bench:configurator -- 4
//
// Every control of Build and quote, used as a visitor would while the processor is slowed down to a quarter: how long from
// the press to the next painted frame, by the browser's Event Timing. The argument is how many controls of each group are
// used at most; without it, all. What is over its budget is marked, and ends the run with a failure, as does a group of
// which nothing could be used.

const SLOWED_DOWN = 4
/** The car and its price change with the press (design: within 50 ms). */
const REPAINT_MS = 50
/** Any press: Interaction to Next Paint. */
const INP_MS = 100
/** The browser rounds to 8 ms, and does not tell of what took less. */
const LEAST_MS = 16
/** What a press starts is over by then: the picture of another car, what is written out below. */
const SETTLED_MS = 250

/** By the legend of each group. Another model comes last, since it changes all the others. */
const GROUPS: { name: string; budgetMs: number; before?: (page: Page) => Promise<void> }[] = [
  { name: 'Colour', budgetMs: REPAINT_MS },
  { name: 'Interior', budgetMs: REPAINT_MS },
  { name: 'Option', budgetMs: REPAINT_MS },
  { name: 'Grade', budgetMs: INP_MS },
  { name: 'Accessories', budgetMs: INP_MS },
  { name: 'Care plan', budgetMs: INP_MS },
  { name: 'Pay option', budgetMs: INP_MS },
  { name: 'Your loan', budgetMs: INP_MS, before: (page) => choosePay(page, /^Finance/) },
  { name: 'Your lease', budgetMs: INP_MS, before: (page) => choosePay(page, /^Lease/) },
  { name: 'Model', budgetMs: INP_MS },
]

interface Press {
  /** From the press to the next painted frame. */
  frameMs: number
  /** Processor time of the page's main thread for it and for what it starts, the slowing down included. */
  workMs: number
}

const most = Number(process.argv[2] ?? Infinity)
const groupOf = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

const choosePay = async (page: Page, name: RegExp) =>
  groupOf(page, 'Pay option').getByRole('radio', { name }).first().check({ force: true })

const storefront = await Storefront.start({ CHECK_ANSWERS: 'off' })
const executablePath = wholeBrowserPath()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  const page = await browser.newPage({ viewport: { width: 412, height: 823 }, locale: 'en-NZ' })
  await page.addInitScript(collectEvents)
  await page.goto(`${storefront.url}/build-and-quote/?kdcd=TN27H-A`)
  await page.locator('.builder:not([inert])').waitFor()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWED_DOWN })
  print(await useAll(page, cdp))
} finally {
  await browser.close()
  await storefront.stop()
}

/** Runs in the page. */
function collectEvents(): void {
  const frames: number[] = []
  Object.assign(window, { frames })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId > 0) frames.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

async function useAll(page: Page, cdp: CDPSession): Promise<Map<string, Press[]>> {
  const used = new Map<string, Press[]>()
  for (const { name, before } of GROUPS) {
    await before?.(page)
    const controls = groupOf(page, name).locator('input:not([disabled])')
    const presses: Press[] = []
    for (let i = 0; i < (await controls.count()) && presses.length < most; i++) {
      const control = controls.nth(i)
      const use = await howToUse(control)
      if (use) presses.push(await measured(page, cdp, use))
    }
    used.set(name, presses)
  }
  return used
}

/** `null` where a press would change nothing. */
async function howToUse(control: Locator): Promise<(() => Promise<void>) | null> {
  await control.scrollIntoViewIfNeeded()
  const type = await control.getAttribute('type')
  if (type === 'radio' && (await control.isChecked())) return null
  if (type === 'radio' || type === 'checkbox') return () => control.click({ force: true })
  await control.focus()
  return () => control.press(type === 'range' ? 'ArrowRight' : 'End')
}

async function measured(page: Page, cdp: CDPSession, use: () => Promise<void>): Promise<Press> {
  await page.waitForTimeout(SETTLED_MS)
  await page.evaluate(() => void ((window as unknown as { frames: number[] }).frames.length = 0))
  const before = await workMs(cdp)
  await use()
  await page.waitForTimeout(SETTLED_MS)
  const frames = await page.evaluate(() => (window as unknown as { frames: number[] }).frames)
  return { frameMs: Math.max(LEAST_MS, ...frames), workMs: (await workMs(cdp)) - before }
}

async function workMs(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000
}

/** A table of Markdown, as `docs/performance.md` keeps it. */
function print(used: Map<string, Press[]>): void {
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
  let failed = 0
  console.log('| group | presses | next frame, median ms | worst ms | processor, median ms |')
  console.log('| --- | --- | --- | --- | --- |')
  for (const { name, budgetMs } of GROUPS) {
    const presses = used.get(name)!
    const frames = presses.map(({ frameMs }) => frameMs)
    const worst = Math.max(0, ...frames)
    const work = median(presses.map((press) => press.workMs)).toFixed(0)
    const isMet = presses.length > 0 && worst <= budgetMs
    if (!isMet) failed++
    const mark = isMet ? '' : ' (!)'
    console.log(
      `| ${name} | ${presses.length} | ${median(frames)} | ${worst} of ${budgetMs}${mark} | ${work} |`,
    )
  }
  if (failed === 0) return
  console.log(`\n${failed} group(s) are over their budget, or were not used at all (!).`)
  process.exitCode = 1
}
