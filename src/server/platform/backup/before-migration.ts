import { dirname, join } from 'node:path'
import { isBeforeMigration, readManifests, nameBeforeMigration } from './folder.ts'
import { pruneBackups } from './keep.ts'
import { takeBackup, type BackupDeps } from './take.ts'

/** The folder for automatic backups without a configured folder. */
export const ownFolder = (databaseFile: string): string => join(dirname(databaseFile), 'backups')

/**
 * Backs the database up before a migration, to the backup folder or else to `backups` beside the database. A repeated
 * start takes no second backup of an unchanged database. PostgreSQL is backed up by its operator.
 */
export async function backupBeforeMigration(deps: BackupDeps): Promise<void> {
  const { databaseFile, backups } = deps.settings
  if (databaseFile === null) return
  const folder = backups?.folder ?? ownFolder(databaseFile)
  const file = join(folder, nameBeforeMigration(deps.now()))
  await takeBackup(deps, file, async ({ sha256 }) =>
    (await readManifests(folder, isBeforeMigration)).some((known) => known.sha256 === sha256),
  )
  await pruneBackups(folder, deps.now())
}
