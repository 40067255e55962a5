import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#lib/contract.ts'
import { z } from '#lib/shared/zod.ts'
import type { Database, Db } from '#server/database.ts'
import { asked, examples } from '#tests/setup/examples.ts'
import { answerTo, calls, db, namedIn, setUpWorld, world } from './contract.fixture.ts'

// What every call does when it is asked as it should be, and asked again.

setUpWorld()

/** Counted for a while, or what is noted of each request. */
const PASSING = ['audit', 'captcha_used', 'idempotency', 'rate']

let tables: (keyof Database)[]
beforeAll(async () => {
  tables = (await db.introspection.getTables())
    // On PostgreSQL, the tests' own tables have separate schemas.
    .filter(({ schema }) => schema === undefined || schema === 'public')
    .map(({ name }) => name as keyof Database)
    .filter((name) => !PASSING.includes(name))
})

/** How many rows each table has that counts. */
async function rowsOf(db: Db): Promise<Record<string, number>> {
  const counts = tables.map(async (name) => {
    const { rows } = await db
      .selectFrom(name)
      .select(({ fn }) => fn.countAll().as('rows'))
      .executeTakeFirstOrThrow()
    return [name, Number(rows)] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

/** Moved by each call of a person who is signed in, and answers of the register that are kept for a day. */
const MOVING = ['session', 'acting', 'audit_head', 'register_answer']

/** What the tables that count hold. */
async function valuesOf(db: Db): Promise<Record<string, unknown[]>> {
  const rows = tables
    .filter((name) => !MOVING.includes(name))
    .map(async (name) => [name, await db.selectFrom(name).selectAll().execute()] as const)
  return Object.fromEntries(await Promise.all(rows))
}

describe('every call', () => {
  test('has a worked example', () => {
    const missing = calls.map(({ name }) => name).filter((name) => !examples[name])
    expect(missing, 'add a row below tests/setup/examples/').toEqual([])
    expect(Object.keys(examples).filter((name) => !contract[name])).toEqual([])
  })

  const worked = calls.filter(({ name }) => examples[name])

  // First, while there is little to compare.
  // They note that a code was given and that a file was read, and ask the provider about a payment.
  const NOTING = ['getQuoteDocument', 'readPurchaseFile', 'returnFromStripe']
  const reads = worked.filter(({ name, method }) => method === 'GET' && !NOTING.includes(name))
  test.each(reads)('$name, which only reads, changes no table', async (endpoint) => {
    const example = asked(await examples[endpoint.name]!(world))
    const before = await valuesOf(db)
    await answerTo(endpoint, example)
    expect(await valuesOf(db)).toEqual(before)
  })

  // Of the catalogue, which is public, each grade is answered as its file has it.
  const CATALOGUE = ['listModels', 'getVariantOption']
  test.each(worked)('$name succeeds as declared, with no other field', async (endpoint) => {
    const { status, headers, text } = await answerTo(
      endpoint,
      asked(await examples[endpoint.name]!(world)),
    )
    expect(status, text).toBe(endpoint.ok)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    if (!endpoint.isPublic) expect(headers.get('cache-control')).toBe('no-store')
    if (!endpoint.answer || CATALOGUE.includes(endpoint.name)) return
    const given = JSON.parse(text) as unknown
    expect(z.parse(endpoint.answer, given)).toEqual(given)
  })

  test.each(worked.filter(({ isPublic }) => isPublic))(
    '$name is answered with 304 while nothing has changed',
    async (endpoint) => {
      const example = asked(await examples[endpoint.name]!(world))
      const first = await answerTo(endpoint, example)
      const etag = first.headers.get('etag')!
      const again = await answerTo(endpoint, { ...example, headers: { 'if-none-match': etag } })
      expect(again.status).toBe(304)
    },
  )

  test.each(worked.filter(({ isIdempotent }) => isIdempotent))(
    '$name does with one key what it does once',
    async (endpoint) => {
      const example = asked(await examples[endpoint.name]!(world))
      const key = `key-of-${endpoint.name}`
      const headers = { ...example.headers, 'idempotency-key': key }
      const first = await answerTo(endpoint, { ...example, headers })
      const again = await answerTo(endpoint, { ...example, headers })
      expect(first.status, first.text).toBe(endpoint.ok)
      expect([again.status, again.text]).toEqual([first.status, first.text])
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
      expect(first.headers.has('etag')).toBe(!!endpoint.isVersioned)

      const other = asked(await examples[endpoint.name]!(world))
      const changed = { ...other, headers: { ...other.headers, 'idempotency-key': key } }
      const isSame =
        JSON.stringify([changed.params, changed.body]) ===
        JSON.stringify([example.params, example.body])
      if (!isSame) expect((await answerTo(endpoint, changed)).status).toBe(422)
    },
  )

  // A code or a link that is asked for again is sent again.
  const cutOff = worked.filter(
    ({ isIdempotent, name }) =>
      isIdempotent && !['createCustomer', 'createWebAccount'].includes(name),
  )
  // The code or the challenge that they ask for is used up by the first.
  const USED_UP = ['verifyWebAccountEmail', 'completePasswordReset', 'addPasskey']
  test.each(cutOff)(
    '$name does nothing a second time when its process died before the answer was kept',
    async (endpoint) => {
      const example = asked(await examples[endpoint.name]!(world))
      const headers = { ...example.headers, 'idempotency-key': `cut-off-${endpoint.name}` }
      const first = await answerTo(endpoint, { ...example, headers })
      expect(first.status, first.text).toBe(endpoint.ok)
      // The key is still locked, but no request is running; its answer is unknown.
      await db
        .updateTable('idempotency')
        .set({ status: null, body: null, created_at: '2026-01-01T00:00:00.000Z' })
        .where('operation', '=', endpoint.name)
        .execute()
      const before = await rowsOf(db)
      const again = await answerTo(endpoint, { ...example, headers })
      const refused = USED_UP.includes(endpoint.name) ? 400 : 409
      expect([endpoint.ok, refused], again.text).toContain(again.status)
      expect(await rowsOf(db)).toEqual(before)
    },
  )

  test.each(worked.filter(({ isIdempotent }) => isIdempotent))(
    '$name refuses a key that is empty, a space, too long or two words',
    async (endpoint) => {
      const example = asked(await examples[endpoint.name]!(world))
      for (const key of ['', ' ', 'x'.repeat(256), 'a b']) {
        const headers = { ...example.headers, 'idempotency-key': key }
        const answer = await answerTo(endpoint, { ...example, headers })
        expect([key, answer.status, namedIn(answer)]).toEqual([key, 400, ['Idempotency-Key']])
      }
    },
  )
})
