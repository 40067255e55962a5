import type { DatabaseSync } from 'node:sqlite'
import { Kysely, sql, type Driver } from 'kysely'
import type { Database, Db } from '#server/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openPostgres } from '#server/platform/database/postgres.ts'
import { connect } from '#server/platform/database/sqlite.ts'
import { sqliteDialect } from '#server/platform/database/sqlite-dialect.ts'

export interface TestDatabase {
  name: string
  /** An empty database with today's schema. */
  open(): Promise<Db>
}

/** The address of a PostgreSQL server: `npm run test:postgres` starts one and names it here. */
export const POSTGRES_URL = process.env.TEST_POSTGRES_URL

/** The database of this run. Every API test runs on each that we claim: on SQLite, and in `npm run test:postgres`. */
export const databases: TestDatabase[] = [
  POSTGRES_URL
    ? { name: 'PostgreSQL', open: () => openShared(() => openServer(POSTGRES_URL!)) }
    : { name: 'SQLite', open: openSqlite },
]

let sqliteSchema: Promise<Uint8Array> | null = null

/** SQLite databases before their first query. */
const untouched = new WeakMap<Db, DatabaseSync>()

/** SQLite in memory. The migrations run once; a database then begins as a copy of what they made. */
async function openSqlite(): Promise<Db> {
  sqliteSchema ??= (async () => {
    const writer = connect(':memory:')
    await migrate(new Kysely<Database>({ dialect: sqliteDialect({ writer, reader: null }) }))
    return writer.serialize()
  })()
  const writer = connect(':memory:')
  writer.deserialize(await sqliteSchema)
  const dialect = sqliteDialect({ writer, reader: null })
  const db: Db = new Kysely<Database>({
    dialect: {
      ...dialect,
      createDriver: () =>
        driverOnDemand(() => {
          untouched.delete(db)
          return dialect.createDriver()
        }),
    },
  })
  untouched.set(db, writer)
  return db
}

/** Creates the driver with the first query: a statement that is prepared does not outlive a replaced database. */
function driverOnDemand(create: () => Driver): Driver {
  let created: Driver | null = null
  const driver = () => (created ??= create())
  return {
    init: () => driver().init(),
    acquireConnection: (options) => driver().acquireConnection(options),
    beginTransaction: (...args) => driver().beginTransaction(...args),
    commitTransaction: (connection) => driver().commitTransaction(connection),
    rollbackTransaction: (connection) => driver().rollbackTransaction(connection),
    releaseConnection: (connection, options) => driver().releaseConnection(connection, options),
    destroy: (options) => driver().destroy(options),
  }
}

/** A new database on a server, through the pool that the product uses. */
export async function openServer(url: string): Promise<Db> {
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2)}`
  const server = openPostgres(url, console.error)
  await sql`create database ${sql.id(name)}`.execute(server)
  await server.destroy()
  return openPostgres(Object.assign(new URL(url), { pathname: `/${name}` }).href, console.error)
}

let shared: Promise<Db> | null = null

/** A new PostgreSQL database takes seconds, so the tests of a worker share one and find it emptied. */
async function openShared(open: () => Promise<Db>): Promise<Db> {
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
/** Copies of filled SQLite databases, by what they were filled by. */
const sqliteCopies = new Map<string, Uint8Array>()

/**
 * Fills a database as tests do again and again: once for a worker, and from then on with a copy.
 *
 * @param key All that the rows depend on.
 */
export async function fillAgain(db: Db, key: string, fill: () => Promise<void>): Promise<void> {
  const writer = untouched.get(db)
  if (writer) {
    const copy = sqliteCopies.get(key)
    if (copy) return writer.deserialize(copy)
    await fill()
    sqliteCopies.set(key, writer.serialize())
    return
  }
  if (db !== (await shared)) return fill()
  const { rows } = await sql<{ filled: string[] }>`select helpers.filled() as filled`.execute(db)
  if (rows[0]!.filled.length > 0) return fill()
  if (copied === key) return void (await sql`select helpers.put_back()`.execute(db))
  await fill()
  if (copied !== null) return
  await sql`select helpers.copy()`.execute(db)
  copied = key
}

/**
 * In a schema of their own, beside what they copy. Functions of plain statements are written once the tables are
 * there: PostgreSQL plans those once, and what is put together in a loop each time it runs.
 */
const HELPERS = [
  sql`create schema helpers`,
  sql`create schema copies`,
  sql`
    do $$
    declare
      names text[] := array(
        select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%'
      );
    begin
      execute 'create function helpers.filled() returns text[] language plpgsql as $body$ begin return array_remove(array[' ||
        (select string_agg(format('case when exists (select from public.%I) then %L end', one, one), ', ') from unnest(names) one) ||
        '], null); end $body$';
      -- The audit refuses to be emptied; between tests it must. Rows are deleted, a few dozen of them: to truncate
      -- costs each table a new file, half of a test's time.
      execute 'create function helpers.make_empty() returns void language plpgsql
        set session_replication_role = replica as $body$ begin ' ||
        (select string_agg(format('delete from public.%I;', one), ' ') from unnest(names) one) ||
        ' perform setval(format(''%I.%I'', schemaname, sequencename), start_value, false)
            from pg_sequences where last_value is not null; end $body$';
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
      execute 'create function helpers.put_back() returns void language plpgsql
        set session_replication_role = replica as $body$ begin ' ||
        (select string_agg(format('insert into public.%I overriding system value select * from copies.%I;', tablename, tablename), ' ')
          from pg_tables where schemaname = 'copies') ||
        ' perform setval(format(''%I.%I'', schemaname, sequencename), last_value) from helpers.reached; end $body$';
    end $$`,
]
