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
