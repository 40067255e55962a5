import type { Insertable, Selectable } from 'kysely'
import type { PaymentSource, PaymentType } from '#lib/codes.ts'
import type { Db } from '#server/database.ts'
import type { PaymentRow, ReceiptTable } from './tables.ts'

/** @returns `null` when a receipt of the journey has the reference already; nothing is stored then. */
export const insertReceipt = async (
  db: Db,
  receipt: Insertable<ReceiptTable>,
): Promise<Selectable<ReceiptTable> | null> =>
  (await db
    .insertInto('receipt')
    .values(receipt)
    .onConflict((conflict) =>
      conflict.columns(['purchase_journey_id', 'source', 'reference']).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()) ?? null

export const findReceipt = async (
  db: Db,
  of: Pick<ReceiptTable, 'purchase_journey_id' | 'source' | 'reference'>,
): Promise<Selectable<ReceiptTable> | null> =>
  (await db
    .selectFrom('receipt')
    .selectAll()
    .where((where) => where.and(of))
    .executeTakeFirst()) ?? null

/** The transfer of a type that has come in part. */
export const findOpenTransfer = async (
  db: Db,
  of: { purchaseJourneyId: string; type: PaymentType; source: PaymentSource },
): Promise<PaymentRow | null> =>
  (await db
    .selectFrom('payment')
    .selectAll()
    .where('purchase_journey_id', '=', of.purchaseJourneyId)
    .where('type', '=', of.type)
    .where('source', '=', of.source)
    .where('method', 'is', null)
    .where('status', '=', 'PENDING')
    .executeTakeFirst()) ?? null

/**
 * Puts the unfinished transfers of a type under review: the amount was paid another way.
 *
 * @returns Those transfers.
 */
export const reviewOpenTransfers = (
  db: Db,
  purchaseJourneyId: string,
  { type, reason, at }: { type: PaymentType; reason: string; at: string },
): Promise<PaymentRow[]> =>
  db
    .updateTable('payment')
    .set({ status: 'NEEDS_REVIEW', review_reason: reason, updated_at: at })
    .where('purchase_journey_id', '=', purchaseJourneyId)
    .where('method', 'is', null)
    .where('status', '=', 'PENDING')
    .where('type', '=', type)
    .where('source', '<>', 'MTF')
    .returningAll()
    .execute()

/**
 * Ends the unfinished transfers of a journey: the part that came does not count and has to be refunded.
 *
 * @returns Those transfers, each with the amount that came.
 */
export const endOpenTransfers = (
  db: Db,
  purchaseJourneyId: string,
  at: string,
): Promise<PaymentRow[]> =>
  db
    .updateTable('payment')
    .set((eb) => ({
      status: 'PAID' as const,
      duplicate: 1,
      amount_cents: eb.fn.coalesce('received_cents', 'amount_cents'),
      updated_at: at,
    }))
    .where('purchase_journey_id', '=', purchaseJourneyId)
    .where('method', 'is', null)
    .where('status', '=', 'PENDING')
    .returningAll()
    .execute()

/** The receipts that staff recorded for a purchase, in order. */
export const listReceipts = (db: Db, purchaseJourneyId: string) =>
  db
    .selectFrom('receipt')
    .selectAll()
    .where('purchase_journey_id', '=', purchaseJourneyId)
    .orderBy('recorded_at')
    .orderBy('receipt_id')
    .execute()
