import fc from 'fast-check'
import { contract } from '#lib/contract.ts'
import type { Endpoint } from '#lib/api/endpoint.ts'
import { createApp } from '#server/app.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openSqlite } from '#server/platform/database/sqlite.ts'
import { asked, examples } from '#tests/setup/examples.ts'
import { arrive, arriveAs, confirmed, ready, saved, started } from '#tests/setup/purchases.ts'
import { openWorld, requestOf, type World } from '#tests/setup/world.ts'
import { formText, requestsTo, type MadeUp, type Variation } from './arbitraries.ts'
import { changed, POOLS, written } from './values.ts'

export interface FuzzReport {
  requests: number
  seed: number
  byStatus: Record<number, number>
  /** How often each call was answered with success. */
  successes: Record<string, number>
  slowest: { ms: number; call: string }
  ms: number
  /** What must not be: each once, with a request that shows it. */
  faults: string[]
}

/** A world grows with what is put into it, and its people lose their sessions. */
const REQUESTS_OF_A_WORLD = 10_000
const REQUESTS_OF_A_SESSION = 250
const BATCH = 250
const MAX_MS = 1_000

/**
 * Sends made-up requests to the application, in this process and on SQLite, one after the other.
 *
 * Each must be answered within a second of a core, with a status that the OpenAPI document declares and a body that is
 * as it says, and never with a fault of the server.
 *
 * @param seed The same seed makes the same requests up.
 */
export async function fuzz(requests: number, seed: number): Promise<FuzzReport> {
  const calls = Object.values(contract)
  const report: FuzzReport = {
    requests: 0,
    seed,
    byStatus: {},
    successes: Object.fromEntries(calls.map(({ name }) => [name, 0])),
    slowest: { ms: 0, call: '' },
    ms: 0,
    faults: [],
  }
  const arbitrary = requestsTo(calls)
  const startedMs = performance.now()
  while (report.requests < requests) {
    const most = Math.min(REQUESTS_OF_A_WORLD, requests - report.requests)
    await fuzzWorld(report, arbitrary, most)
  }
  report.ms = performance.now() - startedMs
  return report
}

async function fuzzWorld(
  report: FuzzReport,
  arbitrary: fc.Arbitrary<MadeUp>,
  requests: number,
): Promise<void> {
  const db = openSqlite(':memory:')
  await migrate(db)
  const logged: unknown[] = []
  // The failure lab would end the sessions of those who ask.
  const world = await openWorld(db, { lab: null })
  world.app.deps.log.error = (fault: object) => void logged.push(fault)
  const app = createApp(world.app.deps)
  const seen = new Set<string>()
  const fault = (what: string, example: () => string) => {
    if (seen.has(what) || report.faults.some((one) => one.startsWith(what))) return
    seen.add(what)
    report.faults.push(`${what}\n  ${example()}`)
  }

  const known: Record<string, string[]> = Object.fromEntries(POOLS.map((pool) => [pool, []]))
  const renew = async () => {
    for (const name of ['mia', 'rawiri'] as const)
      world[name] = await arriveAs(world.app, {
        customer_id: world[name].customerId,
        staff_id: null,
      })
    world.staff = await arrive(world.app, 'staff@demo.example')
    for (const name of ['mia', 'rawiri', 'staff'] as const) known[name] = [world[name].accessToken]
    known.gone = ['a1_gone']
    await prepare(world, known)
  }
  const fill = (text: string): string =>
    text.replace(/\{\{(\w+):(\d+)\}\}/g, (_, pool: string, at: string) => {
      const values = known[pool] ?? []
      return values[Number(at) % Math.max(values.length, 1)] ?? 'nothing'
    })
  await db.updateTable('stock').set({ quantity: 1_000_000 }).execute()

  for (let done = 0; done < requests;) {
    if (done % REQUESTS_OF_A_SESSION === 0) await renew()
    const batch = Math.min(BATCH, requests - done)
    for (const made of fc.sample(arbitrary, {
      numRuns: batch,
      seed: report.seed + report.requests,
    })) {
      const { endpoint } = made
      const filled: Sent = {
        path: `/api${fill(made.path).replace(/^\/?/, '/')}`,
        headers: Object.fromEntries(
          Object.entries(made.headers).map(([name, value]) => [name, fill(value)]),
        ),
        body: typeof made.body === 'string' ? fill(made.body) : made.body,
      }
      const request = made.example ? await varied(world, endpoint, made.example) : filled
      // What the example needs was used up, or closed, by what was made up before it.
      if (!request) continue
      const { path, headers, body: sent } = request
      const example = () =>
        `${endpoint.method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 500)} ${String(sent).slice(0, 500)}`
      const before = process.cpuUsage()
      let response: Response
      let text: string
      try {
        response = await app.request(`http://shop.test${path}`, {
          method: endpoint.method,
          headers,
          ...(sent === undefined || endpoint.method === 'GET' ? {} : { body: sent as BodyInit }),
        })
        text = await response.text()
      } catch (error) {
        fault(`${endpoint.name} threw ${String(error)}`, example)
        continue
      }
      const { user, system } = process.cpuUsage(before)
      const ms = (user + system) / 1000
      const { status } = response
      report.byStatus[status] = (report.byStatus[status] ?? 0) + 1
      if (ms > report.slowest.ms) report.slowest = { ms, call: endpoint.name }
      if (ms > MAX_MS) fault(`${endpoint.name} took longer than a second of a core`, example)
      if (status === endpoint.ok) {
        report.successes[endpoint.name]! += 1
        harvest(known, text, response.headers.get('set-cookie'))
      }
      // A path can come to be another call's: `/quote/save`. Then it is judged there, or is no call at all.
      const isOther = status === 404 || status === 405
      if (status >= 500 && status !== 503)
        fault(
          `${endpoint.name} answered ${status}`,
          () => `${example()}\n  ${causeOf(logged.pop())}`,
        )
      for (const complaint of world.judge(endpoint, { status, headers: response.headers, text }))
        if (!isOther || !complaint.includes('is not declared'))
          fault(
            `${endpoint.name} answered ${status}: ${complaint}`,
            () => `${example()}\n  ${text.slice(0, 300)}`,
          )
      if (({} as { polluted?: unknown }).polluted !== undefined)
        fault(`${endpoint.name} changed the prototype of every object`, example)
    }
    done += batch
    report.requests += batch
    world.app.clock.advance(1_000)
  }
  const alive = await app.request('http://shop.test/api/model/list')
  if (alive.status !== 200) fault('the server does not answer any more', () => String(alive.status))
  await world.stop()
  await db.destroy()
}

