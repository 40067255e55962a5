import { newId } from './platform/ids.ts'
import { deriveKeys, PASSWORD_COST, readOrCreateSecret } from './platform/crypto/keys.ts'
import type { Deps } from './deps.ts'
import { reserveOf } from './platform/files/disk.ts'
import { bucketStore } from './providers/files/bucket.ts'
import { folderStore } from './providers/files/folder.ts'
import type { Settings } from './platform/settings/settings.ts'

/** The dependencies of the server and its commands before a database is open. */
export type LocalDeps = Pick<Deps, 'settings' | 'keys' | 'files' | 'now' | 'newId'>

/** @throws {SettingError} If files cannot be stored, or no secret can be read or created. */
export const localDeps = (settings: Settings): LocalDeps => ({
  settings,
  files: settings.bucket
    ? bucketStore(settings.bucket)
    : folderStore(settings.uploadsDir, 'UPLOADS_DIR', {
        leaves: (disk) => reserveOf(disk, settings.databaseFile),
      }),
  keys: deriveKeys(
    settings.secretKey ?? readOrCreateSecret(settings.databaseFile!),
    PASSWORD_COST,
    settings.dataKeys,
  ),
  now: () => new Date(),
  newId,
})
