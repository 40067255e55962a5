import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { machineLines, quantile, tableLines, verdict } from './machine.ts'
import type { BenchAddresses } from './server-process.ts'
import { hasWrk, wrk, type Read } from './wrk.ts'

// npm run bench:server -- --seconds 5 --connections 50
//
// The API in a process of its own, on SQLite in a file with synchronous=FULL, and beside it the least that Node
// and SQLite can do: what counts are the ratios of one run. The load is made on the same machine, that of reads by wrk
// where it is installed (Debian: wrk): autocannon comes no further than 60,000 answers a second, and less if they are long.

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '50' },
  },
})
const seconds = Number(values.seconds)
const connections = Number(values.connections)

interface Figure {
  work: string
  perSecond: number
  p99Ms: number | null
  /** Processor time of the server for each answer, in microseconds: what a busy machine changes least. */
  cpuUs: number | null
}
interface Compared extends Figure {
  to: Figure
  /** The least the ratio should be. */
  goal: number
  /** What the slowest of a hundred should take at most. */
  goalP99Ms?: number
}

/** At a steady pace, far below what the server can do. */
const PACED = { readsPerSecond: 500, signInsPerSecond: 20 }
/** As a multiple of a read's p99 while no one signs in. */
const MOST_BESIDE_SIGN_INS = 2
/** Times what one process reads. */
const LEAST_OF_TWO = 1.6

const folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-'))
const program = fileURLToPath(import.meta.resolve('./server-process.ts'))
const server = fork(program, [folder], { execArgv: ['--no-warnings'] })
try {
  const [addresses] = (await once(server, 'message')) as [BenchAddresses]
  const figures = await measure(addresses)
  const two = await measureTwo(addresses, figures)
  print(figures, two, await measureBesideSignIns(addresses))
} finally {
  server.kill()
  rmSync(folder, { recursive: true, force: true })
}

/** Reads, and what share of bare `node:http` each should be. */
function readsOf({ api, accessToken, journeyId }: BenchAddresses) {
  const headers = { authorization: `Bearer ${accessToken}` }
  return [
    { work: 'GET /model/list', goal: 0.45, options: { url: `${api}/model/list` } },
    { work: 'GET /me', goal: 0.25, options: { url: `${api}/me`, headers } },
    {
      work: 'GET /purchase-journey/:id',
      goal: 0.25,
      options: { url: `${api}/purchase-journey/${journeyId}`, headers },
    },
  ] satisfies { work: string; goal: number; options: Read }[]
}

async function measure(at: BenchAddresses): Promise<(Figure | Compared)[]> {
  const type = { 'content-type': 'application/json' }
  const node = await loadReads('bare node:http, 19 bytes of JSON', { url: at.bare })
  const reads: Compared[] = []
  for (const { work, goal, options } of readsOf(at))
    reads.push({ ...(await loadReads(work, options)), to: node, goal })
  const quotes = await load('POST /quote', {
    url: `${at.api}/quote`,
    method: 'POST',
    headers: type,
    body: JSON.stringify(at.quoteRequest),
  })
  reads.push({ ...quotes, to: node, goal: 0.05, goalP99Ms: Math.max(20, 2.5 * node.p99Ms!) })

  const commits: Figure = {
    work: 'commits one after the other, bare node:sqlite',
    perSecond: commitsPerSecond(),
    p99Ms: null,
    cpuUs: null,
  }
  const patch = await load('PATCH /purchase-journey/:id', {
    url: `${at.api}/purchase-journey/${at.journeyId}`,
    // Each changes something.
    requests: at.outletCodes.map((outletCode) => ({
      method: 'PATCH',
      headers: { ...type, authorization: `Bearer ${at.accessToken}` },
      body: JSON.stringify({ outletCode }),
    })),
  })
  // The limit is the disk, or where that is quick, the processor.
  const least = Math.min(1, (0.1 * node.perSecond) / commits.perSecond)
  return [node, ...reads, commits, { ...patch, to: commits, goal: least }]
}

/** Reads by two processes on the one file, each with half of the connections. */
async function measureTwo(at: BenchAddresses, figures: readonly Figure[]) {
  const second = fork(program, [folder], { execArgv: ['--no-warnings'] })
  try {
    const [beside] = (await once(second, 'message')) as [BenchAddresses]
    const both = readsOf(beside)
    const rows = []
    for (const [index, { work, options }] of readsOf(at).entries()) {
      const half = { connections: connections / 2, duration: seconds }
      const before = await processorTime(server, second)
      const results = await Promise.all(
        [options, both[index]!.options].map((one) => autocannon({ ...one, ...half })),
      )
      const spentUs = (await processorTime(server, second)) - before
      const sum = (of: (result: autocannon.Result) => number) =>
        results.map(of).reduce((a, b) => a + b)
      const cpuUs = spentUs / sum((result) => result.requests.total)
      rows.push({
        work: `${work}, two processes`,
        perSecond: sum((result) => result.requests.average),
        p99Ms: Math.max(...results.map((result) => result.latency.p99)),
        cpuUs,
        // The load generator needs a core as well, so two processes never have two cores here.
        timesOne: (2 * figures.find((figure) => figure.work === work)!.cpuUs!) / cpuUs,
      })
    }
    return rows
  } finally {
    second.kill()
  }
}

