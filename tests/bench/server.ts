import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import type { BenchAddresses } from './server-process.ts'

// npm run bench:server -- --seconds 5 --connections 50
//
// The API in a process of its own, on SQLite in a file with synchronous=FULL, and beside it the least that Node
// and SQLite can do: what counts are the ratios of one run. The load is made on the same machine.

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
}

const folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-'))
const program = fileURLToPath(import.meta.resolve('./server-process.ts'))
const server = fork(program, [folder], { execArgv: ['--no-warnings'] })
try {
  const [addresses] = (await once(server, 'message')) as [BenchAddresses]
  print(await measure(addresses))
} finally {
  server.kill()
  rmSync(folder, { recursive: true, force: true })
}

async function measure(at: BenchAddresses): Promise<(Figure | Compared)[]> {
  const authorization = `Bearer ${at.accessToken}`
  const type = { 'content-type': 'application/json' }
  const journey = `${at.api}/purchase-journey/${at.journeyId}`
  const node = await load('bare node:http, 19 bytes of JSON', { url: at.bare })
  const reads: Compared[] = []
  for (const [work, goal, options] of [
    ['GET /model/list', 0.6, { url: `${at.api}/model/list` }],
    ['GET /me', 0.3, { url: `${at.api}/me`, headers: { authorization } }],
    ['GET /purchase-journey/:id', 0.3, { url: journey, headers: { authorization } }],
    [
      'POST /quote',
      0.05,
      {
        url: `${at.api}/quote`,
        method: 'POST',
        headers: type,
        body: JSON.stringify(at.quoteRequest),
      },
    ],
  ] satisfies [string, number, autocannon.Options][])
    reads.push({ ...(await load(work, options)), to: node, goal })

  const commits: Figure = {
    work: 'commits one after the other, bare node:sqlite',
    perSecond: commitsPerSecond(),
    p99Ms: null,
    cpuUs: null,
  }
  const patch = await load('PATCH /purchase-journey/:id', {
    url: journey,
    // Each changes something.
    requests: at.outletCodes.map((outletCode) => ({
      method: 'PATCH',
      headers: { ...type, authorization },
      body: JSON.stringify({ outletCode }),
    })),
  })
  return [node, ...reads, commits, { ...patch, to: commits, goal: 1.8 }]
}

async function load(work: string, options: autocannon.Options): Promise<Figure> {
  await autocannon({ ...options, connections, duration: 1 })
  const before = await processorTime()
  const result = await autocannon({ ...options, connections, duration: seconds })
  const cpuUs = ((await processorTime()) - before) / result.requests.total
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${work}: ${result.non2xx} answers were no success, ${result.errors} failed`)
  return { work, perSecond: result.requests.average, p99Ms: result.latency.p99, cpuUs }
}

async function processorTime(): Promise<number> {
  server.send('processor time')
  const [microseconds] = (await once(server, 'message')) as [number]
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

function print(figures: (Figure | Compared)[]): void {
  const rows = figures.map((figure) => {
    const { work, perSecond, p99Ms, cpuUs } = figure
    const own = [
      work,
      Math.round(perSecond).toLocaleString('en-NZ'),
      p99Ms === null ? '' : `${p99Ms} ms`,
      cpuUs === null ? '' : `${Math.round(cpuUs)} µs`,
    ]
    if (!('to' in figure)) return [...own, '', '']
    const ratio = perSecond / figure.to.perSecond
    const verdict = ratio >= figure.goal ? 'met' : 'missed'
    const of = figure.to.p99Ms === null ? 'commits' : 'node:http'
    return [...own, `${ratio.toFixed(2)} of ${of}`, `≥ ${figure.goal}, ${verdict}`]
  })
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const { node, sqlite } = process.versions
  console.warn(
    [
      `${seconds} s each after one of warming up, ${connections} connections, load from the same machine`,
      `Node ${node}, SQLite ${sqlite}, commit ${git('describe', '--always', '--dirty')}`,
      `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB`,
      '',
      '| work | a second | p99 | processor | ratio | goal |',
      '| --- | --- | --- | --- | --- | --- |',
      ...rows.map((row) => `| ${row.join(' | ')} |`),
    ].join('\n'),
  )
}
