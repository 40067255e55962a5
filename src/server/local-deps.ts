import { existsSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { newId } from './platform/ids.ts'
import { deriveKeys, PASSWORD_COST, readOrCreateSecret } from './platform/crypto/keys.ts'
import type { Deps } from './deps.ts'
import { reserveOf, ROOM_BYTES, type Disk } from './platform/files/disk.ts'
import { bucketStore } from './providers/files/bucket.ts'
import { folderStore } from './providers/files/folder.ts'
import type { Settings } from './platform/settings/settings.ts'

/** The dependencies of the server and its commands before a database is open. */
export type LocalDeps = Pick<Deps, 'settings' | 'keys' | 'files' | 'now' | 'newId'>

/** The free space with which no more files are stored, in bytes. */
type Leaves = (disk: Disk) => Promise<number>

/** Whether two folders or files share their free space; those of two subvolumes do so too. */
async function shareDisk(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => stat(path)))
  if (a!.dev === b!.dev) return true
  const [c, d] = await Promise.all([one, other].map((path) => statfs(path)))
  return c!.type === d!.type && c!.bavail === d!.bavail
}

/** The embedded database, where it or its backups are on the disk of uploads. */
async function backedUpOn({ databaseFile, backups, uploadsDir }: Settings): Promise<string | null> {
  // While a restore puts the files in place, there is none, and perhaps no folder of backups.
  if (databaseFile === null || backups === null || !existsSync(databaseFile)) return null
  for (const path of [databaseFile, backups.folder])
    if (existsSync(path) && (await shareDisk(path, uploadsDir))) return databaseFile
  return null
}

/** What visitors' files leave on the disk. */
export const uploadsLeave =
  (settings: Settings): Leaves =>
  async (disk) =>
    reserveOf(disk, await backedUpOn(settings))

/**
 * @param leaves What stored files leave on the disk: the operator's commands may use more of it than visitors.
 * @throws {SettingError} If files cannot be stored, or no secret can be read or created.
 */
export const localDeps = (
  settings: Settings,
  leaves: Leaves = async () => ROOM_BYTES,
): LocalDeps => ({
  settings,
  files: settings.bucket
    ? bucketStore(settings.bucket)
    : folderStore(settings.uploadsDir, 'UPLOADS_DIR', { leaves }),
  keys: deriveKeys(
    settings.secretKey ?? readOrCreateSecret(settings.databaseFile!),
    PASSWORD_COST,
    settings.dataKeys,
  ),
  now: () => new Date(),
  newId,
})
