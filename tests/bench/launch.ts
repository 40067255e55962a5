import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { LIMITS } from '#server/platform/settings/limits.ts'
import { Storefront } from '#tests/e2e/server.ts'
import { reportOf } from '#tests/faults/report.ts'
import { auditNow, stock } from '#tests/faults/sqlite-shop.ts'
import { callVisits, pageVisits, Purchases } from './launch-visits.ts'
import { machineLines, quantile, tableLines, verdict } from './machine.ts'
import { hasNginx, startNginx } from './nginx.ts'
import { highestRate, offer, p99Of, type Offered } from './offered.ts'
import { RawClient } from './raw-client.ts'

// npm run build && npm run bench:launch -- --seconds 10 --steady 600
//
// The built server in two processes on the day a car goes on sale: of a hundred requests 80 are for pages and pictures,
// 15 are public calls, 4 calculate a quote, and one is of a purchase. Wants nginx, which serves the same pages.

const { values } = parseArgs({
  options: {
    /** Of each rate that is tried. */
    seconds: { type: 'string', default: '5' },
    /** Of the highest rate. */
    steady: { type: 'string', default: '30' },
    /** What 99 of a hundred answers stay below, in milliseconds. */
    p99: { type: 'string', default: '100' },
    /** The server's `MAX_DELAY_MS`; a demo has none. */
    delay: { type: 'string', default: '1000' },
    /** The rate to begin with, instead of the highest that holds for those seconds. */
    rate: { type: 'string' },
    /** Of twice that rate. */
    overload: { type: 'string', default: '60' },
  },
})
const [seconds, steadyS, overloadS] = [values.seconds, values.steady, values.overload].map(
  Number,
) as [number, number, number]
const P99_MS = Number(values.p99)
const LEAST_SHARE = 0.25
const RECOVERS_S = 10
const WATCHED_S = 15
const PROCESSES = 2
const CONNECTIONS = 500
/** How often the rate is lowered by a fifth where it does not hold for long. */
const MOST_LOWER = 4

if (!hasNginx) throw new Error('nginx is not installed')

const scripts = readdirSync('dist/client/_astro').filter((name) => name.endsWith('.js'))
const sizeOf = (name: string) => statSync(join('dist/client/_astro', name)).size
const largest = scripts.toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]!
const PAGES = ['/', '/models/tarn/', '/build-and-quote/', `/_astro/${largest}`, '/art/tarn-WHS.svg']

