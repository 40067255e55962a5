import type { Db } from '#server/database.ts'
import type { DataExportRow } from './tables.ts'

/** @returns The customer's export: this one, or the one that was there already. */
export async function insertExport(
  trx: Db,
  row: Pick<DataExportRow, 'export_id' | 'customer_id' | 'requested_at'>,
): Promise<DataExportRow> {
  await trx
    .insertInto('data_export')
    .values({ ...row, leased_until: null, ready_at: null, expires_at: null, bytes: null })
    .onConflict((conflict) => conflict.column('customer_id').doNothing())
    .execute()
  return (await findExport(trx, row.customer_id))!
}

export const findExport = async (db: Db, customerId: number): Promise<DataExportRow | null> =>
  (await db
    .selectFrom('data_export')
    .selectAll()
    .where('customer_id', '=', customerId)
    .executeTakeFirst()) ?? null

/** Claims the export that has waited longest for one process, until its lease ends. */
export const claimExport = async (
  db: Db,
  { now, leasedUntil }: { now: string; leasedUntil: string },
): Promise<DataExportRow | null> =>
  (await db
    .updateTable('data_export')
    .set({ leased_until: leasedUntil })
    .where('export_id', '=', (eb) =>
      eb
        .selectFrom('data_export')
        .select('export_id')
        .where('ready_at', 'is', null)
        .where('requested_at', '<=', now)
        .where((free) =>
          free.or([free('leased_until', 'is', null), free('leased_until', '<', now)]),
        )
        .orderBy('requested_at')
        .limit(1),
    )
    // Asked again of the row itself: another process may have taken it since it was found.
    .where((free) => free.or([free('leased_until', 'is', null), free('leased_until', '<', now)]))
    .returningAll()
    .executeTakeFirst()) ?? null

/** Extends the lease of an export. `false` when it is gone, or another process has it. */
export const extendLease = async (
  trx: Db,
  { export_id, leased_until }: Pick<DataExportRow, 'export_id' | 'leased_until'>,
  leasedUntil: string,
): Promise<boolean> =>
  (await trx
    .updateTable('data_export')
    .set({ leased_until: leasedUntil })
    .where('export_id', '=', export_id)
    .where('leased_until', '=', leased_until)
    .returning('export_id')
    .executeTakeFirst()) !== undefined

export const insertPart = async (
  trx: Db,
  part: { export_id: string; position: number; sealed: string },
): Promise<void> => {
  await trx.insertInto('data_export_part').values(part).execute()
}

export const findPart = async (
  db: Db,
  exportId: string,
  position: number,
): Promise<string | null> => {
  const row = await db
    .selectFrom('data_export_part')
    .select('sealed')
    .where('export_id', '=', exportId)
    .where('position', '=', position)
    .executeTakeFirst()
  return row?.sealed ?? null
}

/** Deletes the parts that a crashed process left. */
export const deleteParts = async (db: Db, exportId: string): Promise<void> => {
  await db.deleteFrom('data_export_part').where('export_id', '=', exportId).execute()
}

export const finishExport = async (
  trx: Db,
  exportId: string,
  done: Pick<DataExportRow, 'ready_at' | 'expires_at' | 'bytes'>,
): Promise<void> => {
  await trx.updateTable('data_export').set(done).where('export_id', '=', exportId).execute()
}

/** Deletes expired exports with their parts: one customer's, or all. */
export const deleteExpired = async (db: Db, now: string, customerId?: number): Promise<void> => {
  const expired = db.deleteFrom('data_export').where('expires_at', '<=', now)
  await (
    customerId === undefined ? expired : expired.where('customer_id', '=', customerId)
  ).execute()
}
