import { sql } from 'kysely'
import { withFileLock } from '#server/platform/files/file-lock.ts'
import { IN_MEMORY } from '#server/platform/database/sqlite.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

/** A number that no other program locks in this database. */
const LOCK = 7_404_101

/**
 * Runs a task unless it is running on this database already: two key rotations at once would read each other's writes.
 *
 * @returns `null` while another one is running.
 */
export async function withDatabaseLock<T>(
  { databaseFile, databaseUrl }: Pick<Settings, 'databaseFile' | 'databaseUrl'>,
  task: () => Promise<T>,
): Promise<{ done: T } | null> {
  // A database in memory belongs to this process alone.
  if (databaseFile === IN_MEMORY) return { done: await task() }
  if (databaseFile !== null) return withFileLock(`${databaseFile}.rotating`, task, 0)
  const { openPostgres } = await import('#server/platform/database/postgres.ts')
  // A connection of its own: the lock ends with it, however the process ends.
  const db = openPostgres(databaseUrl, () => {})
  try {
    return await db.connection().execute(async (connection) => {
      const { rows } = await sql<{ isTaken: boolean }>`
        select pg_try_advisory_lock(${LOCK}) as "isTaken"`.execute(connection)
      if (!rows[0]!.isTaken) return null
      try {
        return { done: await task() }
      } finally {
        // It would end with the connection anyway, but a moment later.
        await sql`select pg_advisory_unlock(${LOCK})`.execute(connection).catch(() => null)
      }
    })
  } finally {
    await db.destroy()
  }
}
