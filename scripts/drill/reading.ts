import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { connect } from '../../src/server/platform/database/sqlite.ts'

/** A table as a whole: two with the same rows have the same checksum. */
export interface TableSum {
  rows: number
  checksum: string
}

/** All rows of a database, as they were at one moment. */
export interface Reading {
  tables(): Promise<string[]>
  sum(table: string): Promise<TableSum>
  /** A checksum of each row, by its primary key. */
  rows(table: string): Promise<Map<string, string>>
  /** When the newest row was written; `null` without any. */
  newest(): Promise<string | null>
  close(): Promise<void>
}

/** The columns that say when a row was written. */
const WRITTEN_AT = ['created_at', 'updated_at', 'queued_at', 'at']

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const latest = (times: (string | null)[]) =>
  times
    .filter((time) => time !== null)
    .sort()
    .at(-1)

/** Reads a database file. Writers go on meanwhile, and this one does not see what they write. */
export function readSqlite(file: string): Reading {
  const database = connect(file, { readOnly: true })
  // The moment is that of the first query in a transaction.
  database.exec('begin; select count(*) from sqlite_schema')
  return {
    tables: async () =>
      column(
        database,
        // The tables behind a virtual one have its rows.
        `select name from sqlite_schema where type = 'table' and name not like 'sqlite!_%' escape '!'
         and sql not like 'create virtual%' order by name`,
      ),
    async sum(table) {
      const digest = createHash('sha256')
      let rows = 0
      for (const [, row] of rowsOf(database, table)) {
        digest.update(row)
        rows += 1
      }
      return { rows, checksum: digest.digest('hex') }
    },
    async rows(table) {
      const rows = new Map<string, string>()
      for (const [key, row] of rowsOf(database, table)) rows.set(key, sha256(row))
      return rows
    },
    async newest() {
      const times = columnsOfTime(database).flatMap(({ table, name }) =>
        column(database, `select max(${quoted(name)}) from ${quoted(table)}`),
      )
      return latest(times) ?? null
    },
    close: async () => database.close(),
  }
}

const column = (database: DatabaseSync, query: string, ...given: string[]) =>
  database
    .prepare(query)
    .all(...given)
    .map((row) => Object.values(row)[0] as string)

const columnsOfTime = (database: DatabaseSync) =>
  database
    .prepare(
      `select tables.name as "table", columns.name from sqlite_schema tables, pragma_table_info(tables.name) columns
       where tables.type = 'table' and columns.name in (select value from json_each(?))`,
    )
    .all(JSON.stringify(WRITTEN_AT)) as { table: string; name: string }[]

/** The rows in the order of their keys, each with its key. */
function* rowsOf(database: DatabaseSync, table: string): Generator<[key: string, row: string]> {
  const keys = column(
    database,
    'select name from pragma_table_info(?) where pk > 0 order by pk',
    table,
  ).map(quoted)
  const select = database.prepare(
    `select ${keys.join(` || ', ' || `)}, * from ${quoted(table)} order by ${keys.join(', ')}`,
  )
  select.setReturnArrays(true)
  for (const row of select.iterate() as Iterable<unknown>) {
    const [key, ...values] = row as unknown[]
    yield [String(key), JSON.stringify(values)]
  }
}

/** Reads a PostgreSQL database, in one transaction of its own. */
export async function readPostgres(url: string): Promise<Reading & { snapshot: string }> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin isolation level repeatable read, read only')
  const all = async <T>(query: string, given: unknown[] = []) =>
    (await client.query(query, given)).rows as T[]
  const [{ snapshot } = { snapshot: '' }] = await all<{ snapshot: string }>(
    'select pg_export_snapshot() as snapshot',
  )
  const keysOf = async (table: string) =>
    await all<{ name: string }>(
      `select quote_ident(attname) as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
       where indisprimary and indrelid = $1::regclass order by attnum`,
      [quoted(table)],
    )
  return {
    snapshot,
    tables: async () =>
      (
        await all<{ name: string }>(
          'select tablename as name from pg_tables where schemaname = current_schema() order by name',
        )
      ).map(({ name }) => name),
    async sum(table) {
      const [sum] = await all<TableSum>(
        // Whatever the order of the rows.
        `select count(*)::int as rows, coalesce(sum(('x' || left(md5(read::text), 15))::bit(60)::bigint), 0)::text as checksum
         from ${quoted(table)} read`,
      )
      return sum!
    },
    async rows(table) {
      const keys = (await keysOf(table)).map(({ name }) => name)
      const rows = await all<{ key: string; row: string }>(
        `select concat_ws(', ', ${keys.join(', ')}) as key, md5(read::text) as row from ${quoted(table)} read`,
      )
      return new Map(rows.map(({ key, row }) => [key, row]))
    },
    async newest() {
      const columns = await all<{ table: string; name: string }>(
        `select table_name as table, column_name as name from information_schema.columns
         where table_schema = current_schema() and column_name = any ($1)`,
        [WRITTEN_AT],
      )
      const times: (string | null)[] = []
      for (const { table, name } of columns) {
        const [newest] = await all<{ at: string | null }>(
          `select max(${quoted(name)}) as at from ${quoted(table)}`,
        )
        times.push(newest!.at)
      }
      return latest(times) ?? null
    },
    close: () => client.end(),
  }
}
