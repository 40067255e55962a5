import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compiled, compiledWrite } from './compiled.ts'
import type { Database } from './database.ts'
import { openSqlite } from './sqlite.ts'

let db: Kysely<Database>

beforeAll(async () => {
  db = openSqlite(':memory:')
  await sql`create table rate (key text, window_start text, points integer)`.execute(db)
})
afterAll(() => db.destroy())

let built = 0
const points = compiled((on, { buckets, most }: { buckets: string[]; most: number }) => {
  built += 1
  return on
    .selectFrom('rate')
    .select('points')
    .where('key', 'in', buckets)
    .where('points', '<=', most)
    .orderBy('points')
})
const add = compiledWrite((on, row: { key: string; window_start: string; points: number }) =>
  on.insertInto('rate').values(row),
)

test('a compiled query is built once for lists of one length, and run with the values of each run', async () => {
  for (const [key, spent] of Object.entries({ a: 1, b: 2, c: 3 }))
    expect(await add(db, { key, window_start: 'ever', points: spent })).toBe(1)

  expect(await points(db, { buckets: ['a', 'c'], most: 9 })).toMatchObject([
    { points: 1 },
    { points: 3 },
  ])
  expect(await points(db, { buckets: ['b', 'c'], most: 2 })).toMatchObject([{ points: 2 }])
  expect(built).toBe(1)
  expect(await points(db, { buckets: ['b'], most: 9 })).toMatchObject([{ points: 2 }])
  expect(built).toBe(2)
  expect(await points(db, { buckets: ['a', 'b', 'c', 'd', 'e'], most: 9 })).toHaveLength(3)
})

test('a compiled query belongs to the transaction it is given', async () => {
  await db
    .transaction()
    .execute(async (trx) => {
      await add(trx, { key: 'gone', window_start: 'ever', points: 5 })
      expect(await points(trx, { buckets: ['gone'], most: 9 })).toHaveLength(1)
      throw new Error('changed my mind')
    })
    .catch(() => {})

  expect(await points(db, { buckets: ['gone'], most: 9 })).toEqual([])
})

test('a compiled query does nothing for a transaction that has ended', async () => {
  const ended = await db.transaction().execute(async (trx) => {
    await points(trx, { buckets: ['a'], most: 9 })
    return trx
  })
  await expect(add(ended, { key: 'late', window_start: 'ever', points: 5 })).rejects.toThrow(
    'ended',
  )
  expect(await points(db, { buckets: ['late'], most: 9 })).toEqual([])
})