const limits = Object.fromEntries(Object.keys(LIMITS).map((name) => [name, '999999999']))
const site = await Storefront.start({
  ...limits,
  CHECK_ANSWERS: 'off',
  WEB_CONCURRENCY: String(PROCESSES),
  MAX_DELAY_MS: values.delay,
})
const client = new RawClient(Number(new URL(site.url).port), CONNECTIONS)
try {
  const file = join(site.folder, 'storefront.db')
  stock(file)
  const theirs = await measureNginx()
  const purchases = await Purchases.begin(site)
  const visits = [...pageVisits(client, PAGES), ...callVisits(client), purchases.visit]
  const settle = async () => {
    while (purchases.underWay > 0) await wait(20)
  }
  await offer(visits, 100, 3)
  const found = values.rate
    ? Number(values.rate)
    : (await highestRate(visits, { seconds, p99Ms: P99_MS, pause: settle })).rate
  const steady = async (rate: number) => {
    const run = await withProcessorTime(site.pid, () => offer(visits, rate, steadyS))
    await settle()
    // A run of ten minutes may be the first of some.
    console.error(
      `${rate} a second for ${steadyS} s: p99 ${p99Of(run.offered).toFixed(1)} ms (by minute: ${p99ByMinute(run.offered)}), refused ${run.offered.refused}, not begun ${run.offered.notBegun}, others ${wrongOf(run.offered)}`,
    )
    return run
  }
  let ours = await steady(found)
  for (let lower = 0; lower < MOST_LOWER && !isSteady(ours.offered); lower += 1)
    ours = await steady(Math.round(ours.offered.rate * 0.8))
  const { rate } = ours.offered
  const writeP99Ms = quantile(purchases.ledger.tookMs, 0.99)
  const paidBefore = purchases.ledger.paid.length
  const overload = await offer(visits, rate * 2, overloadS)
  const after = await offer(visits, Math.round(rate / 2), WATCHED_S)
  await settle()
  purchases.stopRefreshing()
  const report = reportOf('launch', 1)
  await auditNow({ file }, purchases.ledger, report)
  const lost = [...report.lost, ...report.torn, ...report.doubled]
  const share = rate / theirs.offered.rate
  const recoveredS = recoveryOf(after)
  const checks: [string, boolean][] = [
    [`${share.toFixed(2)} of nginx's rate, at least ${LEAST_SHARE}`, share >= LEAST_SHARE],
    [`steady for ${steadyS} s: p99 below ${P99_MS} ms, nothing failed`, isSteady(ours.offered)],
    [`twice the rate: nobody signed out (${purchases.signedOut})`, purchases.signedOut === 0],
    [
      `no purchase lost (${lost.length}) or failed (${purchases.failures.length})`,
      lost.length + purchases.failures.length === 0,
    ],
    [
      `every refusal is 503 with Retry-After (others: ${wrongOf(overload)})`,
      overload.wrong.size === 0,
    ],
    [`itself again after ${recoveredS} s, at most ${RECOVERS_S}`, recoveredS <= RECOVERS_S],
  ]
  const row = (name: string, offered: Offered, cpuUs?: number) => [
    name,
    ...[offered.rate, offered.answered, offered.refused, offered.notBegun].map((count) =>
      count.toLocaleString('en-NZ'),
    ),
    wrongOf(offered),
    `${quantile(offered.tookMs, 0.5).toFixed(1)} ms`,
    `${p99Of(offered).toFixed(1)} ms`,
    cpuUs === undefined ? '' : `${Math.round(cpuUs)} µs`,
  ]
  console.log(
    [
      `${PROCESSES} processes, the load from the same machine over ${CONNECTIONS} connections, ${seconds} s for each rate that was tried`,
      ...machineLines(),
      '',
      ...tableLines(
        [
          'run',
          'requests a second',
          'answered',
          'refused',
          'not begun',
          'others',
          'p50',
          'p99',
          'processor',
        ],
        [
          row('nginx, pages only', theirs.offered, theirs.cpuUs),
          row('the highest rate', ours.offered, ours.cpuUs),
          row('twice that', overload),
          row('half of it, right after', after),
        ],
      ),
      '',
      `${purchases.ledger.paid.length} purchases paid, ${purchases.ledger.paid.length - paidBefore} of them from twice the rate on; until then ${writeP99Ms.toFixed(1)} ms for a write at p99`,
      `processor time of an answer: ${(theirs.cpuUs / ours.cpuUs).toFixed(2)} of nginx's rate for the same processor`,
      ...checks.map(([check, isMet]) => `${check}: ${verdict(isMet)}`),
      ...[...lost, ...purchases.failures].slice(0, 10),
    ].join('\n'),
  )
  process.exitCode = checks.every(([, isMet]) => isMet) ? 0 : 1
} finally {
  client.close()
  await site.stop()
}

async function measureNginx() {
  const nginx = await startNginx(site.url, PAGES, PROCESSES)
  const direct = new RawClient(nginx.port, CONNECTIONS)
  try {
    const visits = pageVisits(direct, PAGES)
    const found = await highestRate(visits, {
      seconds,
      p99Ms: P99_MS,
      pause: async () => {},
    })
    return await withProcessorTime(nginx.pid, () => offer(visits, found.rate, seconds))
  } finally {
    direct.close()
    await nginx.stop()
  }
}

/** Beside the run: the processor time of an answer, in microseconds. */
async function withProcessorTime(pid: number, run: () => Promise<Offered>) {
  const before = processorMs(pid)
  const offered = await run()
  return { offered, cpuUs: ((processorMs(pid) - before) * 1000) / offered.answered }
}

/** Of a process and those it has started, in milliseconds. The system counts in hundredths of a second. */
function processorMs(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
  return [String(pid), ...children.filter((one) => one !== '')].reduce((sum, one) => {
    const fields = readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return sum + (Number(fields[11]) + Number(fields[12])) * tickMs()
  }, 0)
}

function tickMs(): number {
  return 1000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
}

/** Whether it gets slower as purchases and quotes add up. */
function p99ByMinute({ tookBySecond }: Offered): string {
  const minutes: number[] = []
  for (let second = 0; second < tookBySecond.length; second += 60)
    minutes.push(quantile(tookBySecond.slice(second, second + 60).flat(), 0.99))
  return minutes.map((ms) => ms.toFixed(0)).join(', ')
}

function isSteady(offered: Offered): boolean {
  const { refused, notBegun, wrong } = offered
  return p99Of(offered) < P99_MS && refused + notBegun + wrong.size === 0
}

function wrongOf({ wrong }: Offered): string {
  return [...wrong].map(([status, count]) => `${count} × ${status || 'none'}`).join(', ') || '0'
}

/** The seconds until answers come in time again, and keep doing so. */
function recoveryOf({ tookBySecond }: Offered): number {
  const late = tookBySecond.map((tookMs) => quantile(tookMs, 0.99) >= P99_MS)
  return late.lastIndexOf(true) + 1
}
