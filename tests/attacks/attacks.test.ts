import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { contract } from '#lib/contract.ts'
import type { Db } from '#server/database.ts'
import { databases } from '#tests/setup/databases.ts'
import { asked, examples } from '#tests/setup/examples.ts'
import { requestOf, openWorld, type Asked, type World } from '#tests/setup/world.ts'
import { CORPORA } from './corpora.ts'

// Each text of each call's example gives way to texts that attack. In a quick run each gets one, of each corpus in turn;
// with ATTACKS=all it gets them all.

const corpora: readonly (readonly string[])[] = Object.values(CORPORA)
let turn = 0
const texts = (): readonly string[] => {
  if (process.env.ATTACKS === 'all') return corpora.flat()
  turn += 1
  const corpus = corpora[turn % corpora.length]!
  return [corpus[Math.floor(turn / corpora.length) % corpus.length]!]
}

test('the corpora are as large as they should be', () => {
  expect(corpora.map((corpus) => new Set(corpus).size)).toEqual([60, 120, 40, 60, 200, 30, 20, 24])
})

let db: Db
let world: World
let asksOthers: string[] = []
beforeAll(async () => {
  db = await databases[0]!.open()
  world = await openWorld(db)
  await db.updateTable('stock').set({ quantity: 1_000_000 }).execute()
})
afterAll(async () => {
  await world?.stop()
  await db?.destroy()
})

const realFetch = globalThis.fetch
beforeEach(() => {
  asksOthers = []
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    const { hostname } = new URL(input instanceof Request ? input.url : input)
    if (hostname !== '127.0.0.1' && hostname !== 'localhost') asksOthers.push(hostname)
    return realFetch(input, init)
  })
})
afterEach(() => vi.unstubAllGlobals())

/** The message when a provider does not answer. No input may make the server itself unavailable. */
const PROVIDER_IS_AWAY = /(is|are) not available right now\.|cannot be reached right now\./

/** The value with one of its texts replaced: once for each text and each attack. */
function* attacked(value: unknown): Generator<unknown> {
  if (typeof value === 'string') yield* texts()
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return
  for (const [key, part] of Object.entries(value))
    for (const other of attacked(part))
      yield Array.isArray(value)
        ? value.map((item: unknown, at) => (String(at) === key ? other : item))
        : { ...value, [key]: other }
}

function* requests(example: Asked): Generator<Asked> {
  for (const body of attacked(example.body)) yield { ...example, body }
  for (const query of attacked(example.query))
    yield { ...example, query: query as Asked['query'] & {} }
  for (const params of attacked(example.params))
    yield { ...example, params: params as Asked['params'] & {} }
}

test.each(Object.values(contract))(
  '$name does nothing that a text tells it to',
  { timeout: 600_000 },
  async (endpoint) => {
    const example = asked(await examples[endpoint.name]!(world))
    for (const request of requests(example)) {
      const response = await world.app.request(...requestOf(endpoint, request))
      const { status, headers } = response
      const text = await response.text()
      const shown = `${JSON.stringify({ ...request, headers: undefined }).slice(0, 400)} -> ${status} ${text.slice(0, 200)}`
      if (status !== 503) expect(status, shown).toBeLessThan(500)
      else expect(text, shown).toMatch(PROVIDER_IS_AWAY)
      for (const [name, value] of headers)
        expect(/polluted|evil/.test(`${name}${value}`) && name !== 'location', shown).toBe(false)
      const to = headers.get('location')
      if (to !== null) expect(new URL(to, 'http://shop.test').hostname, shown).toBe('shop.test')
      if (headers.get('content-type')?.includes('html'))
        expect(text, shown).not.toMatch(/<script>alert|onerror=alert|onload=alert/)
    }
    expect(asksOthers).toEqual([])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  },
)

test('after it, tables and mails are as they should be', async () => {
  const { count } = await db
    .selectFrom('customer')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBeGreaterThan(30)
  const mails = await db
    .selectFrom('outbox')
    .select(['recipient', 'subject'])
    // A blank is never sent.
    .where('kind', '<>', 'blank')
    .execute()
  expect(mails.length).toBeGreaterThan(0)
  for (const { recipient, subject } of mails) {
    expect(recipient).toMatch(/^[^\s,;<>]+@[^\s,;<>]+$/)
    expect(subject).not.toMatch(/[\r\n]/)
  }
})
