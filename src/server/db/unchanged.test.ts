import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compiled } from './compiled.ts'
import type { Database } from './database.ts'
import { openSqlite } from './sqlite.ts'
import { whileUnchanged } from './unchanged.ts'

let folder: string
let db: Kysely<Database>
/** Another process, as far as SQLite can tell. */
let other: DatabaseSync

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'unchanged-'))
  db = openSqlite(join(folder, 'shop.db'))
  await sql`create table rate (key text, window_start text, points integer)`.execute(db)
  await sql`insert into rate values ('a', 'ever', 1)`.execute(db)
  other = new DatabaseSync(join(folder, 'shop.db'))
})
afterEach(async () => {
  await db.destroy()
  other.close()
  rmSync(folder, { recursive: true })
})

const turn = () => new Promise(setImmediate)
const rows = compiled((on, { key }: { key: string }) =>
  on.selectFrom('rate').select('points').where('key', '=', key),
)
const pointsOf = async (on: Kysely<Database>) => (await rows(on, { key: 'a' }))[0]?.points
const spend = (on: Kysely<Database>) => sql`update rate set points = points + 1`.execute(on)

let made = 0
const leftOf = (on: Kysely<Database>, key = 'what is left') =>
  whileUnchanged(on, key, async () => {
    made += 1
    return { left: 10 - (await pointsOf(on))! }
  })
beforeEach(() => {
  made = 0
})

test('what nobody has changed is made once, whenever it is asked for', async () => {
  const first = await leftOf(db)
  await turn()
  expect(await leftOf(db)).toBe(first)
  expect(await rows(db, { key: 'a' })).toBe(await rows(db, { key: 'a' }))
  expect([first, made]).toEqual([{ left: 9 }, 1])
})

test('a commit of this process or of another makes it anew', async () => {
  await leftOf(db)
  await spend(db)
  expect([await leftOf(db), made]).toEqual([{ left: 8 }, 2])

  other.exec('update rate set points = 5')
  await turn()
  expect([await leftOf(db), made]).toEqual([{ left: 5 }, 3])
})

test('what is made while somebody commits is not kept for those who come later', async () => {
  let goOn = () => {}
  const slow = whileUnchanged(db, 'slow', async () => {
    const points = await pointsOf(db)
    await new Promise<void>((go) => (goOn = go))
    return { points }
  })
  await turn()
  await spend(db)
  const points = await pointsOf(db)
  goOn()
  expect(await slow).toEqual({ points: 1 })
  const next = await whileUnchanged(db, 'slow', async () => ({ points: await pointsOf(db) }))
  expect([points, next]).toEqual([2, { points: 2 }])
})

test('in a transaction it is made of what the transaction sees, and kept for nobody', async () => {
  await leftOf(db)
  await db
    .transaction()
    .execute(async (trx) => {
      await spend(trx)
      expect(await leftOf(trx)).toEqual({ left: 8 })
      throw new Error('changed my mind')
    })
    .catch(() => {})
  expect(await leftOf(db)).toEqual({ left: 9 })
})

test('other values are another thing', async () => {
  await sql`insert into rate values ('1', 'ever', 7)`.execute(db)
  expect(await rows(db, { key: '1' })).toMatchObject([{ points: 7 }])
  expect(await rows(db, { key: 'a' })).toMatchObject([{ points: 1 }])
  expect(await rows(db, { key: 'b' })).toEqual([])
  expect(await leftOf(db, 'a')).not.toBe(await leftOf(db, 'b'))
})

test('nobody can change what others get', async () => {
  const [row] = await rows(db, { key: 'a' })
  expect(() => Object.assign(row!, { points: 0 })).toThrow(TypeError)
  await expect(leftOf(db).then((it) => (it.left = 0))).rejects.toThrow(TypeError)
})

test('far more than is ever asked for between two commits is not kept', async () => {
  for (let n = 0; n < 5_000; n += 1) await whileUnchanged(db, `n ${n}`, async () => ({ n }))
  let again = 0
  await whileUnchanged(db, 'n 0', async () => ({ n: (again += 1) }))
  expect(again).toBe(1)
})
