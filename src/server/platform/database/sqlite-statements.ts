import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { QueryResult } from 'kysely'

/** How many prepared statements a connection keeps, far more than we have queries. */
const STATEMENT_CACHE_SIZE = 500

/** Runs one statement. */
export type Run = (sql: string, parameters?: readonly unknown[]) => QueryResult<never>

interface Kept {
  statement: StatementSync
  answersRows: boolean
  /** Makes a row from its values. Set after the first run, which checks the columns. */
  toRow?: (values: unknown[]) => object
  changesTables: boolean
}

/** The prepared statements of a connection. */
export interface Statements {
  run: Run
  /**
   * Prepares cached statements again if another process has changed the tables. Call it at the beginning of a
   * transaction: a `select *` keeps the columns it was prepared with.
   */
  resetOnSchemaChange(): void
}

/** Caches the prepared statements of a connection. */
export function prepareStatements(database: DatabaseSync): Statements {
  const statements = new Map<string, Kept>()
  const schemaVersion = database.prepare('pragma schema_version')
  let knownVersion: unknown = null
  const prepare = (sql: string): Kept => {
    const statement = database.prepare(sql)
    statement.setReturnArrays(true)
    const kept: Kept = {
      statement,
      answersRows: statement.columns().length > 0,
      changesTables: /^\s*(create|alter|drop|rollback)\b/i.test(sql),
    }
    if (statements.size >= STATEMENT_CACHE_SIZE) statements.clear()
    statements.set(sql, kept)
    return kept
  }
  return {
    run(sql, parameters = []) {
      const kept = statements.get(sql) ?? prepare(sql)
      const { statement } = kept
      const bound = parameters as SQLInputValue[]
      if (kept.answersRows) {
        const rows = statement.all(...bound) as unknown[] as unknown[][]
        kept.toRow ??= rowMaker(statement.columns().map(({ name }) => name))
        return { rows: rows.map(kept.toRow) as never[] }
      }
      const { changes, lastInsertRowid } = statement.run(...bound)
      if (kept.changesTables) statements.clear()
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    },
    resetOnSchemaChange() {
      const { schema_version: version } = schemaVersion.get()!
      if (version !== knownVersion) statements.clear()
      knownVersion = version
    },
  }
}

/**
 * Makes rows as plain objects of one shape. Node's own rows are dictionaries: slower to make, and three times as slow
 * to read and to copy.
 */
function rowMaker(names: string[]): (values: unknown[]) => object {
  const empty: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, null]))
  return (values) => {
    const row = { ...empty }
    for (let index = 0; index < names.length; index += 1) row[names[index]!] = values[index]
    return row
  }
}

/** Reads committed data. */
export interface Reader {
  read: Run
  /** Ends the current snapshot, so that the next read sees the latest commits. */
  refresh(): void
}

/**
 * Reads on a connection of its own. Reads that follow one another without waiting share one transaction: they see one
 * state of the database, and the log's locks, half the cost of a small query, are taken once. The transaction ends
 * before the event loop starts the next piece of work.
 */
export function reader(database: DatabaseSync): Reader {
  const { run, resetOnSchemaChange } = prepareStatements(database)
  let isOpen = false
  const open = () => {
    if (isOpen) return
    run('begin')
    isOpen = true
    // A tick requested inside a microtask runs after all microtasks.
    queueMicrotask(() => process.nextTick(refresh))
    resetOnSchemaChange()
  }
  const refresh = () => {
    if (!isOpen) return
    isOpen = false
    // SQLite ends the transaction itself after some read errors.
    if (database.isTransaction) run('commit')
  }
  return {
    read(sql, parameters) {
      open()
      return run(sql, parameters)
    },
    refresh,
  }
}
