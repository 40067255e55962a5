import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { openSqlite } from '#server/db/sqlite.ts'

interface TestDatabase {
  name: string
  /** An empty database with today's schema. */
  open(): Promise<Kysely<Database>>
}

/** The address of a real PostgreSQL: `npm run test:postgres` starts one and names it here. */
export const POSTGRES_URL = process.env.TEST_POSTGRES_URL

/**
 * The databases we claim to run on. Every API test runs on each: SQLite in memory, and PostgreSQL compiled
 * to run in this process; or on a real PostgreSQL alone, where there is one.
 */
export const databases: TestDatabase[] = POSTGRES_URL
  ? [{ name: 'a PostgreSQL server', open: () => openShared(() => openServer(POSTGRES_URL!)) }]
  : [
      {
        name: 'SQLite',
        async open() {
          const db = openSqlite(':memory:')
          await migrate(db)
          return db
        },
      },
      { name: 'PostgreSQL', open: () => openShared(openPglite) },
    ]

const openPglite = async () =>
  new Kysely<Database>({ dialect: new PGliteDialect({ pglite: new PGlite() }) })

/** A new database on a server, through the pool that the product uses. */
export async function openServer(url: string): Promise<Kysely<Database>> {
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2)}`
  const server = openPostgres(url, console.error)
  await sql`create database ${sql.id(name)}`.execute(server)
  await server.destroy()
  return openPostgres(Object.assign(new URL(url), { pathname: `/${name}` }).href, console.error)
}

let shared: Promise<Kysely<Database>> | null = null

/** Starting PostgreSQL takes two seconds, so a file's tests share one and find it emptied. */
async function openShared(open: () => Promise<Kysely<Database>>): Promise<Kysely<Database>> {
  shared ??= (async () => {
    const db = await open()
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
  // The audit refuses to be emptied; between tests it must.
  await sql`set session_replication_role = replica`.execute(db)
  await sql`truncate ${tables} restart identity cascade`.execute(db)
  await sql`set session_replication_role = origin`.execute(db)
  return db
}
