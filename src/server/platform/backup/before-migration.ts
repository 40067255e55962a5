import { dirname, join } from 'node:path'
import { isBeforeMigration, readManifests, nameBeforeMigration } from './folder.ts'
import { pruneBackups } from './keep.ts'
import { takeBackup, type BackupDeps } from './take.ts'

/** Where backups go that nobody asked for. */
export const ownFolder = (databaseFile: string): string => join(dirname(databaseFile), 'backups')

/**
 * A backup of the database as the version before left it: where backups go, or else in `backups` beside the database. A
 * start that is tried again takes no second one of what has not changed. PostgreSQL's operator takes one.
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
