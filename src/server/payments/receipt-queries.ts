import type { Insertable, Selectable } from 'kysely'
import type { PaymentSource, PaymentType } from '#lib/codes.ts'
import type { Db } from '#server/database.ts'
import type { PaymentRow, ReceiptTable } from './tables.ts'

export const insertReceipt = async (db: Db, receipt: Insertable<ReceiptTable>): Promise<void> => {
  await db.insertInto('receipt').values(receipt).execute()
}

/** A reference as banks write it: some change its case, or leave out spaces and hyphens. */
const bare = (reference: string): string =>
  reference.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase()

/** The receipt of a journey with a reference, in any spelling. */
export const findReceipt = async (
  db: Db,
  of: { purchaseJourneyId: string; source: PaymentSource; reference: string },
): Promise<Selectable<ReceiptTable> | undefined> =>
  (
    await db
      .selectFrom('receipt')
      .selectAll()
      .where('purchase_journey_id', '=', of.purchaseJourneyId)
      .where('source', '=', of.source)
      .execute()
  ).find(({ reference }) => bare(reference) === bare(of.reference))

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