/** A request as it is sent. */
interface Sent {
  path: string
  headers: Record<string, string>
  body: string | Uint8Array | undefined
}

/** The request of a call's example. `null` where it cannot be made any more. */
async function varied(
  world: World,
  endpoint: Endpoint,
  variation: Variation,
): Promise<Sent | null> {
  let example
  try {
    example = asked(await examples[endpoint.name]!(world))
  } catch {
    return null
  }
  if (variation !== 'as it is' && typeof example.body === 'object') {
    const text = endpoint.encoding === 'form' ? formText : written
    example = { ...example, body: text(changed(example.body, ...variation)) }
  }
  const [path, { headers, body }] = requestOf(endpoint, example)
  return {
    path,
    headers: headers as Record<string, string>,
    body: body as string | undefined,
  }
}

/** Objects to ask about: deleted ones are created again. */
async function prepare(
  { mia, rawiri }: Pick<World, 'mia' | 'rawiri'>,
  known: Record<string, string[]>,
): Promise<void> {
  known.customer = [mia.customerId, rawiri.customerId, 1, 2].map(String)
  known.quote = [(await saved(mia)).quoteId, (await saved(rawiri)).quoteId]
  known.journey = [
    (await started(mia)).id,
    (await ready(mia)).id,
    (await ready(mia, { payOption: 'LOANCLASIC' })).id,
    (await confirmed(mia)).id,
  ]
}

/** Objects named in answers, for later requests. */
const NAMED: [pool: string, pattern: RegExp][] = [
  ['quote', /"quoteId":"([\w-]+)"/],
  ['journey', /"purchaseJourneyId":"([\w-]+)"/],
  ['session', /"sessionId":"([\w-]+)"/],
  ['bank', /"token":"([^"]+)"/],
  ['refresh', /"refresh_token":"([^"]+)"/],
]

function harvest(known: Record<string, string[]>, text: string, cookie: string | null): void {
  for (const [pool, pattern] of NAMED) {
    const found = pattern.exec(text)?.[1]
    if (found && !known[pool]?.includes(found))
      known[pool] = [found, ...(known[pool] ?? [])].slice(0, 8)
  }
  if (cookie) known.cookie = [cookie.split(';')[0]!]
}

const causeOf = (logged: unknown): string => {
  const { err } = (logged ?? {}) as { err?: Error }
  return err?.stack?.split('\n').slice(0, 6).join('\n  ') ?? 'nothing was logged'
}

/** The report in words. */
export function inWords(report: FuzzReport): string {
  const { requests, seed, ms, byStatus, slowest, faults, successes } = report
  const never = Object.keys(successes).filter((name) => successes[name] === 0)
  return [
    `${requests} requests in ${Math.round(ms / 1000)} s (${Math.round((requests / ms) * 1000)} a second), seed ${seed}`,
    `by status: ${Object.entries(byStatus)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', ')}`,
    `slowest: ${Math.round(slowest.ms)} ms of a core (${slowest.call})`,
    `never with success: ${never.join(', ') || 'none'}`,
    `faults: ${faults.length}`,
    ...faults.map((fault) => `- ${fault}`),
  ].join('\n')
}
