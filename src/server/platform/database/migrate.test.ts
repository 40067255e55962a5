import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openServer, POSTGRES_URL } from '#tests/setup/databases.ts'
import { isUpToDate, migrate } from './migrate.ts'
import { openSqlite } from './sqlite.ts'

const runs = (...statements: ReturnType<typeof sql>[]): Migration => ({
  up: async (db) => {
    for (const statement of statements) await statement.execute(db)
  },
})

const CARS = { '2026-01-01-cars': runs(sql`create table car (id integer primary key)`) }
const COLOURS = {
  ...CARS,
  '2026-01-02-colours': runs(
    sql`alter table car add column colour text not null default 'red'`,
    sql`insert into car (id) values (1)`,
  ),
}
const FAILS = {
  ...COLOURS,
  '2026-01-03-fails': runs(
    sql`insert into car (id) values (2)`,
    sql`insert into car (id) values (2)`,
  ),
}

const open = () => (POSTGRES_URL ? openServer(POSTGRES_URL) : openSqlite(':memory:'))

describe(`migrations on ${POSTGRES_URL ? 'PostgreSQL' : 'SQLite'}`, () => {
  test('run once each, in order, and a failed one leaves nothing behind', async () => {
    const db = await open()
    onTestFinished(() => db.destroy())
    const backups: number[] = []
    const migrateTo = (migrations: Record<string, Migration>) =>
      migrate(db, async () => void backups.push(Object.keys(migrations).length), migrations)
    const cars = async () => (await sql`select * from car order by id`.execute(db)).rows

    await migrateTo(CARS)
    expect(await cars()).toEqual([])
    await migrateTo(COLOURS)
    await migrateTo(COLOURS)
    expect(await cars()).toEqual([{ id: 1, colour: 'red' }])
    await expect(migrateTo(FAILS)).rejects.toThrow(/unique/i)
    expect(await cars()).toEqual([{ id: 1, colour: 'red' }])
    // The first run found no tables, the third nothing to do.
    expect(backups).toEqual([2, 3])

    // A database that a newer version wrote is refused.
    await expect(migrateTo(CARS)).rejects.toThrow('2026-01-02-colours')
    expect(backups).toEqual([2, 3])
  })

  test('an empty database gets today’s tables', async () => {
    const db = await open()
    onTestFinished(() => db.destroy())
    expect(await isUpToDate(db)).toBe(false)
    await migrate(db, async () => expect.unreachable())
    expect(await isUpToDate(db)).toBe(true)
    expect(await db.selectFrom('purchase_journey').selectAll().execute()).toEqual([])
  })
})
