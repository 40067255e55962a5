import { open, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { ownFolder } from '#server/platform/backup/before-migration.ts'
import { uploadsFolderOf, listUploads } from '#server/platform/backup/folder.ts'
import {
  countByKey,
  countFilesByKey,
  dataKeysInUse,
  listFilesWithOtherKeys,
  forgetDataKeys,
  noteDataKey,
  noteFileKey,
  replaceSealed,
  listSealedWithOtherKeys,
  type KeyCount,
  type SealedColumn,
  type SealedValue,
} from '#server/platform/crypto/data-key-queries.ts'
import { cancelRemoval, delayRemoval } from '#server/purchase-files/queries.ts'
import type { Deps } from '#server/deps.ts'
import type { FileStore } from '#server/providers/files/file-store.ts'
import { folderStore } from '#server/providers/files/folder.ts'
import { auditRights } from '#server/staff/audit.ts'
import {
  keyIdOf,
  seal,
  sealBytes,
  unseal,
  unsealBytes,
} from '#server/platform/crypto/encryption.ts'
import { withDatabaseLock } from '#server/platform/crypto/database-lock.ts'
import {
  fileContext,
  SEALED,
  type EncryptionContext,
} from '#server/platform/crypto/encryption-context.ts'

/** Values that are changed at a time. */
const BATCH = 50
/** Files that are, each of some megabytes. */
const FILES_AT_ONCE = 4
/** What is written meanwhile with an older key is done in the next round. */
const MOST_ROUNDS = 3
/** So often a process says which key it encrypts with. */
export const NOTE_MS = 5_000
/** Whoever has not said so for this long has ended. */
const UNSEEN_MS = 2 * NOTE_MS
/** So long a file may take from being written anew to its row. */
const UNDER_WAY_MS = 60 * 60_000

type KeyDeps = Pick<Deps, 'db' | 'keys' | 'files' | 'settings' | 'now'>

const COLUMNS: SealedColumn[] = Object.entries(SEALED).flatMap(([table, { columns, row }]) =>
  columns.map((column) => ({ table, column, row })),
)

/** What is encrypted with a key: where, and how much. */
export interface KeyUse extends KeyCount {
  where: string
}

/** What a change of the key has come to. */
export interface Rotation {
  /** What was encrypted anew, by where it stands. */
  done: Record<string, number>
  /** What still is encrypted with another key, and why if that is known. */
  left: KeyUse[]
  faults: string[]
  /** Uploaded files that are nowhere. */
  lost: string[]
  /** The older keys that a process still says it encrypts with. */
  stillUsed: string[]
  /** The keys that nothing is encrypted with any more. */
  freed: string[]
}

interface Options {
  /** Whether uploaded files that are nowhere are let go of: nothing is encrypted in them any more. */
  withoutLost?: boolean
  pause?: (ms: number) => Promise<void>
}

/** What is encrypted with which key. */
export async function keyUse(deps: KeyDeps): Promise<KeyUse[]> {
  const uses: KeyUse[] = []
  const add = (where: string, counts: KeyCount[]) =>
    uses.push(...counts.map((count) => ({ where, ...count })))
  for (const place of COLUMNS)
    add(`${place.table}.${place.column}`, await countByKey(deps.db, place))
  add('uploaded files', await countFilesByKey(deps.db))
  const beside = new Map<string, number>()
  for (const folder of backupFolders(deps))
    for (const path of (await listUploads(folder)).values()) {
      const keyId = await keyIdInFile(path)
      if (keyId === null) continue
      beside.set(keyId, (beside.get(keyId) ?? 0) + 1)
    }
  add(
    'files beside backups',
    [...beside].map(([keyId, count]) => ({ keyId, count })),
  )
  return uses
}

/**
 * Encrypts everything with the first of the data keys that is encrypted with another one, beside storefronts that go on.
 * Ended anywhere, it can be begun again. Answers `null` while another one is under way.
 */
export async function rotateDataKeys(
  deps: KeyDeps,
  options: Options = {},
): Promise<Rotation | null> {
  const alone = await withDatabaseLock(deps.settings, () => rotate(deps, options))
  return alone && alone.done
}

async function rotate(
  deps: KeyDeps,
  { withoutLost = false, pause = wait }: Options,
): Promise<Rotation> {
  const { db, keys, now } = deps
  const [{ id: keyId }] = keys.data
  await db
    .transaction()
    .execute((trx) => auditRights(trx, now().toISOString(), 'rotateKeys', [`key:${keyId}`]))
  const done: Record<string, number> = {}
  const lost = new Set<string>()
  let faults: string[] = []
  let left: KeyUse[] = []
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    faults = []
    for (const place of COLUMNS)
      add(done, `${place.table}.${place.column}`, await rotateColumn(deps, place, faults))
    add(done, 'uploaded files', await rotateFiles(deps, faults, lost, withoutLost))
    add(done, 'files beside backups', await rotateBesideBackups(deps, faults))
    left = await usesOfOthers(deps)
    if (left.length === 0) break
  }
  const unneeded = async () => {
    const needed = new Set([keyId, ...left.map((use) => use.keyId)])
    const inUse = new Set(await dataKeysInUse(db))
    const free = keys.data.map(({ id }) => id).filter((id) => !needed.has(id))
    return { free, noted: free.filter((id) => inUse.has(id)) }
  }
  const { noted } = await unneeded()
  if (noted.length > 0) {
    await forgetDataKeys(db, noted)
    // Whoever still writes with one says so meanwhile, or has left what it wrote.
    await pause(UNSEEN_MS)
    left = await usesOfOthers(deps)
    for (const id of new Set(left.map((use) => use.keyId)))
      if (noted.includes(id)) await noteDataKey(db, id)
  }
  const { free, noted: stillUsed } = await unneeded()
  const freed = free.filter((id) => !stillUsed.includes(id))
  const gone = noted.filter((id) => freed.includes(id))
  if (gone.length > 0)
    await db.transaction().execute((trx) =>
      auditRights(
        trx,
        now().toISOString(),
        'freeKeys',
        gone.map((id) => `key:${id}`),
      ),
    )
  return { done, left, faults, lost: [...lost], stillUsed, freed }
}

