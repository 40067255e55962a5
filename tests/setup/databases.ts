import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { openSqlite } from '#server/db/sqlite.ts'

/**
 * The databases we claim to run on. Every API test runs on each: SQLite in memory, and PostgreSQL compiled
 * to run in this process. `open` gives an empty database with today's schema.
 */
export const databases: { name: string; open(): Promise<Kysely<Database>> }[] = [
  {
    name: 'SQLite',
    async open() {
      const db = openSqlite(':memory:')
      await migrate(db)
      return db
    },
  },
  { name: 'PostgreSQL', open: openPglite },
]

let shared: Promise<Kysely<Database>> | null = null

/** Starting PostgreSQL takes two seconds, so a file's tests share one and find it emptied. */
async function openPglite(): Promise<Kysely<Database>> {
  shared ??= (async () => {
    const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite: new PGlite() }) })
    await migrate(db)
    // The tests' `destroy` must not close what the next test needs.
    db.destroy = async () => {}
    return db
  })()
  const db = await shared
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename not like 'kysely%'`.execute(db)
  const tables = sql.join(rows.map(({ name }) => sql.table(name)))
  await sql`truncate ${tables} restart identity cascade`.execute(db)
  return db
}
