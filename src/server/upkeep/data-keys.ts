import { setTimeout as wait } from 'node:timers/promises'
import {
  countByKey,
  countFilesByKey,
  dataKeysInUse,
  forgetDataKeys,
  noteDataKey,
  replaceSealed,
  listSealedWithOtherKeys,
  type KeyCount,
  type SealedColumn,
  type SealedValue,
} from '#server/platform/crypto/data-key-queries.ts'
import { auditRights } from '#server/staff/audit.ts'
import { seal, unseal } from '#server/platform/crypto/encryption.ts'
import { withDatabaseLock } from '#server/platform/crypto/database-lock.ts'
import { SEALED, type EncryptionContext } from '#server/platform/crypto/encryption-context.ts'
import {
  countBesideBackups,
  problem,
  rotateBesideBackups,
  rotateFiles,
  type KeyDeps,
} from './data-key-files.ts'

/** Values encrypted at a time. */
const BATCH = 50
/** Values written with an older key during a round are encrypted in the next. */
const MOST_ROUNDS = 3
/** How often a process notes which key it encrypts with. */
export const NOTE_MS = 5_000
/** A process without a note for this long has ended. */
const UNSEEN_MS = 2 * NOTE_MS
const COLUMNS: SealedColumn[] = Object.entries(SEALED).flatMap(([table, { columns, row }]) =>
  columns.map((column) => ({ table, column, row })),
)

/** How much is encrypted with a key, and where. */
export interface KeyUse extends KeyCount {
  where: string
}

/** The result of a key rotation. */
export interface Rotation {
  /** How much was encrypted again, by place. */
  done: Record<string, number>
  /** Still encrypted with another key. */
  left: KeyUse[]
  /** Why something was left. */
  failures: string[]
  /** Ids of uploaded files that are missing. */
  lost: string[]
  /** Older keys that a process still encrypts with. */
  stillUsed: string[]
  /** Keys that are no longer needed. */
  freed: string[]
}

interface Options {
  /** Gives up missing uploaded files, so that they no longer need their key. */
  withoutLost?: boolean
  pause?: (ms: number) => Promise<void>
}

/** Counts what is encrypted, by place and key. */
export async function keyUse(deps: KeyDeps): Promise<KeyUse[]> {
  const uses: KeyUse[] = []
  const add = (where: string, counts: KeyCount[]) =>
    uses.push(...counts.map((count) => ({ where, ...count })))
  for (const place of COLUMNS)
    add(`${place.table}.${place.column}`, await countByKey(deps.db, place))
  add('uploaded files', await countFilesByKey(deps.db))
  add('files beside backups', await countBesideBackups(deps))
  return uses
}

/**
 * Encrypts everything with the first data key while the storefronts keep running. It can be stopped and run again.
 *
 * @returns `null` while another rotation is running.
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
  let failures: string[] = []
  let left: KeyUse[] = []
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    failures = []
    for (const place of COLUMNS)
      add(done, `${place.table}.${place.column}`, await rotateColumn(deps, place, failures))
    add(done, 'uploaded files', await rotateFiles(deps, failures, lost, withoutLost))
    add(done, 'files beside backups', await rotateBesideBackups(deps, failures))
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
    // A process that still writes with one has noted it again, or has left values behind.
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
  return { done, left, failures, lost: [...lost], stillUsed, freed }
}

const usesOfOthers = async (deps: KeyDeps): Promise<KeyUse[]> =>
  (await keyUse(deps)).filter((use) => use.keyId !== deps.keys.data[0].id)

const add = (done: Record<string, number>, where: string, count: number) => {
  if (count > 0) done[where] = (done[where] ?? 0) + count
}

async function rotateColumn(
  { db, keys }: KeyDeps,
  place: SealedColumn,
  failures: string[],
): Promise<number> {
  const [{ id: keyId }] = keys.data
  const encryptAgain = async (value: SealedValue): Promise<boolean> => {
    const context = { ...place, row: value.row.join('|') } as unknown as EncryptionContext
    let text: string
    try {
      text = unseal(keys, context, value.sealed)
    } catch (error) {
      failures.push(problem(`${place.table}.${place.column} of ${context.row}`, error))
      return false
    }
    return replaceSealed(db, place, value, seal(keys, context, text))
  }
  let count = 0
  let after: SealedValue['row'] | null = null
  for (;;) {
    const values = await listSealedWithOtherKeys(db, place, keyId, after, BATCH)
    if (values.length === 0) return count
    // Each is a transaction of its own, so that others do not wait for a whole batch of locks.
    count += (await Promise.all(values.map(encryptAgain))).filter(Boolean).length
    after = values.at(-1)!.row
  }
}
