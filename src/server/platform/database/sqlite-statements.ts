import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { QueryResult } from 'kysely'

/** How many prepared statements a connection keeps. Our queries are far fewer. */
const STATEMENT_CACHE_SIZE = 500

/** Runs one statement. */
export type Run = (sql: string, parameters?: readonly unknown[]) => QueryResult<never>

interface Kept {
  statement: StatementSync
  answersRows: boolean
  /** Makes a row of its values. Known after the first run: only that looks whether the tables are still as they were. */
  toRow?: (values: unknown[]) => object
  changesTables: boolean
}

/** A connection's statements, kept prepared. */
export interface Statements {
  run: Run
  /**
   * At the beginning of a transaction: prepares anew what was kept if another process has changed the tables since. A
   * `select *` knows its columns from when it was prepared.
   */
  resetOnSchemaChange(): void
}

/** Prepares each statement of a connection once. */
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
 * Rows as plain objects of one shape. Those that Node makes are dictionaries: slower to make, and three times as slow
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

/** Reads what is committed. */
export interface Reader {
  read: Run
  /** Lets the next read see what has been committed since the first of these. */
  refresh(): void
}

/**
 * Reads on a connection of their own. What one answer reads without waiting for anything is one transaction: it sees
 * one state of the database, and the log's locks, half the cost of a small query, are taken once. It ends with the
 * stretch of work, before anything else that has arrived is begun.
 */
export function reader(database: DatabaseSync): Reader {
  const { run, resetOnSchemaChange } = prepareStatements(database)
  let isOpen = false
  const open = () => {
    if (isOpen) return
    run('begin')
    isOpen = true
    // Ticks that are asked for among microtasks come when all of those are done.
    queueMicrotask(() => process.nextTick(refresh))
    resetOnSchemaChange()
  }
  const refresh = () => {
    if (!isOpen) return
    isOpen = false
    // SQLite ends it by itself where a read fails badly.
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
