import { open, readFile } from 'node:fs/promises'
import type { Deps } from '#server/deps.ts'
import { ownFolder } from '#server/platform/backup/before-migration.ts'
import { listUploads, uploadsFolderOf } from '#server/platform/backup/folder.ts'
import {
  listFilesWithOtherKeys,
  noteFileKey,
  type KeyCount,
} from '#server/platform/crypto/data-key-queries.ts'
import { fileContext } from '#server/platform/crypto/encryption-context.ts'
import { keyIdOf, sealBytes, unsealBytes } from '#server/platform/crypto/encryption.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { ROOM_BYTES } from '#server/platform/files/disk.ts'
import { folderStore } from '#server/providers/files/folder.ts'
import { cancelRemoval, delayRemoval } from '#server/purchase-files/queries.ts'

/** Files encrypted at a time, each of some megabytes. */
const FILES_AT_ONCE = 4
/** How long a file may take from being written again to its row. */
const UNDER_WAY_MS = 60 * 60_000

export type KeyDeps = Pick<Deps, 'db' | 'keys' | 'files' | 'settings' | 'now'>

export const problem = (where: string, error: unknown) => `${where}: ${(error as Error).message}`

export async function rotateFiles(
  deps: KeyDeps,
  failures: string[],
  lost: Set<string>,
  withoutLost: boolean,
): Promise<number> {
  const { db, keys, files, now } = deps
  const [{ id: keyId }] = keys.data
  const encryptAgain = async (fileId: string): Promise<boolean> => {
    try {
      // If its row is deleted at the same time, the file written here has to be removed as well.
      const dueAt = new Date(now().getTime() + UNDER_WAY_MS).toISOString()
      await delayRemoval(db, fileId, dueAt)
      const sealed = await files.get(fileId)
      if (sealed !== null) await putAgain(files, keys, fileId, sealed)
      else {
        lost.add(fileId)
        if (!withoutLost) return false
      }
      return await db.transaction().execute(async (trx) => {
        const isThere = await noteFileKey(trx, fileId, keyId)
        if (isThere) await cancelRemoval(trx, fileId, dueAt)
        return isThere
      })
    } catch (error) {
      failures.push(problem(`file ${fileId}`, error))
      return false
    }
  }
  let count = 0
  let after = ''
  for (;;) {
    const fileIds = await listFilesWithOtherKeys(db, keyId, after, FILES_AT_ONCE)
    if (fileIds.length === 0) return count
    count += (await Promise.all(fileIds.map(encryptAgain))).filter(Boolean).length
    after = fileIds.at(-1)!
  }
}

export async function rotateBesideBackups(deps: KeyDeps, failures: string[]): Promise<number> {
  const [{ id: keyId }] = deps.keys.data
  let count = 0
  for (const folder of backupFolders(deps))
    for (const [fileId, path] of await listUploads(folder)) {
      try {
        if ([keyId, null].includes(await keyIdInFile(path))) continue
        const store = folderStore(uploadsFolderOf(folder), 'BACKUP_DIR', {
          leaves: async () => ROOM_BYTES,
        })
        await putAgain(store, deps.keys, fileId, await readFile(path))
        count += 1
      } catch (error) {
        if (isGone(error)) continue
        failures.push(problem(path, error))
      }
    }
  return count
}

/** Encrypts a file again and checks that the key opens it; otherwise the file is put back as it was. */
async function putAgain(
  store: FileStore,
  keys: Deps['keys'],
  fileId: string,
  sealed: Uint8Array,
): Promise<void> {
  if (keyIdOf(sealed) === keys.data[0].id) return
  const context = fileContext(fileId)
  await store.put(fileId, sealBytes(keys, context, unsealBytes(keys, context, sealed)))
  try {
    unsealBytes({ data: [keys.data[0]] }, context, (await store.get(fileId))!)
  } catch (error) {
    await store.put(fileId, sealed)
    throw error
  }
}

/** The folders that hold backups, each as the path of a file in it. */
function backupFolders({ settings }: KeyDeps): string[] {
  const { databaseFile, backups } = settings
  if (databaseFile === null) return []
  const folders = new Set([ownFolder(databaseFile), backups?.folder ?? ownFolder(databaseFile)])
  return [...folders].map((folder) => `${folder}/any`)
}

const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** The id of the key of a file; `null` when the file has been removed. */
async function keyIdInFile(path: string): Promise<string | null> {
  const file = await open(path).catch((error: unknown) => {
    if (isGone(error)) return null
    throw error
  })
  if (file === null) return null
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
    return keyIdOf(buffer.subarray(0, bytesRead)) ?? 'none'
  } finally {
    await file.close()
  }
}

/** How many files beside backups are encrypted with each key. */
export async function countBesideBackups(deps: KeyDeps): Promise<KeyCount[]> {
  const counts = new Map<string, number>()
  for (const folder of backupFolders(deps))
    for (const path of (await listUploads(folder)).values()) {
      const keyId = await keyIdInFile(path)
      if (keyId !== null) counts.set(keyId, (counts.get(keyId) ?? 0) + 1)
    }
  return [...counts].map(([keyId, count]) => ({ keyId, count }))
}