/** How long the slowest of a hundred reads takes while no one signs in, and while people do. */
async function measureBesideSignIns(at: BenchAddresses) {
  const headers = { authorization: `Bearer ${at.accessToken}` }
  const read = () => fetch(`${at.api}/me`, { headers })
  const signIn = () =>
    fetch(`${at.api}/auth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: at.signIn,
    })
  await paced(PACED.readsPerSecond, read, 1)
  const quiet = await paced(PACED.readsPerSecond, read)
  const [beside, signIns] = await Promise.all([
    paced(PACED.readsPerSecond, read),
    paced(PACED.signInsPerSecond, signIn),
  ])
  return { quietMs: p99(quiet), besideMs: p99(beside), signInMs: p99(signIns) }
}

/** Sends requests at a steady pace, whatever becomes of those before. Answers how long each took, in milliseconds. */
async function paced(
  perSecond: number,
  send: () => Promise<Response>,
  forSeconds = seconds,
): Promise<number[]> {
  const startedMs = performance.now()
  const answers: Promise<number>[] = []
  for (let sent = 0; sent < perSecond * forSeconds; sent += 1) {
    const earlyMs = startedMs + (sent * 1000) / perSecond - performance.now()
    if (earlyMs > 0) await wait(earlyMs)
    answers.push(timed(send))
  }
  return Promise.all(answers)
}

async function timed(send: () => Promise<Response>): Promise<number> {
  const startedMs = performance.now()
  const response = await send()
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`)
  return performance.now() - startedMs
}

function p99(values: number[]): number {
  return quantile(values, 0.99)
}

async function loadReads(work: string, read: Read): Promise<Figure> {
  if (!hasWrk) return load(work, read)
  await wrk(read, { connections, seconds: 1 })
  const before = await processorTime(server)
  const { answers, perSecond, p99Ms } = await wrk(read, { connections, seconds })
  return { work, perSecond, p99Ms, cpuUs: ((await processorTime(server)) - before) / answers }
}

async function load(work: string, options: autocannon.Options): Promise<Figure> {
  await autocannon({ ...options, connections, duration: 1 })
  const before = await processorTime(server)
  const result = await autocannon({ ...options, connections, duration: seconds })
  const cpuUs = ((await processorTime(server)) - before) / result.requests.total
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${work}: ${result.non2xx} answers were no success, ${result.errors} failed`)
  return { work, perSecond: result.requests.average, p99Ms: result.latency.p99, cpuUs }
}

/** Of these together, so far, in microseconds. */
async function processorTime(...servers: ChildProcess[]): Promise<number> {
  let microseconds = 0
  for (const one of servers) {
    one.send('processor time')
    const [its] = (await once(one, 'message')) as [number]
    microseconds += its
  }
  return microseconds
}

/** How often this disk takes a commit of one row changed and one added. */
function commitsPerSecond(): number {
  const database = new DatabaseSync(join(folder, 'bare.db'))
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  database.exec('create table thing (id integer primary key, value integer) strict')
  database.exec('create table event (at integer) strict; insert into thing values (1, 0)')
  const change = database.prepare('update thing set value = ? where id = 1')
  const add = database.prepare('insert into event values (?)')
  const startedMs = performance.now()
  let commits = 0
  while (performance.now() - startedMs < seconds * 1000) {
    database.exec('begin immediate')
    change.run(commits)
    add.run(commits)
    database.exec('commit')
    commits += 1
  }
  database.close()
  return (commits / (performance.now() - startedMs)) * 1000
}

function print(
  figures: (Figure | Compared)[],
  two: Awaited<ReturnType<typeof measureTwo>>,
  { quietMs, besideMs, signInMs }: Awaited<ReturnType<typeof measureBesideSignIns>>,
): void {
  const asRow = ({ work, perSecond, p99Ms, cpuUs }: Figure) => [
    work,
    Math.round(perSecond).toLocaleString('en-NZ'),
    p99Ms === null ? '' : `${p99Ms} ms`,
    cpuUs === null ? '' : `${Math.round(cpuUs)} µs`,
  ]
  const rows = figures.map((figure) => {
    const { perSecond, p99Ms } = figure
    const own = asRow(figure)
    if (!('to' in figure)) return [...own, '', '']
    const ratio = perSecond / figure.to.perSecond
    const goals = [`≥ ${figure.goal.toFixed(2)}, ${verdict(ratio >= figure.goal)}`]
    if (figure.goalP99Ms !== undefined)
      goals.push(`p99 ≤ ${figure.goalP99Ms} ms, ${verdict(p99Ms! <= figure.goalP99Ms)}`)
    const of = figure.to.p99Ms === null ? 'commits' : 'node:http'
    return [...own, `${ratio.toFixed(2)} of ${of}`, goals.join('; ')]
  })
  const { readsPerSecond, signInsPerSecond } = PACED
  const times = besideMs / quietMs
  const inMs = (ms: number) => `${ms.toFixed(1)} ms`
  for (const figure of two)
    rows.push([
      ...asRow(figure),
      `${figure.timesOne.toFixed(2)} of one, by processor time`,
      `≥ ${LEAST_OF_TWO}, ${verdict(figure.timesOne >= LEAST_OF_TWO)}`,
    ])
  rows.push(
    ['GET /me, paced', String(readsPerSecond), inMs(quietMs), '', '', ''],
    [
      `the same beside ${signInsPerSecond} sign-ins a second (theirs: ${inMs(signInMs)})`,
      String(readsPerSecond),
      inMs(besideMs),
      '',
      `${times.toFixed(2)} of quiet`,
      `≤ ${MOST_BESIDE_SIGN_INS}, ${verdict(times <= MOST_BESIDE_SIGN_INS)}`,
    ],
  )
  console.warn(
    [
      `${seconds} s each after one of warming up, ${connections} connections, load from the same machine`,
      ...machineLines(),
      '',
      ...tableLines(['work', 'a second', 'p99', 'processor', 'ratio', 'goal'], rows),
    ].join('\n'),
  )
}
