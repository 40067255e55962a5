import type { Server } from 'node:http'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import lighthouse, { type Trace } from 'lighthouse'
import { wholeBrowserPath } from '../../scripts/browser-path.ts'
import { buildSecondBrand } from '../brands/build.ts'
import { Storefront } from '../e2e/server.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { h2Front } from './h2-front.ts'
import { LIMITS, limitServer } from './limit-page.ts'
import { BRAND_VISITS, SAMPLE_VISITS, type Visit } from './page-visits.ts'
import {
  CATEGORIES,
  LIMIT_PAGE,
  medianOf,
  REFERENCE_LCP_MS,
  type Budget,
  type Figures,
} from './page-budgets.ts'

// npm run build && npm run bench:pages -- --runs 3 --only home
// npm run bench:pages -- --brand    the second brand, which is built first, one of its cars with photographs
//
// The built pages by Lighthouse: its phone and its simulated network, over HTTP/2 with brotli, the median of some runs.
// In turns with each, a page with one React island and home's words, picture, styles and typeface: times are ratios to its own.
// Blocking times are as on the reference machine. Figures over budget are marked, and fail the run. `--reports folder` keeps the last report of each page.

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    brand: { type: 'boolean', default: false },
    reports: { type: 'string' },
  },
})
if (values.reports) mkdirSync(values.reports, { recursive: true })

/** A trace that broke off is taken again: on a busy machine some do. */
const TRIES = 3

const folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-'))
const [port, frontPort, limitPort, limitFrontPort] = [
  await freePort(),
  await freePort(),
  await freePort(),
  await freePort(),
]
const siteUrl = `https://localhost:${frontPort}`
const limitUrl = `https://localhost:${limitFrontPort}`
/** Of the files about it: `models-tarn`. */
const nameOf = (url: string) =>
  new URL(url).pathname.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'
let limits: Server | null = null
const built = values.brand ? await buildSecondBrand() : null
const storefront = new Storefront(
  port,
  { SITE_URL: siteUrl, CHECK_ANSWERS: 'off' },
  built ?? undefined,
)
const front = h2Front(folder, port)
const limitFront = h2Front(folder, limitPort)
try {
  await storefront.start()
  front.listen(frontPort)
  limits = await limitServer(storefront.url)
  limits.listen(limitPort)
  limitFront.listen(limitFrontPort)
  const rows: Row[] = []
  rows.push(
    ...(await measure(
      { pages: [{ name: 'limit: static', budget: LIMIT_PAGE, at: limitUrl + LIMITS.static }] },
      join(folder, 'limit'),
    )),
  )
  for (const [i, visit] of (built ? BRAND_VISITS : SAMPLE_VISITS).entries()) {
    const pages = visit.pages.filter(({ name }) => name.includes(values.only))
    if (pages.length > 0) rows.push(...(await measure({ ...visit, pages }, join(folder, `${i}`))))
  }
  print(rows)
} finally {
  front.close()
  limitFront.close()
  limits?.close()
  await storefront.stop()
  rmSync(folder, { recursive: true, force: true })
  if (built) rmSync(built, { recursive: true })
}

interface Row {
  name: string
  budget: Budget
  figures: Figures
  /** The page with one island, measured in turns with this one. */
  limit: Figures
}

