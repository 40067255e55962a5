import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { makeMissingTerms } from '#server/customers/terms-queries.ts'
import type { Db } from '#server/database.ts'
import { isSqlite } from '#server/platform/database/dialect.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openPostgres } from '#server/platform/database/postgres.ts'
import { openSqlite } from '#server/platform/database/sqlite.ts'
import { importAddresses } from '#server/addresses/address-import.ts'
import { LIMITS } from '#server/platform/settings/limits.ts'
import { randomOf } from '#tests/payments/random.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { requirePostgres, startPostgres } from '#tests/setup/postgres-server.ts'
import { arrive, saved } from '#tests/setup/purchases.ts'
import { copyRow } from './copy-rows.ts'
import { machineLines, quantile, tableLines, verdict } from './machine.ts'

// npm run bench:data -- --quotes 1000000 --addresses 2300000 --postgres
//
// What grows with the data, without HTTP: a page of a customer's quotes, a quote, a search for customers, and an address
// as it is typed. On SQLite in a file, or on a PostgreSQL of its own.

const { values } = parseArgs({
  options: {
    /** The most; the least is a thousand. Of each ten, one customer. */
    quotes: { type: 'string', default: '100000' },
    addresses: { type: 'string', default: '2300000' },
    postgres: { type: 'boolean', default: false },
    /** Where the SQLite file is kept afterwards, for `bench:start -- --database`. */
    keep: { type: 'string' },
  },
})
const FEWEST = 1_000
const QUOTES_EACH = 10
const TIMES = 500
/** Times what the fewest took. */
const MOST_GROWTH = 1.5
const TYPED_P99_MS = 5
const IMPORT_S = 30

const folder = mkdtempSync(join(tmpdir(), 'bench-data-'))
const server = values.postgres ? await startPostgres(requirePostgres()) : null
const random = randomOf(7)
const anyOf = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!
const db: Db = server
  ? openPostgres(server.url, (error) => console.error(error))
  : openSqlite(join(folder, 'data.db'))
await migrate(db)
const app = startApplication(db, {
  env: {
    ...Object.fromEntries(Object.keys(LIMITS).map((name) => [name, '999999999'])),
    CHECK_ANSWERS: 'off',
    ADDRESS_PROVIDER: 'local',
  },
})
try {
  await seedDemo(app.deps)
  const quotes = await measureQuotes(app)
  const addresses = await measureAddresses(app)
  console.log(
    [
      `${TIMES} of each, one after the other; the database has ${await sizeMb()} MB`,
      ...(server ? [server.version] : []),
      ...machineLines(),
      '',
      ...tableLines(['work', 'rows', 'p50', 'p99', 'times the fewest', 'goal'], quotes),
      '',
      ...tableLines(['addresses', 'rows', 'took', 'goal'], addresses),
    ].join('\n'),
  )
} finally {
  await db.destroy()
  await server?.stop()
  if (values.keep) copyFileSync(join(folder, 'data.db'), values.keep)
  rmSync(folder, { recursive: true, force: true })
}

async function measureQuotes(application: Application): Promise<string[][]> {
  const staff = await arrive(application, 'staff@demo.example')
  const { quoteId } = await saved(await arrive(application))
  const headers = { authorization: `Bearer ${staff.accessToken}` }
  const rows: string[][] = []
  const first = new Map<string, number>()
  let filled = 0
  for (let count = FEWEST; count <= Number(values.quotes); count *= 10) {
    await fill(quoteId, filled, count)
    filled = count
    const startedMs = performance.now()
    await makeMissingTerms(application.deps.db)
    const termsS = (performance.now() - startedMs) / 1000
    const customers = count / QUOTES_EACH
    const rowsOfAll = `${count.toLocaleString('en-NZ')} quotes, ${customers.toLocaleString('en-NZ')} customers`
    rows.push([
      'search terms of those added',
      rowsOfAll,
      `${termsS.toFixed(1)} s in all`,
      '',
      '',
      '',
    ])
    const customer = () => 10_000 + Math.floor(random() * customers)
    const works: [string, () => string][] = [
      ['GET /customer/:id/quotes', () => `/customer/${customer()}/quotes`],
      ['GET /quote/:id', () => `/quote/bench-${Math.floor(random() * count)}`],
      [
        'search by email',
        () => `/customers/search?where=email&search=bench${customer()}@post.example`,
      ],
      ['search by name', () => `/customers/search?where=name&search=surname${customer()}`],
    ]
    for (const [work, path] of works) {
      const took = await timed(() => application.request(`/api${path()}`, { headers }))
      const [p50, p99] = [quantile(took, 0.5), quantile(took, 0.99)]
      const times = p99 / (first.get(work) ?? p99)
      if (!first.has(work)) first.set(work, p99)
      rows.push([
        work,
        rowsOfAll,
        `${p50.toFixed(2)} ms`,
        `${p99.toFixed(2)} ms`,
        times.toFixed(2),
        count === FEWEST ? '' : `≤ ${MOST_GROWTH}, ${verdict(times <= MOST_GROWTH)}`,
      ])
    }
  }
  return rows
}

