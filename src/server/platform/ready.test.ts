import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { databases } from '#tests/setup/databases.ts'
import type { Db } from '#server/database.ts'
import { isReady, freeDiskBytes, readiness } from './ready.ts'
import { readSettings } from './settings/settings.ts'

const settings = readSettings({ DATABASE_URL: 'file:data.db' })

let db: Db
beforeEach(async () => void (db = await databases[0]!.open()))
afterEach(() => db.destroy())

const ready = (room?: typeof freeDiskBytes) => isReady({ db, settings }, room)

test('it is ready with an up-to-date database and free space', async () => {
  expect(await ready(async () => 200e6)).toBe(true)
  expect(await ready(async () => 199e6)).toBe(false)
  expect(await ready(async () => Promise.reject(new Error('no such folder')))).toBe(false)
  expect(await freeDiskBytes(settings)).toBeGreaterThan(0)
})

test('the disk of PostgreSQL is not checked', async () => {
  expect(await freeDiskBytes({ ...settings, databaseFile: null })).toBeNull()
})

test('migrations of a newer version are accepted, missing ones are not', async () => {
  const room = async () => null
  await sql`insert into kysely_migration values ('2999-01-01-later', '')`.execute(db)
  expect(await ready(room)).toBe(true)
  await sql`delete from kysely_migration where name < '2999'`.execute(db)
  expect(await ready(room)).toBe(false)
})

test('it is not ready when the database does not answer', async () => {
  await sql`drop table kysely_migration`.execute(db)
  expect(await ready(async () => null)).toBe(false)
})

test('many who ask at once are answered by one question', async () => {
  let asked = 0
  const counted = {
    ...settings,
    get databaseFile() {
      asked += 1
      return null
    },
  }
  const isReadyNow = readiness({ db, settings: counted })
  expect(await Promise.all(Array.from({ length: 50 }, isReadyNow))).toEqual(Array(50).fill(true))
  expect(asked).toBe(1)
})
