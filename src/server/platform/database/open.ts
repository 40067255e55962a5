import { accessSync, constants, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Settings } from '#server/platform/settings/settings.ts'
import { SettingError } from '#server/platform/settings/environment.ts'
import type { Db } from '#server/database.ts'
import { openSqlite, type IntegrityCheck } from './sqlite.ts'

/** What to say for each of SQLite's error numbers about a file. */
const REASONS: Record<number, (file: string) => string> = {
  8: (file) => `${file} cannot be written; give this user write access to it and its folder`,
  11: (file) =>
    `${file} is damaged; restore a backup, or move the file away to start with an empty one`,
  14: (file) => `${file} cannot be opened; give this user write access to its folder`,
  26: (file) => `${file} is not a SQLite database; restore a backup, or move the file away`,
}

/**
 * Opens the database of the settings.
 *
 * @throws {SettingError} Naming `DATABASE_URL`, with one sentence on the cause and the fix.
 */
export async function openDatabase(
  settings: Settings,
  onError: (error: Error) => void,
  integrityCheck?: IntegrityCheck,
): Promise<Db> {
  if (settings.databaseFile === null) {
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres(settings.databaseUrl, onError)
  }
  const file = resolve(settings.databaseFile)
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    accessSync(dirname(file), constants.W_OK)
  } catch {
    throw new SettingError(
      `DATABASE_URL: the folder ${dirname(file)} cannot be written; give this user write access to it.`,
    )
  }
  try {
    return openSqlite(file, integrityCheck)
  } catch (error) {
    // The low byte of the extended error number is the kind of error.
    const reason = REASONS[((error as { errcode?: number }).errcode ?? 0) & 0xff]
    throw new SettingError(
      `DATABASE_URL: ${reason?.(file) ?? `${file}: ${(error as Error).message}`}.`,
    )
  }
}
