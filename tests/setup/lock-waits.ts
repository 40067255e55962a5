import { sql } from 'kysely'
import { delay } from '#lib/shared/timing.ts'
import type { Db } from '#server/database.ts'
import { POSTGRES_URL } from './databases.ts'

/**
 * On PostgreSQL, waits until a statement waits for a lock. SQLite has one writer anyway.
 *
 * @param db Not a transaction, which would see the same statements again and again.
 */
export async function untilLockWait(db: Db): Promise<void> {
  if (!POSTGRES_URL) return
  const waiting = sql`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  while ((await waiting.execute(db)).rows.length === 0) await delay(5)
}
