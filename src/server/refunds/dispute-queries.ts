import { sql, type Updateable } from 'kysely'
import type { Db } from '#server/database.ts'
import { newerThan, type Cursor } from '#server/platform/database/cursor.ts'
import type { DisputeRow, DisputeTable, PaymentRow } from '#server/payments/tables.ts'

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

/** @returns `null` when it no longer waits for staff. */
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
    .where('status', '<>', 'OPEN')
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

/** The dispute that blocks the refund of a payment: an open one, or one lost over the whole amount. */
export const findBlockingDispute = async (
  db: Db,
  { payment_id, amount_cents }: Pick<PaymentRow, 'payment_id' | 'amount_cents'>,
): Promise<DisputeRow | undefined> => {
  const disputes = await disputesOfPayment(db, payment_id)
  return (
    disputes.find(({ status }) => status === 'OPEN') ??
    // A loss of part of the amount is for staff to settle.
    disputes.find((row) => row.status === 'LOST' && row.amount_cents >= amount_cents)
  )
}

/** Has staff settle once more the lost disputes of a payment that they have settled since an instant. */
export const reopenLost = async (trx: Db, paymentId: string, since: string): Promise<void> => {
  await trx
    .updateTable('dispute')
    .set({ is_waiting: 1, dealt_at: null, dealt_by: null, dealt_note: null })
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'LOST')
    .where('dealt_at', '>=', since)
    .execute()
}

/**
 * What can go back of a payment, in cents: all but what the bank has taken of it for good, by disputes that are lost, and
 * what staff have sent once it was won.
 */
export async function refundableCents(
  db: Db,
  { payment_id, amount_cents }: Pick<PaymentRow, 'payment_id' | 'amount_cents'>,
): Promise<number> {
  const gone = (await disputesOfPayment(db, payment_id)).filter(
    ({ status, dealt_at }) => status === 'LOST' || (status === 'WON' && dealt_at !== null),
  )
  return Math.max(
    0,
    gone.reduce((cents, dispute) => cents - dispute.amount_cents, amount_cents),
  )
}

/** The disputes of purchases, in order. */
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

/** Disputes that wait for staff, the longest waiting first. */
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