const usesOfOthers = async (deps: KeyDeps): Promise<KeyUse[]> =>
  (await keyUse(deps)).filter((use) => use.keyId !== deps.keys.data[0].id)

const add = (done: Record<string, number>, where: string, count: number) => {
  if (count > 0) done[where] = (done[where] ?? 0) + count
}

const problem = (where: string, error: unknown) => `${where}: ${(error as Error).message}`

async function rotateColumn(
  { db, keys }: KeyDeps,
  place: SealedColumn,
  faults: string[],
): Promise<number> {
  const [{ id: keyId }] = keys.data
  const anew = async (value: SealedValue): Promise<boolean> => {
    const at = { ...place, row: value.row.join('|') } as unknown as EncryptionContext
    let text: string
    try {
      text = unseal(keys, at, value.sealed)
    } catch (error) {
      faults.push(problem(`${place.table}.${place.column} of ${at.row}`, error))
      return false
    }
    return replaceSealed(db, place, value, seal(keys, at, text))
  }
  let count = 0
  let after: SealedValue['row'] | null = null
  for (;;) {
    const values = await listSealedWithOtherKeys(db, place, keyId, after, BATCH)
    if (values.length === 0) return count
    // Each is a write of its own, so that nobody waits for a whole batch of locks.
    count += (await Promise.all(values.map(anew))).filter(Boolean).length
    after = values.at(-1)!.row
  }
}

async function rotateFiles(
  deps: KeyDeps,
  faults: string[],
  lost: Set<string>,
  withoutLost: boolean,
): Promise<number> {
  const { db, keys, files, now } = deps
  const [{ id: keyId }] = keys.data
  const anew = async (fileId: string): Promise<boolean> => {
    try {
      // Should its row go meanwhile, and the file with it, what is written here has to go as well.
      const dueAt = new Date(now().getTime() + UNDER_WAY_MS).toISOString()
      await delayRemoval(db, fileId, dueAt)
      const sealed = await files.get(fileId)
      if (sealed !== null) await putAnew(files, keys, fileId, sealed)
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
      faults.push(problem(`file ${fileId}`, error))
      return false
    }
  }
  let count = 0
  let after = ''
  for (;;) {
    const fileIds = await listFilesWithOtherKeys(db, keyId, after, FILES_AT_ONCE)
    if (fileIds.length === 0) return count
    count += (await Promise.all(fileIds.map(anew))).filter(Boolean).length
    after = fileIds.at(-1)!
  }
}

async function rotateBesideBackups(deps: KeyDeps, faults: string[]): Promise<number> {
  const [{ id: keyId }] = deps.keys.data
  let count = 0
  for (const folder of backupFolders(deps))
    for (const [fileId, path] of await listUploads(folder)) {
      try {
        if ([keyId, null].includes(await keyIdInFile(path))) continue
        const store = folderStore(uploadsFolderOf(folder), 'BACKUP_DIR')
        await putAnew(store, deps.keys, fileId, await readFile(path))
        count += 1
      } catch (error) {
        if (isGone(error)) continue
        faults.push(problem(path, error))
      }
    }
  return count
}

/** Puts a file anew, and opens what was put: nothing is said to be encrypted with a key that does not open it. */
async function putAnew(
  store: FileStore,
  keys: Deps['keys'],
  fileId: string,
  sealed: Uint8Array,
): Promise<void> {
  if (keyIdOf(sealed) === keys.data[0].id) return
  const place = fileContext(fileId)
  await store.put(fileId, sealBytes(keys, place, unsealBytes(keys, place, sealed)))
  try {
    unsealBytes({ data: [keys.data[0]] }, place, (await store.get(fileId))!)
  } catch (error) {
    await store.put(fileId, sealed)
    throw error
  }
}

/** Backups in these folders; as the names of a file in them. */
function backupFolders({ settings }: KeyDeps): string[] {
  const { databaseFile, backups } = settings
  if (databaseFile === null) return []
  const folders = new Set([ownFolder(databaseFile), backups?.folder ?? ownFolder(databaseFile)])
  return [...folders].map((folder) => `${folder}/any`)
}

const isGone = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** The id of the key of a file; `null` where it was removed meanwhile. */
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
