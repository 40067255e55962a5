import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { QueryResult } from 'kysely'

/** How many prepared statements a connection keeps. Our queries are far fewer. */
const STATEMENT_CACHE_SIZE = 500

/** Runs one statement. */
export type Run = (sql: string, parameters?: readonly unknown[]) => QueryResult<never>

interface Kept {
  statement: StatementSync
  answersRows: boolean
}

/** Runs statements on a connection, and keeps them prepared. */
export function runner(database: DatabaseSync): Run {
  const statements = new Map<string, Kept>()
  const prepare = (sql: string): Kept => {
    const statement = database.prepare(sql)
    const kept = { statement, answersRows: statement.columns().length > 0 }
    if (statements.size >= STATEMENT_CACHE_SIZE) statements.clear()
    statements.set(sql, kept)
    return kept
  }
  return (sql, parameters = []) => {
    const { statement, answersRows } = statements.get(sql) ?? prepare(sql)
    const bound = parameters as SQLInputValue[]
    if (answersRows) return { rows: statement.all(...bound) as never[] }
    const { changes, lastInsertRowid } = statement.run(...bound)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }
}

/** Reads what is committed. */
export interface Reader {
  read: Run
  /** For what is made of reads: empty as soon as anybody, in any process, has committed anything since. */
  kept(): Map<string, unknown>
  /** Lets the next read see what has been committed since the first of these. */
  refresh(): void
}

/**
 * Reads on a connection of their own. What one answer reads without waiting for anything is one transaction: it sees
 * one state of the database, and the log's locks, half the cost of a small query, are taken once. It ends with the
 * stretch of work, before anything else that has arrived is begun.
 */
export function reader(database: DatabaseSync): Reader {
  const run = runner(database)
  const dataVersion = database.prepare('pragma data_version')
  let isOpen = false
  let kept = new Map<string, unknown>()
  let keptVersion: unknown = null
  const open = () => {
    if (isOpen) return
    run('begin')
    isOpen = true
    // Ticks that are asked for among microtasks come when all of those are done.
    queueMicrotask(() => process.nextTick(refresh))
    // It changes with every commit that is not this connection's own, and this one never writes.
    const { data_version: version } = dataVersion.get()!
    // A new one: what is still being made of the state before goes to where nobody looks.
    if (version !== keptVersion) kept = new Map()
    keptVersion = version
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
    kept() {
      open()
      return kept
    },
    refresh,
  }
}