async function measure({ begin, pages }: Visit, profile: string): Promise<Row[]> {
  const debuggingPort = await freePort()
  const executablePath = wholeBrowserPath()
  const browser = await chromium.launchPersistentContext(profile, {
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${debuggingPort}`],
    baseURL: siteUrl,
    ignoreHTTPSErrors: true,
    locale: 'en-NZ',
  })
  try {
    const page = browser.pages()[0]!
    await begin?.(page)
    const rows: Row[] = []
    for (const { name, budget, at } of pages) {
      if (typeof at !== 'string') await at(page)
      const url = typeof at === 'string' ? new URL(at, siteUrl).href : page.url()
      // The visitor's page is idle during this, and sends no requests.
      await page.goto('about:blank')
      const [runs, limitRuns]: [Figures[], Figures[]] = [[], []]
      while (runs.length < Number(values.runs)) {
        limitRuns.push(await run(limitUrl + LIMITS.island, debuggingPort, LIMIT_PAGE))
        runs.push(await run(url, debuggingPort, budget))
      }
      rows.push({ name, budget, figures: medianOf(runs), limit: medianOf(limitRuns) })
    }
    return rows
  } finally {
    await browser.close()
  }
}

async function run(
  url: string,
  debuggingPort: number,
  budget: Budget,
  tries = TRIES,
): Promise<Figures> {
  const result = await lighthouse(url, {
    port: debuggingPort,
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
  })
  if (!result) throw new Error(`Lighthouse has not looked at ${url}.`)
  if (values.reports) {
    const file = join(values.reports, nameOf(url))
    writeFileSync(`${file}.json`, JSON.stringify(result.lhr))
    writeFileSync(`${file}.trace.json`, JSON.stringify(result.artifacts.Trace))
  }
  const { audits, categories, runtimeError } = result.lhr
  if (runtimeError && tries > 1) return run(url, debuggingPort, budget, tries - 1)
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
  // Why a score is not whole, where it should be; what performance lacks is in the figures.
  for (const category of CATEGORIES)
    if (category !== 'performance' && category in budget.scores)
      for (const { id, weight } of categories[category]!.auditRefs) {
        const { score, title } = audits[id]!
        if (weight > 0 && score !== null && score < 1)
          console.error(`${url}: ${category}: ${title}`)
      }
  const { items } = audits['network-requests']!.details as unknown as {
    items: { url: string; transferSize: number }[]
  }
  const isScript = ({ url }: (typeof items)[number]) => url.split('?', 1)[0]!.endsWith('.js')
  const ahead = loadedAhead(result.artifacts.Trace.traceEvents)
  const own = items.filter((item) => !(isScript(item) && ahead.has(item.url)))
  const scripts = own.filter(isScript)
  const kb = (of: typeof items) =>
    of.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000
  const value = (audit: string) => audits[audit]!.numericValue!
  return {
    scores: Object.fromEntries(
      CATEGORIES.map((category) => [category, Math.round(categories[category]!.score! * 100)]),
    ) as Figures['scores'],
    lcpMs: value('largest-contentful-paint'),
    tbtMs: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    scriptKb: kb(scripts),
    totalKb: kb(own),
    requests: own.length,
    ahead: { kb: kb(items) - kb(own), requests: items.length - own.length },
  }
}

/** What a page asked for only after it had begun to load its next step or page, which it marks. */
function loadedAhead(events: Trace['traceEvents']): Set<string> {
  const mark = events.find(({ cat, name }) => cat.includes('user_timing') && name === 'next step')
  const asked = (isAhead: boolean) =>
    events.flatMap(({ name, ts, args }) =>
      name === 'ResourceSendRequest' && args.data?.url && mark && ts >= mark.ts === isAhead
        ? [args.data.url]
        : [],
    )
  const before = new Set(asked(false))
  return new Set(asked(true).filter((url) => !before.has(url)))
}

/** A table of Markdown, as `docs/performance.md` keeps it. */
function print(rows: Row[]): void {
  let over = 0
  const of = (most: number) => (Number.isFinite(most) ? ` of ${most}` : '')
  const mark = (text: string, isOver: boolean) => {
    if (!isOver) return text
    over += 1
    return `${text} (!)`
  }
  console.log(
    '| page | scores | LCP ms, of the limit | TBT ms over it | CLS | scripts kB | total kB | requests |',
  )
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
  for (const { name, budget, figures, limit } of rows) {
    const scores = CATEGORIES.map((category) =>
      mark(
        String(figures.scores[category]),
        figures.scores[category] < (budget.scores[category] ?? 0),
      ),
    )
    const ratio = figures.lcpMs / limit.lcpMs
    const more = ((figures.tbtMs - limit.tbtMs) * REFERENCE_LCP_MS) / limit.lcpMs
    const most = (field: 'cls' | 'scriptKb' | 'totalKb' | 'requests', digits = 0) =>
      mark(figures[field].toFixed(digits) + of(budget[field]), figures[field] > budget[field])
    const cells = [
      name,
      scores.join(' '),
      mark(
        `${Math.round(figures.lcpMs)}, ${ratio.toFixed(2)}${of(budget.lcpOfLimit)}`,
        ratio > budget.lcpOfLimit,
      ),
      mark(`${Math.round(more)}${of(budget.tbtOverLimitMs)}`, more > budget.tbtOverLimitMs),
      most('cls', 3),
      most('scriptKb'),
      most('totalKb'),
      most('requests'),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
  for (const { name, figures } of rows)
    if (figures.ahead.requests > 0)
      console.log(
        `\n${name}: its next step, loaded ahead, is ${figures.ahead.kb.toFixed(0)} kB more in ${figures.ahead.requests} requests.`,
      )
  if (over === 0) return
  console.log(`\n${over} figure(s) are over their budget (!).`)
  process.exitCode = 1
}
