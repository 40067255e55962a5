import { dirname, join } from 'node:path'
import { backupName } from './keep.ts'
import { takeBackup, type BackupDeps } from './take.ts'

/**
 * A backup of the database as the version before left it: where backups go, or else in `backups` beside the database.
 * PostgreSQL's operator takes one.
 */
export async function backupBeforeMigration(deps: BackupDeps): Promise<void> {
  const { databaseFile, backups } = deps.settings
  if (databaseFile === null) return
  const folder = backups?.folder ?? join(dirname(databaseFile), 'backups')
  await takeBackup(deps, join(folder, `before-migration-${backupName(deps.now())}`))
}
