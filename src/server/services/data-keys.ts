import { open, readFile } from 'node:fs/promises'
import { ownFolder } from '../backup/before-migration.ts'
import { filesBeside, pathsBeside } from '../backup/folder.ts'
import {
  countByKey,
  countFilesByKey,
  dataKeysInUse,
  filesOtherwise,
  forgetDataKeys,
  noteFileKey,
  replaceSealed,
  sealedOtherwise,
  type KeyCount,
  type SealedColumn,
  type SealedValue,
} from '../db/data-keys.ts'
import { callOffRemoval, delayRemoval } from '../db/purchase-files.ts'
import type { Deps } from '../deps.ts'
import { folderStore } from '../providers/files/folder.ts'
import { auditRights } from './audit.ts'
import { keyIdOf, seal, sealBytes, unseal, unsealBytes } from './encryption.ts'
import { placeOfFile, SEALED, type Place } from './sealed-places.ts'

/** Values that are changed at a time. */
const BATCH = 50
/** Files that are, each of some megabytes. */
const FILES_AT_ONCE = 4
/** What is written meanwhile with an older key is done in the next round. */
const MOST_ROUNDS = 3
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
  /** The keys that nothing is encrypted with any more. */
  freed: string[]
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
    for (const path of (await pathsBeside(folder)).values()) {
      const keyId = await keyIdInFile(path)
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
 * Ended anywhere, it can be begun again.
 */
export async function rotateDataKeys(deps: KeyDeps): Promise<Rotation> {
  const { db, keys, now } = deps
  const [{ id: keyId }] = keys.data
  await db
    .transaction()
    .execute((trx) => auditRights(trx, now().toISOString(), 'rotateKeys', [`key:${keyId}`]))
  const done: Record<string, number> = {}
  let faults: string[] = []
  let left: KeyUse[] = []
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    faults = []
    for (const place of COLUMNS)
      add(done, `${place.table}.${place.column}`, await rotateColumn(deps, place, faults))
    add(done, 'uploaded files', await rotateFiles(deps, faults))
    add(done, 'files beside backups', await rotateBesideBackups(deps, faults))
    left = (await keyUse(deps)).filter((use) => use.keyId !== keyId)
    if (left.length === 0) break
  }
  const needed = new Set([keyId, ...left.map((use) => use.keyId)])
  const freed = keys.data.map(({ id }) => id).filter((id) => !needed.has(id))
  const inUse = await dataKeysInUse(db)
  const gone = inUse.filter((id) => freed.includes(id))
  if (gone.length > 0)
    await db.transaction().execute(async (trx) => {
      await forgetDataKeys(trx, gone)
      await auditRights(
        trx,
        now().toISOString(),
        'freeKeys',
        gone.map((id) => `key:${id}`),
      )
    })
  return { done, left, faults, freed }
}

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
    const at = { ...place, row: value.row.join('|') } as unknown as Place
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
    const values = await sealedOtherwise(db, place, keyId, after, BATCH)
    if (values.length === 0) return count
    // Each is a write of its own, so that nobody waits for a whole batch of locks.
    count += (await Promise.all(values.map(anew))).filter(Boolean).length
    after = values.at(-1)!.row
  }
}

async function rotateFiles(deps: KeyDeps, faults: string[]): Promise<number> {
  const { db, keys, files, now } = deps
  const [{ id: keyId }] = keys.data
  const anew = async (fileId: string): Promise<boolean> => {
    try {
      // Should its row go meanwhile, and the file with it, what is written here has to go as well.
      const dueAt = new Date(now().getTime() + UNDER_WAY_MS).toISOString()
      await delayRemoval(db, fileId, dueAt)
      const sealed = await files.get(fileId)
      if (sealed === null) throw new Error('is not there')
      await files.put(fileId, sealedAnew(keys, fileId, sealed))
      return await db.transaction().execute(async (trx) => {
        const isThere = await noteFileKey(trx, fileId, keyId)
        if (isThere) await callOffRemoval(trx, fileId, dueAt)
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
    const fileIds = await filesOtherwise(db, keyId, after, FILES_AT_ONCE)
    if (fileIds.length === 0) return count
    count += (await Promise.all(fileIds.map(anew))).filter(Boolean).length
    after = fileIds.at(-1)!
  }
}

async function rotateBesideBackups(deps: KeyDeps, faults: string[]): Promise<number> {
  const [{ id: keyId }] = deps.keys.data
  let count = 0
  for (const folder of backupFolders(deps))
    for (const [fileId, path] of await pathsBeside(folder)) {
      try {
        if ((await keyIdInFile(path)) === keyId) continue
        const anew = sealedAnew(deps.keys, fileId, await readFile(path))
        await folderStore(filesBeside(folder), 'BACKUP_DIR').put(fileId, anew)
        count += 1
      } catch (error) {
        faults.push(problem(path, error))
      }
    }
  return count
}

function sealedAnew(keys: Deps['keys'], fileId: string, sealed: Uint8Array): Uint8Array {
  if (keyIdOf(sealed) === keys.data[0].id) return sealed
  const place = placeOfFile(fileId)
  return sealBytes(keys, place, unsealBytes(keys, place, sealed))
}

/** Backups in these folders; as the names of a file in them. */
function backupFolders({ settings }: KeyDeps): string[] {
  const { databaseFile, backups } = settings
  if (databaseFile === null) return []
  const folders = new Set([ownFolder(databaseFile), backups?.folder ?? ownFolder(databaseFile)])
  return [...folders].map((folder) => `${folder}/any`)
}

async function keyIdInFile(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
    return keyIdOf(buffer.subarray(0, bytesRead)) ?? 'none'
  } finally {
    await file.close()
  }
}
