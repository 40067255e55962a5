import { closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite'
import { Kysely } from 'kysely'
import type { Database, Db } from '#server/database.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

/** Pragmas and the values they must read back as. A different value stops the start. */
const PRAGMAS: [name: string, value: string, readsBack: string | number][] = [
  ['journal_mode', 'WAL', 'wal'],
  ['synchronous', 'FULL', 2],
  ['busy_timeout', '5000', 5000],
  ['foreign_keys', 'ON', 1],
  ['trusted_schema', 'OFF', 0],
  ['cell_size_check', 'ON', 1],
  ['temp_store', 'MEMORY', 2],
]

/** When to check a whole file before it is used; `unless closed`: after its process was killed. */
export type IntegrityCheck = 'always' | 'unless closed' | 'never'

/**
 * Opens the embedded database.
 *
 * @param file A path, or `:memory:`.
 * @throws {Error} If the file is damaged or cannot be written, or a pragma is not accepted.
 */
export function openSqlite(file: string, integrityCheck: IntegrityCheck = 'unless closed'): Db {
  // The last process to close it removes the log.
  const wasClosed = !existsSync(`${file}-wal`)
  const writer = connect(file)
  try {
    if (integrityCheck === 'always' || (integrityCheck === 'unless closed' && !wasClosed))
      requireIntact(writer)
    const reader = file === IN_MEMORY ? null : connect(file, { readOnly: true })
    return new Kysely<Database>({ dialect: sqliteDialect({ writer, reader }) })
  } catch (error) {
    writer.close()
    throw error
  }
}

/** Reads the whole file, which takes seconds for gigabytes. */
function requireIntact(database: DatabaseSync): void {
  const check = Object.values(database.prepare('pragma quick_check(1)').get() ?? {})[0]
  if (check !== 'ok') throw new Error(`the file is damaged: ${String(check)}`)
}

/** The name of a database without a file. */
export const IN_MEMORY = ':memory:'

/** Creates an empty file with access for its owner only. SQLite gives its logs the same permissions. */
export function createPrivateFile(file: string): void {
  // Closing a file that SQLite has open would drop its locks.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
}

/**
 * Opens one connection with our pragmas.
 *
 * @throws {Error} As {@link openSqlite}, except for damage.
 */
export function connect(file: string, options: DatabaseSyncOptions = {}): DatabaseSync {
  if (file !== IN_MEMORY && !options.readOnly) createPrivateFile(file)
  const database = new DatabaseSync(file, options)
  try {
    for (const [name, value, expected] of PRAGMAS) {
      database.exec(`pragma ${name} = ${value}`)
      const answer = Object.values(database.prepare(`pragma ${name}`).get() ?? {})[0]
      // An in-memory database has no log to write ahead.
      if (answer !== expected && !(file === IN_MEMORY && name === 'journal_mode'))
        throw new Error(`SQLite answers ${String(answer)} for ${name}, not ${expected}`)
    }
  } catch (error) {
    database.close()
    throw error
  }
  return database
}
