import type { Trx } from '#server/database.ts'
import { cancelRemoval, claimRemoval, dueRemovals, insertFile, planRemoval } from './queries.ts'
import type { PurchaseFileRow } from './tables.ts'
import type { Deps } from '#server/deps.ts'
import { ProviderUnavailable } from '#server/providers/ask.ts'
import { processInBatches } from '#server/platform/database/batches.ts'
import { sealBytes, unsealBytes } from '#server/platform/crypto/encryption.ts'
import { fileContext } from '#server/platform/crypto/encryption-context.ts'

/** How long a file may take from its first byte to its row. */
const UNDER_WAY_MS = 60 * 60_000

const unavailable = (cause: unknown) =>
  new ProviderUnavailable('The store for photos and documents', cause)

/**
 * Stores a file and its row. The file's removal is planned before it is written, and cancelled in the transaction of
 * its row: wherever this stops, no row lacks its file, and a file without a row is removed.
 *
 * @param record Stores what refers to the file, in the transaction of its row.
 * @throws {ProviderUnavailable} When it cannot be kept; nothing is changed then.
 */
export async function storeFile<T>(
  deps: Deps,
  row: PurchaseFileRow,
  bytes: Uint8Array,
  record: (trx: Trx) => Promise<T>,
): Promise<T> {
  const { db, files, keys, now } = deps
  const dueAt = new Date(now().getTime() + UNDER_WAY_MS).toISOString()
  await planRemoval(db, row.file_id, dueAt)
  try {
    await files.put(row.file_id, sealBytes(keys, fileContext(row.file_id), bytes))
  } catch (error) {
    throw unavailable(error)
  }
  try {
    return await db.transaction().execute(async (trx) => {
      const recorded = await record(trx)
      if (!(await cancelRemoval(trx, row.file_id, dueAt)))
        throw unavailable(new Error('the file took so long that its removal has begun'))
      await insertFile(trx, row)
      return recorded
    })
  } catch (error) {
    // A refused file is removed at once; where that fails, the removal is due as planned.
    await removeFile(deps, row.file_id, dueAt).catch(() => {})
    throw error
  }
}

/** Removes a file whose removal is due by an instant, unless it has a row. */
async function removeFile({ db, files, now }: Deps, fileId: string, dueBy: string): Promise<void> {
  const dueAgainAt = new Date(now().getTime() + UNDER_WAY_MS).toISOString()
  if (!(await claimRemoval(db, fileId, dueBy, dueAgainAt))) return
  await files.delete(fileId)
  await cancelRemoval(db, fileId, dueAgainAt)
}

/**
 * The content of a file.
 *
 * @throws {ProviderUnavailable} When the store does not answer, or has lost it.
 */
export async function readContent(
  { files, keys }: Deps,
  { file_id }: PurchaseFileRow,
): Promise<Uint8Array<ArrayBuffer>> {
  let sealed: Uint8Array | null
  try {
    sealed = await files.get(file_id)
  } catch (error) {
    throw unavailable(error)
  }
  if (!sealed) throw unavailable(new Error(`file ${file_id} is not there`))
  return unsealBytes(keys, fileContext(file_id), sealed)
}

/** Removes the files without a row. */
export async function removeOrphanFiles(deps: Deps): Promise<void> {
  const at = deps.now().toISOString()
  await processInBatches(
    (most) => dueRemovals(deps.db, at, most),
    (fileId) => removeFile(deps, fileId, at),
  )
}
