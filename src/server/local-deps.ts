import { stat } from 'node:fs/promises'
import { newId } from './platform/ids.ts'
import { deriveKeys, PASSWORD_COST, readOrCreateSecret } from './platform/crypto/keys.ts'
import type { Deps } from './deps.ts'
import { reserveOf } from './platform/files/disk.ts'
import { bucketStore } from './providers/files/bucket.ts'
import { folderStore } from './providers/files/folder.ts'
import type { Settings } from './platform/settings/settings.ts'

/** The dependencies of the server and its commands before a database is open. */
export type LocalDeps = Pick<Deps, 'settings' | 'keys' | 'files' | 'now' | 'newId'>

/** The embedded database, where its backups are on the disk of uploads. */
async function backedUpOn({ databaseFile, backups, uploadsDir }: Settings): Promise<string | null> {
  if (databaseFile === null || backups === null) return null
  const diskOf = async (path: string) => (await stat(path).catch(() => null))?.dev
  const ownDisk = await diskOf(databaseFile)
  // While a restore puts the files in place, there is none, and perhaps no folder of backups.
  if (ownDisk === undefined) return null
  const disks = [ownDisk, await diskOf(backups.folder)]
  return disks.includes(await diskOf(uploadsDir)) ? databaseFile : null
}

/** @throws {SettingError} If files cannot be stored, or no secret can be read or created. */
export const localDeps = (settings: Settings): LocalDeps => ({
  settings,
  files: settings.bucket
    ? bucketStore(settings.bucket)
    : folderStore(settings.uploadsDir, 'UPLOADS_DIR', {
        leaves: async (disk) => reserveOf(disk, await backedUpOn(settings)),
      }),
  keys: deriveKeys(
    settings.secretKey ?? readOrCreateSecret(settings.databaseFile!),
    PASSWORD_COST,
    settings.dataKeys,
  ),
  now: () => new Date(),
  newId,
})
