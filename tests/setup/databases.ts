import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { connect } from '#server/db/sqlite.ts'
import { sqliteDialect } from '#server/db/sqlite-dialect.ts'

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
      { name: 'SQLite', open: openSqlite },
      { name: 'PostgreSQL', open: () => openShared(openPglite) },
    ]

let sqliteSchema: Promise<Uint8Array> | null = null

/** SQLite in memory. The migrations run once; a database then begins as a copy of what they made. */
async function openSqlite(): Promise<Kysely<Database>> {
  sqliteSchema ??= (async () => {
    const writer = connect(':memory:')
    await migrate(new Kysely<Database>({ dialect: sqliteDialect({ writer, reader: null }) }))
    return writer.serialize()
  })()
  const writer = connect(':memory:')
  writer.deserialize(await sqliteSchema)
  return new Kysely<Database>({ dialect: sqliteDialect({ writer, reader: null }) })
}

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

/** Starting PostgreSQL takes seconds, so the tests of a worker share one and find it emptied. */
async function openShared(open: () => Promise<Kysely<Database>>): Promise<Kysely<Database>> {
  shared ??= (async () => {
    const db = await open()
    await migrate(db)
    // The tests' `destroy` must not close what the next test needs.
    db.destroy = async () => {}
    return db
  })()
  const db = await shared
  // The audit refuses to be emptied; between tests it must.
  await sql`set session_replication_role = replica`.execute(db)
  await EMPTY.execute(db)
  await sql`set session_replication_role = origin`.execute(db)
  return db
}

/** Truncating costs a table a new file, so only those are that hold a row: a few of forty. */
const EMPTY = sql`
  do $$
  declare
    one text;
    holds boolean;
    filled text[] := '{}';
  begin
    for one in select tablename from pg_tables
      where schemaname = 'public' and tablename not like 'kysely%'
    loop
      execute format('select exists (select from %I)', one) into holds;
      if holds then filled := filled || quote_ident(one); end if;
    end loop;
    if filled <> '{}' then
      execute 'truncate ' || array_to_string(filled, ', ') || ' cascade';
    end if;
    perform setval(format('%I.%I', schemaname, sequencename), start_value, false)
      from pg_sequences where last_value is not null;
  end $$`
