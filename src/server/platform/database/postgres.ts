import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database, Db } from '#server/database.ts'

/**
 * Opens a pool of connections to PostgreSQL.
 *
 * @param onError Gets errors of idle connections. Without it a restart of the database would end the process.
 */
export function openPostgres(url: string, onError: (error: Error) => void): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 2_000,
    statement_timeout: 5_000,
    lock_timeout: 2_000,
    idle_in_transaction_session_timeout: 10_000,
    query_timeout: 6_000,
    keepAlive: true,
  })
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', onError))
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}
