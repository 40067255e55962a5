import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, sql } from 'kysely'
import type { Database } from '#server/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openPostgres } from '#server/platform/database/postgres.ts'
import { connect } from '#server/platform/database/sqlite.ts'
import { sqliteDialect } from '#server/platform/database/sqlite-dialect.ts'

export interface TestDatabase {
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
    for (const statement of HELPERS) await statement.execute(db)
    // The tests' `destroy` must not close what the next test needs.
    db.destroy = async () => {}
    return db
  })()
  const db = await shared
  await sql`select helpers.make_empty()`.execute(db)
  return db
}

/** What the copy in the shared database was filled by. */
let copied: string | null = null

/**
 * Fills a database as tests do again and again. What fills the shared one is done once for a worker, and then copied.
 *
 * @param key All that the rows depend on.
 */
export async function fillAgain(
  db: Kysely<Database>,
  key: string,
  fill: () => Promise<void>,
): Promise<void> {
  if (db !== (await shared)) return fill()
  const { rows } = await sql<{ filled: string[] }>`select helpers.filled() as filled`.execute(db)
  if (rows[0]!.filled.length > 0) return fill()
  if (copied === key) return void (await sql`select helpers.put_back()`.execute(db))
  await fill()
  if (copied !== null) return
  await sql`select helpers.copy()`.execute(db)
  copied = key
}

/** In a schema of their own, beside what they copy. The audit refuses to be emptied; between tests it must. */
const HELPERS = [
  sql`create schema helpers`,
  sql`create schema copies`,
  sql`
    create function helpers.filled() returns text[] language plpgsql as $$
    declare
      one text;
      holds boolean;
      filled text[] := '{}';
    begin
      for one in select tablename from pg_tables
        where schemaname = 'public' and tablename not like 'kysely%'
      loop
        execute format('select exists (select from public.%I)', one) into holds;
        if holds then filled := filled || one; end if;
      end loop;
      return filled;
    end $$`,
  // Rows are deleted, a few dozen of them: to truncate costs each table a new file, half of a test's time.
  sql`
    create function helpers.make_empty() returns void language plpgsql
    set session_replication_role = replica as $$
    declare
      one text;
    begin
      foreach one in array helpers.filled() loop
        execute format('delete from public.%I', one);
      end loop;
      perform setval(format('%I.%I', schemaname, sequencename), start_value, false)
        from pg_sequences where last_value is not null;
    end $$`,
  sql`
    create function helpers.copy() returns void language plpgsql as $$
    declare
      one text;
    begin
      foreach one in array helpers.filled() loop
        execute format('create table copies.%I as table public.%I', one, one);
      end loop;
      create table helpers.reached as
        select schemaname, sequencename, last_value from pg_sequences where last_value is not null;
    end $$`,
  sql`
    create function helpers.put_back() returns void language plpgsql
    set session_replication_role = replica as $$
    declare
      one text;
    begin
      for one in select tablename from pg_tables where schemaname = 'copies' loop
        execute format(
          'insert into public.%I overriding system value select * from copies.%I', one, one
        );
      end loop;
      perform setval(format('%I.%I', schemaname, sequencename), last_value) from helpers.reached;
    end $$`,
]
