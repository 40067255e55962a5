import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { newBuyer } from '../e2e/main-job.ts'
import { Storefront } from '../e2e/server.ts'
import { freePort } from '#tests/setup/free-port.ts'
import { h2Front, trustIn, type Answered } from './h2-front.ts'
import { stepsOf, type Step } from './journey-steps.ts'
import { machineLines, tableLines } from './machine.ts'
import { watch, type Fact } from './seen.ts'
import { SLOW_PHONE, slowServer, type Received } from './slow-link.ts'
import { launchBrowser, median, slowDown } from './slow-phone.ts'

// npm run build && npm run bench:journey -- --runs 3
//
// A new buyer's whole purchase on a phone with an empty cache, a quarter of the processor's speed and a slow network over
// HTTP/2: from the home page to a paid deposit. For each press the wait until the next screen can be used, the frame after
// it, and what was fetched until the next press; each the median of some runs. What is over its budget is marked, and fails
// the run. `--reads 0` presses as soon as a screen can be used, where otherwise each is read for three seconds; `--requests`
// prints every request of the first run, and every slow frame.

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    reads: { type: 'string', default: '3000' },
    requests: { type: 'boolean', default: false },
  },
})

/** Of a whole purchase. Units of 1,000 bytes, headers and TLS included. */
const BUDGET = { kB: 450, requests: 90, waitMs: 300, frameMs: 100 }
/** The longest that a screen may take at all. */
const PATIENCE_MS = 60_000

interface Measured {
  waitMs: number
  /** Of the wait: the server was working, a request was on its way, and neither. */
  serverMs: number
  networkMs: number
  pageMs: number
  /** The slowest frame after a press or a key on the way there. */
  frameMs: number
  requests: number
  kB: number
}

const folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-'))
const [port, frontPort] = [await freePort(), await freePort()]
const siteUrl = `https://localhost:${frontPort}`
const storefront = new Storefront(port, { SITE_URL: siteUrl, CHECK_ANSWERS: 'off' })
let answers: Answered[] = []
let received: Received = { bytes: 0, freeAtMs: 0 }
const front = h2Front(folder, port, (answered) => answers.push(answered))
const link = slowServer(front, SLOW_PHONE, () => received)
let steps: Step[] = []
const runs: Measured[][] = []
try {
  await storefront.start()
  link.listen(frontPort)
  while (runs.length < Number(values.runs)) runs.push(await buy())
  print()
} finally {
  link.close()
  await storefront.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** One purchase in a browser of its own. */
async function buy(): Promise<Measured[]> {
  const browser = await launchBrowser(trustIn(folder))
  try {
    answers = []
    received = { bytes: 0, freeAtMs: 0 }
    const context = await browser.newContext({
      viewport: { width: 360, height: 780 },
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
      locale: 'en-NZ',
      baseURL: siteUrl,
    })
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    await slowDown(page)
    steps = stepsOf(page, storefront.url)
    const facts = await watch(page, steps)
    const buyer = newBuyer()
    /** Where each step begins: when it was gone about, and what had been received. */
    const begun: { atMs: number; bytes: number }[] = []
    for (const { screen, does } of steps) {
      begun.push({ atMs: Date.now(), bytes: received.bytes })
      await does(buyer)
      await shown(facts, screen)
      await page.waitForTimeout(Number(values.reads))
    }
    begun.push({ atMs: Date.now(), bytes: received.bytes })
    if (values.requests && runs.length === 0) printRequests(facts)
    return steps.map((step, i) => measured(step, facts, begun[i]!, begun[i + 1]!))
  } finally {
    await browser.close()
  }
}

async function shown(facts: Fact[], screen: string): Promise<void> {
  const untilMs = Date.now() + PATIENCE_MS
  const isShown = (fact: Fact) => fact.kind === 'usable' && fact.screen === screen
  while (!facts.some(isShown)) {
    if (Date.now() > untilMs) throw new Error(`${screen} was not shown.`)
    await new Promise((done) => setTimeout(done, 20))
  }
}

type Begun = { atMs: number; bytes: number }

function measured({ screen }: Step, facts: Fact[], from: Begun, to: Begun): Measured {
  const of = facts.filter(({ atMs }) => atMs >= from.atMs && atMs < to.atMs)
  const usableAtMs = of.find((fact) => fact.kind === 'usable' && fact.screen === screen)!.atMs
  const pressedAtMs =
    of.findLast(({ kind, atMs }) => kind === 'press' && atMs <= usableAtMs)?.atMs ?? from.atMs
  const asked = answers.filter(({ askedAtMs }) => askedAtMs >= from.atMs && askedAtMs < to.atMs)
  // The page that stands in for the provider's is not the shop's.
  const theirs = asked.filter(({ path }) => path.startsWith('/demo/card/'))
  const underWay = (of: (answer: Answered) => [fromMs: number, toMs: number]) =>
    covered(asked.map(of), pressedAtMs, usableAtMs)
  const halfMs = SLOW_PHONE.roundTripMs / 2
  const serverMs = underWay(({ askedAtMs, answeredAtMs }) => [askedAtMs, answeredAtMs])
  const fetchingMs = underWay(({ askedAtMs, sentAtMs }) => [askedAtMs - halfMs, sentAtMs + halfMs])
  const waitMs = usableAtMs - pressedAtMs
  return {
    waitMs,
    serverMs,
    networkMs: fetchingMs - serverMs,
    pageMs: waitMs - fetchingMs,
    frameMs: Math.max(0, ...of.flatMap((fact) => (fact.kind === 'frame' ? [fact.frameMs] : []))),
    requests: asked.length - theirs.length,
    kB: (to.bytes - from.bytes - theirs.reduce((sum, { bytes }) => sum + bytes, 0)) / 1000,
  }
}

/** How much of a time is covered by spans that overlap. */
function covered(spans: [fromMs: number, toMs: number][], fromMs: number, toMs: number): number {
  let total = 0
  let until = fromMs
  for (const [start, end] of spans.toSorted(([a], [b]) => a - b)) {
    const [begin, stop] = [Math.max(start, until), Math.min(end, toMs)]
    if (stop <= begin) continue
    total += stop - begin
    until = stop
  }
  return total
}

function printRequests(facts: Fact[]): void {
  const [{ atMs: beganMs = 0 } = {}] = facts
  const lines = [
    ...answers.map(({ method, path, askedAtMs, answeredAtMs, sentAtMs, bytes }) => ({
      atMs: askedAtMs,
      text: `${method} ${path} ${bytes} B, server ${Math.round(answeredAtMs - askedAtMs)} ms, sent in ${Math.round(sentAtMs - askedAtMs)} ms`,
    })),
    ...facts.flatMap((fact) => {
      if (fact.kind === 'frame' && fact.frameMs <= BUDGET.frameMs) return []
      const told = { frame: 'slow frame', press: 'press', usable: 'usable' }[fact.kind]
      const what = fact.kind === 'frame' ? `${fact.what} ${fact.frameMs} ms` : ''
      return { atMs: fact.atMs, text: `  ${told} ${fact.kind === 'usable' ? fact.screen : what}` }
    }),
  ]
  for (const { atMs, text } of lines.toSorted((a, b) => a.atMs - b.atMs))
    console.log(`${Math.round(atMs - beganMs)} ${text}`)
}

/** A table of Markdown, as `docs/performance.md` keeps it. */
function print(): void {
  let over = 0
  const mark = (value: number, most: number) => {
    const text = `${Math.round(value)} of ${most}`
    if (value <= most) return text
    over += 1
    return `${text} (!)`
  }
  const of = (i: number, field: keyof Measured) => median(runs.map((run) => run[i]![field]))
  const rows = steps.map(({ screen, press, isProviders }, i) => {
    const ms = (field: keyof Measured) => String(Math.round(of(i, field)))
    const wait = of(i, 'waitMs')
    return [
      screen,
      press || 'opened',
      press && !isProviders ? mark(wait, BUDGET.waitMs) : String(Math.round(wait)),
      ...[ms('serverMs'), ms('networkMs'), ms('pageMs')],
      mark(of(i, 'frameMs'), BUDGET.frameMs),
      ms('requests'),
      of(i, 'kB').toFixed(1),
    ]
  })
  const total = (field: 'requests' | 'kB') =>
    median(runs.map((run) => run.reduce((sum, step) => sum + step[field], 0)))
  rows.push([
    ...['all', '', '', '', '', '', ''],
    mark(total('requests'), BUDGET.requests),
    mark(total('kB'), BUDGET.kB),
  ])
  console.log(`${machineLines().join('\n')}\n`)
  const columns = [
    ...['screen', 'press', 'wait ms', 'server', 'network', 'page', 'next frame ms'],
    ...['requests', 'kB'],
  ]
  console.log(tableLines(columns, rows).join('\n'))
  if (over === 0) return
  console.log(`\n${over} figure(s) are over their budget (!).`)
  process.exitCode = 1
}
