import type { ExpressionBuilder } from 'kysely'
import type { Database, Db } from '#server/database.ts'
import type { PurchaseFileRow } from './tables.ts'

/** A planned removal whose file has no row: a change of keys may stop between its steps. */
const hasNoRow = (eb: ExpressionBuilder<Database, 'file_removal'>) =>
  eb.not(
    eb.exists(
      eb
        .selectFrom('purchase_file')
        .select('purchase_file.file_id')
        .whereRef('purchase_file.file_id', '=', 'file_removal.file_id'),
    ),
  )

/** The files of purchases, in the order they came. */
export const listFiles = (db: Db, journeyId: string): Promise<PurchaseFileRow[]> =>
  db
    .selectFrom('purchase_file')
    .selectAll()
    .where('purchase_journey_id', '=', journeyId)
    .orderBy('created_at')
    .orderBy('file_id')
    .execute()

export const findFile = async (
  db: Db,
  journeyId: string,
  fileId: string,
): Promise<PurchaseFileRow | null> =>
  (await db
    .selectFrom('purchase_file')
    .selectAll()
    .where('file_id', '=', fileId)
    .where('purchase_journey_id', '=', journeyId)
    .executeTakeFirst()) ?? null

export const insertFile = async (trx: Db, row: PurchaseFileRow): Promise<void> => {
  await trx.insertInto('purchase_file').values(row).execute()
}

/** Deletes rows; the files themselves follow. */
export const deleteFiles = async (trx: Db, fileIds: string[]): Promise<void> => {
  if (fileIds.length > 0)
    await trx.deleteFrom('purchase_file').where('file_id', 'in', fileIds).execute()
}

/** Deletes all documents of a purchase's finance application. */
export const deleteDocuments = async (trx: Db, journeyId: string): Promise<void> => {
  await trx
    .deleteFrom('purchase_file')
    .where('purchase_journey_id', '=', journeyId)
    .where('kind', '=', 'FINANCE_DOCUMENT')
    .execute()
}

/** Deletes all files of a customer. */
export const deleteFilesOf = async (trx: Db, customerId: number): Promise<void> => {
  const journeys = trx
    .selectFrom('purchase_journey')
    .select('purchase_journey_id')
    .where('customer_id', '=', customerId)
  await trx
    .updateTable('trade_vehicle')
    .set({ photos: '[]' })
    .where('purchase_journey_id', 'in', journeys)
    .execute()
  await trx.deleteFrom('purchase_file').where('purchase_journey_id', 'in', journeys).execute()
}

/** Records when staff first opened a file. */
export const markRead = async (db: Db, fileId: string, at: string): Promise<void> => {
  await db
    .updateTable('purchase_file')
    .set({ read_at: at })
    .where('file_id', '=', fileId)
    .where('read_at', 'is', null)
    .execute()
}

/** Plans the removal of a file at an instant, unless it has a row by then. */
export const planRemoval = async (db: Db, fileId: string, dueAt: string): Promise<void> => {
  await db.insertInto('file_removal').values({ file_id: fileId, due_at: dueAt }).execute()
}

/** Cancels a removal. @returns Whether it was still planned for that instant. */
export const cancelRemoval = async (trx: Db, fileId: string, dueAt: string): Promise<boolean> =>
  (await trx
    .deleteFrom('file_removal')
    .where('file_id', '=', fileId)
    .where('due_at', '=', dueAt)
    .returning('file_id')
    .executeTakeFirst()) !== undefined

/** The same for a file whose removal may be planned already: it is delayed. */
export const delayRemoval = async (db: Db, fileId: string, dueAt: string): Promise<void> => {
  await db
    .insertInto('file_removal')
    .values({ file_id: fileId, due_at: dueAt })
    .onConflict((conflict) => conflict.column('file_id').doUpdateSet({ due_at: dueAt }))
    .execute()
}

/** Files whose removal is due, the longest first, without those that have a row. */
export const dueRemovals = async (db: Db, now: string, most: number): Promise<string[]> =>
  (
    await db
      .selectFrom('file_removal')
      .select('file_id')
      .where('due_at', '<=', now)
      .where(hasNoRow)
      .orderBy('due_at')
      .limit(most)
      .execute()
  ).map(({ file_id }) => file_id)

/** Claims a removal: if it is not finished, it is due again later. @returns Whether it was still due. */
export const claimRemoval = async (
  db: Db,
  fileId: string,
  now: string,
  dueAgainAt: string,
): Promise<boolean> =>
  (await db
    .updateTable('file_removal')
    .set({ due_at: dueAgainAt })
    .where('file_id', '=', fileId)
    .where('due_at', '<=', now)
    .where(hasNoRow)
    .returning('file_id')
    .executeTakeFirst()) !== undefined
