import { SettingError, type Environment } from './environment.ts'

/** Copies of an embedded database, taken again and again. */
export interface BackupSettings {
  folder: string
  everyMinutes: number
}

export function readBackups(
  { text, number }: Environment,
  databaseFile: string | null,
): BackupSettings | null {
  const folder = text('BACKUP_DIR')
  const everyMinutes = number('BACKUP_EVERY_MINUTES', 15, 1, 1440)
  if (folder === null) return null
  if (databaseFile === null)
    throw new SettingError('BACKUP_DIR is for an embedded database: use pg_dump with PostgreSQL.')
  return { folder, everyMinutes }
}
