import { closeSync, existsSync, openSync } from 'node:fs'
import { DatabaseSync, type DatabaseSyncOptions } from 'node:sqlite'
import { Kysely } from 'kysely'
import type { Database } from '#server/database.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

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

/** When a file is looked through before it is used: with `unless closed`, where its process was killed. */
export type IntegrityCheck = 'always' | 'unless closed' | 'never'

/**
 * Opens the embedded database.
 *
 * @param file A path, or `:memory:`.
 * @throws {Error} If the file is not a sound database, cannot be written, or a setting does not hold.
 */
export function openSqlite(
  file: string,
  integrityCheck: IntegrityCheck = 'unless closed',
): Kysely<Database> {
  // Whoever closes it last takes the log away.
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

/** Reads all of the file, which takes seconds for gigabytes. */
function requireIntact(database: DatabaseSync): void {
  const check = Object.values(database.prepare('pragma quick_check(1)').get() ?? {})[0]
  if (check !== 'ok') throw new Error(`the file is damaged: ${String(check)}`)
}

/** The name of a database that is in no file. */
export const IN_MEMORY = ':memory:'

/** Makes an empty file, for its owner only, where there is none. SQLite gives its logs the same rights. */
export function createPrivateFile(file: string): void {
  // Closing one that SQLite has open would take its locks away.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
}

/**
 * One connection, with our settings.
 *
 * @throws {Error} As {@link openSqlite}, but for damage.
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
