import { sql, type Updateable } from 'kysely'
import type { Db } from '#server/database.ts'
import { newerThan, type Cursor } from '#server/platform/database/cursor.ts'
import type { DisputeRow, DisputeTable } from '#server/payments/tables.ts'

export const findDispute = async (db: Db, disputeId: string): Promise<DisputeRow | null> =>
  (await db
    .selectFrom('dispute')
    .selectAll()
    .where('dispute_id', '=', disputeId)
    .executeTakeFirst()) ?? null

export const saveDispute = async (db: Db, dispute: DisputeRow): Promise<void> => {
  const { dispute_id: _id, opened_at: _opened, ...set } = dispute
  await db
    .insertInto('dispute')
    .values(dispute)
    .onConflict((conflict) => conflict.column('dispute_id').doUpdateSet(set))
    .execute()
}

/** @returns `null` when it does not wait for a person any more. */
export const updateWaitingDispute = async (
  db: Db,
  disputeId: string,
  set: Updateable<DisputeTable>,
): Promise<DisputeRow | null> =>
  (await db
    .updateTable('dispute')
    .set(set)
    .where('dispute_id', '=', disputeId)
    .where('is_waiting', '=', 1)
    .where('status', '=', 'LOST')
    .returningAll()
    .executeTakeFirst()) ?? null

/** The disputes of a payment, the last one first. */
export const disputesOfPayment = (db: Db, paymentId: string): Promise<DisputeRow[]> =>
  db
    .selectFrom('dispute')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('opened_at', 'desc')
    .orderBy('dispute_id')
    .execute()

/** The disputes of purchases and of the fees they took over, in order. */
export const disputesOf = (db: Db, purchaseJourneyIds: string[]) =>
  db
    .selectFrom('dispute')
    .innerJoin('payment', 'payment.payment_id', 'dispute.payment_id')
    .selectAll('dispute')
    .select('payment.purchase_journey_id')
    .where('payment.purchase_journey_id', 'in', purchaseJourneyIds)
    .orderBy('dispute.opened_at')
    .orderBy('dispute.dispute_id')
    .execute()

/** Disputes that wait for a person, the longest waiting first. */
export const waitingDisputes = (db: Db, most: number, after: Cursor | null) => {
  const query = db
    .selectFrom('dispute')
    .innerJoin('payment', 'payment.payment_id', 'dispute.payment_id')
    .selectAll('dispute')
    .select('payment.purchase_journey_id')
    // Written out, so that the index of such disputes serves.
    .where('dispute.is_waiting', '=', sql.lit(1))
    .orderBy('dispute.opened_at')
    .orderBy('dispute.dispute_id')
    .limit(most)
  return (
    after ? query.where(newerThan('dispute.opened_at', 'dispute.dispute_id', after)) : query
  ).execute()
}
