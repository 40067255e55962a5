import { dirname, join } from 'node:path'
import { isBeforeMigration, readManifests, nameBeforeMigration } from './folder.ts'
import { pruneBackups } from './keep.ts'
import { FilesNotKept, takeBackup, type BackupDeps } from './take.ts'

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
  try {
    await takeBackup(deps, file, async ({ sha256 }) =>
      (await readManifests(folder, isBeforeMigration)).some((known) => known.sha256 === sha256),
    )
  } catch (error) {
    // A migration changes no file. The job that takes backups says so.
    if (!(error instanceof FilesNotKept)) throw error
  }
  await pruneBackups(folder, deps.now())
}