/** Adds copies of one quote and one customer, from `have` quotes to `count`. */
async function fill(quoteId: string, have: number, count: number): Promise<void> {
  const copy = (table: string, each: number, where: string, changed: Record<string, string>) =>
    copyRow(db, table, { where, changed, first: have / each, end: count / each })
  await copy('customer', QUOTES_EACH, `email = 'customer@demo.example'`, {
    id: '10000 + i',
    email: `'bench' || (10000 + i) || '@post.example'`,
    email_key: `'bench' || (10000 + i) || '@post.example'`,
    last_name: `'Surname' || (10000 + i)`,
    search_name: `' bench surname' || (10000 + i)`,
    terms_at: 'null',
  })
  await copy('quote', 1, `quote_id = '${quoteId}'`, {
    quote_id: `'bench-' || i`,
    customer_id: `10000 + i / ${QUOTES_EACH}`,
    created_at: isSqlite(db)
      ? `strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '-' || i || ' seconds')`
      : `to_char(created_at::timestamp - i * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  })
  // Otherwise PostgreSQL would plan as for the tables that they were, until it notices.
  if (server) await sql`analyze`.execute(db)
}

async function sizeMb(): Promise<string> {
  const size = server
    ? sql<{ bytes: number }>`select pg_database_size(current_database())::float as bytes`
    : sql<{
        bytes: number
      }>`select page_count * page_size as bytes from pragma_page_count, pragma_page_size`
  const [row] = (await size.execute(db)).rows
  return (row!.bytes / 2 ** 20).toFixed(0)
}

async function measureAddresses({ deps, request }: Application): Promise<string[][]> {
  const count = Number(values.addresses)
  const perRoad = 33
  const NAMES = [
    'Kauri',
    'Totara',
    'Beach',
    'Church',
    'Queen',
    'Victoria',
    'Station',
    'Rata',
    'Manuka',
  ]
  const KINDS = ['Road', 'Street', 'Avenue', 'Place', 'Crescent', 'Terrace', 'Lane', 'Drive']
  const roadOf = (road: number) =>
    `${NAMES[road % NAMES.length]}${'abcdefghij'[Math.floor(road / 72) % 10]}${Math.floor(road / 720)} ${KINDS[Math.floor(road / 9) % KINDS.length]}`
  function* csv() {
    yield 'address_id,full_address_number,address_number,full_road_name,suburb_locality,town_city,address_lifecycle\n'
    // Many lines at once, as they come from a file.
    let lines = ''
    for (let id = 0; id < count; id += 1) {
      const road = Math.floor(id / perRoad)
      const number = (id % perRoad) + 1
      lines += `${id + 1},${number},${number},${roadOf(road)},Suburb ${road % 900},Town ${road % 150},Current\n`
      if (lines.length < 65_536) continue
      yield lines
      lines = ''
    }
    yield lines
  }
  const startedMs = performance.now()
  await importAddresses(deps.db, Readable.from(csv()), { source: 'bench', now: () => new Date() })
  const importS = (performance.now() - startedMs) / 1000
  const roads = Math.ceil(count / perRoad)
  const took = await timed(() => {
    const whole = `${Math.floor(random() * perRoad) + 1} ${roadOf(Math.floor(random() * roads))}`
    const typed = anyOf([whole, whole.slice(0, -2), whole.slice(0, 9), whole.slice(0, 6)])
    return request(`/api/addresses?${new URLSearchParams({ q: typed })}`)
  })
  const p99 = quantile(took, 0.99)
  const rows = count.toLocaleString('en-NZ')
  return [
    ['import', rows, `${importS.toFixed(1)} s`, `≤ ${IMPORT_S} s, ${verdict(importS <= IMPORT_S)}`],
    [
      'typed, p50 and p99',
      rows,
      `${quantile(took, 0.5).toFixed(2)} and ${p99.toFixed(2)} ms`,
      `p99 ≤ ${TYPED_P99_MS} ms, ${verdict(p99 <= TYPED_P99_MS)}`,
    ],
  ]
}

async function timed(ask: () => Promise<Response>): Promise<number[]> {
  const took: number[] = []
  for (let time = 0; time < TIMES; time += 1) {
    const startedMs = performance.now()
    const response = await ask()
    await response.arrayBuffer()
    took.push(performance.now() - startedMs)
    if (response.status !== 200) throw new Error(`${response.url} answered ${response.status}`)
  }
  return took
}
