import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compiled } from './compiled.ts'
import type { Db } from '#server/database.ts'
import { openSqlite } from './sqlite.ts'

let db: Db

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
const rows = async (...[on, values]: Parameters<typeof points>) => (await points(on, values)).rows
const add = compiled((on, row: { key: string; window_start: string; points: number }) =>
  on.insertInto('rate').values(row),
)

test('a compiled query is built once per list length and run with the values of each call', async () => {
  for (const [key, spent] of Object.entries({ a: 1, b: 2, c: 3 }))
    expect(await add(db, { key, window_start: 'ever', points: spent })).toMatchObject({
      numAffectedRows: 1n,
    })

  expect(await rows(db, { buckets: ['a', 'c'], most: 9 })).toMatchObject([
    { points: 1 },
    { points: 3 },
  ])
  expect(await rows(db, { buckets: ['b', 'c'], most: 2 })).toMatchObject([{ points: 2 }])
  expect(built).toBe(1)
  expect(await rows(db, { buckets: ['b'], most: 9 })).toMatchObject([{ points: 2 }])
  expect(built).toBe(2)
  expect(await rows(db, { buckets: ['a', 'b', 'c', 'd', 'e'], most: 9 })).toHaveLength(3)
})

test('a compiled query runs in the transaction it is given', async () => {
  await db
    .transaction()
    .execute(async (trx) => {
      await add(trx, { key: 'gone', window_start: 'ever', points: 5 })
      expect(await rows(trx, { buckets: ['gone'], most: 9 })).toHaveLength(1)
      throw new Error('changed my mind')
    })
    .catch(() => {})

  expect(await rows(db, { buckets: ['gone'], most: 9 })).toEqual([])
})
