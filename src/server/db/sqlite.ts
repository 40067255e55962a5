import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { Kysely, SqliteDialect, type SqliteDatabase, type SqliteStatement } from 'kysely'
import type { Database } from './database.ts'

/** How many prepared statements a connection keeps. Our queries are far fewer. */
const STATEMENT_CACHE_SIZE = 500

/** Lets Kysely speak to Node's own SQLite, and keeps prepared statements. */
const adapt = (database: DatabaseSync): SqliteDatabase => {
  const statements = new Map<string, SqliteStatement>()
  const prepare = (query: string): SqliteStatement => {
    const statement = database.prepare(query)
    type Bound = Parameters<StatementSync['all']>
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => statement.all(...(parameters as Bound)),
      run: (parameters) => statement.run(...(parameters as Bound)),
      iterate: (parameters) => statement.iterate(...(parameters as Bound)),
    }
  }
  return {
    close: () => database.close(),
    prepare(query) {
      const kept = statements.get(query)
      if (kept) return kept
      // A transaction takes the write lock at once: two processes may share one file.
      const statement = prepare(query === 'begin' ? 'begin immediate' : query)
      if (statements.size >= STATEMENT_CACHE_SIZE) statements.clear()
      statements.set(query, statement)
      return statement
    },
  }
}

/** Pragmas and the values they must read back as; a different answer stops the start. */
const PRAGMAS: [name: string, value: string, readsBack: string | number][] = [
  ['journal_mode', 'WAL', 'wal'],
  ['synchronous', 'FULL', 2],
  ['busy_timeout', '5000', 5000],
  ['foreign_keys', 'ON', 1],
  ['trusted_schema', 'OFF', 0],
  ['cell_size_check', 'ON', 1],
  ['temp_store', 'MEMORY', 2],
]

/**
 * Opens the embedded database.
 *
 * @param file A path, or `:memory:`.
 * @throws {Error} If the file is not a sound database, cannot be written, or a setting does not hold.
 */
export function openSqlite(file: string): Kysely<Database> {
  const database = new DatabaseSync(file)
  try {
    for (const [name, value, expected] of PRAGMAS) {
      database.exec(`pragma ${name} = ${value}`)
      const answer = Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0]
      // An in-memory database has no log to write ahead.
      if (answer !== expected && !(file === ':memory:' && name === 'journal_mode'))
        throw new Error(`SQLite answers ${String(answer)} for ${name}, not ${expected}`)
    }
    const check = Object.values(database.prepare('pragma quick_check(1)').get() ?? {})[0]
    if (check !== 'ok') throw new Error(`the file is damaged: ${String(check)}`)
  } catch (error) {
    database.close()
    throw error
  }
  return new Kysely<Database>({ dialect: new SqliteDialect({ database: adapt(database) }) })
}
