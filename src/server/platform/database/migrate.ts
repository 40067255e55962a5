import { sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'
import type { Db } from '#server/database.ts'
import * as baseline from './migrations/2026-11-23-baseline.ts'

/** In the order of their dates. To add one, add a file to `migrations/` and a line here. */
export const MIGRATIONS: Record<string, Migration> = { '2026-11-23-baseline': baseline }

export const isKnownMigration = (name: string): boolean => Object.hasOwn(MIGRATIONS, name)

/**
 * Brings the database to today's schema.
 *
 * @param before Called before a change to a database that already has tables.
 * @throws {Error} If a migration fails, or the database was written by a newer version of this program.
 */
export async function migrate(
  db: Db,
  before: () => Promise<void> = async () => {},
  migrations = MIGRATIONS,
): Promise<void> {
  const done = await doneMigrations(db)
  // Saves most starts the migrator's look at every table.
  if (done.join() === Object.keys(migrations).join()) return
  if (done.length > 0 && done.every((name) => Object.hasOwn(migrations, name))) await before()
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** Whether a database has had every migration. A newer version may have run more. */
export async function isUpToDate(db: Db): Promise<boolean> {
  const done = new Set(await doneMigrations(db))
  return Object.keys(MIGRATIONS).every((name) => done.has(name))
}

async function doneMigrations(db: Db): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`
      select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db)
    return rows.map(({ name }) => name).sort()
  } catch {
    // The database is empty or does not answer; the next query shows which.
    return []
  }
}
