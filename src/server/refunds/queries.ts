import { sql, type Insertable, type Updateable } from 'kysely'
import type { RefundStatus } from '#lib/payments/refund-states.ts'
import { newerThan, type Cursor } from '#server/platform/database/cursor.ts'
import type { Db } from '#server/database.ts'
import type { PaymentRow, RefundRow, RefundTable } from '#server/payments/tables.ts'

/** Stores the refund of a payment; a payment has at most one. */
export const insertRefund = async (db: Db, refund: Insertable<RefundTable>): Promise<void> => {
  await db
    .insertInto('refund')
    .values(refund)
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .execute()
}

export const findRefund = async (db: Db, refundId: string): Promise<RefundRow | null> =>
  (await db
    .selectFrom('refund')
    .selectAll()
    .where('refund_id', '=', refundId)
    .executeTakeFirst()) ?? null

const refundsWithPayments = (db: Db) =>
  db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.payment_id', 'refund.payment_id')
    .selectAll('refund')
    .select([
      'payment.purchase_journey_id',
      'payment.source',
      'payment.method',
      'payment.provider_payment',
    ])

/** Refunds that staff have to send, the longest waiting first, each with its payment. */
export const refundsByHand = (db: Db, most: number, after: Cursor | null) => {
  const query = refundsWithPayments(db)
    // Written out, so that the index of such refunds serves.
    .where('refund.status', '=', sql.lit('BY_HAND'))
    .orderBy('refund.created_at')
    .orderBy('refund.refund_id')
    .limit(most)
  return (
    after ? query.where(newerThan('refund.created_at', 'refund.refund_id', after)) : query
  ).execute()
}

/** The refunds of a purchase, in order, each with its payment. */
export const refundsOf = (db: Db, purchaseJourneyId: string) =>
  refundsWithPayments(db)
    .where('payment.purchase_journey_id', '=', purchaseJourneyId)
    .orderBy('refund.created_at')
    .orderBy('refund.refund_id')
    .execute()

/** Refunds to order from the provider now. */
export const listDueRefunds = (db: Db, now: string, most: number): Promise<RefundRow[]> =>
  db
    .selectFrom('refund')
    .selectAll()
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .limit(most)
    .execute()

/** Claims a due refund for one process. `false` when another one has it. */
export const claimRefund = async (
  db: Db,
  { refund_id, next_attempt_at, attempts }: RefundRow,
  nextAttemptAt: string,
): Promise<boolean> =>
  (await db
    .updateTable('refund')
    .set({ next_attempt_at: nextAttemptAt, attempts: attempts + 1 })
    .where('refund_id', '=', refund_id)
    .where('next_attempt_at', '=', next_attempt_at)
    .returning('refund_id')
    .executeTakeFirst()) !== undefined

/** Changes a refund that is in one of the statuses given. `null` when it is in another one now. */
export const updateRefund = async (
  db: Db,
  refundId: string,
  from: readonly RefundStatus[],
  set: Updateable<RefundTable>,
): Promise<RefundRow | null> =>
  (await db
    .updateTable('refund')
    .set(set)
    .where('refund_id', '=', refundId)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst()) ?? null

/** The refund with the provider's name for it. */
export const findRefundByProvider = async (
  db: Db,
  providerRefund: string,
): Promise<RefundRow | null> =>
  (await db
    .selectFrom('refund')
    .selectAll()
    .where('provider_refund', '=', providerRefund)
    .executeTakeFirst()) ?? null

export const findRefundOfPayment = async (db: Db, paymentId: string): Promise<RefundRow | null> =>
  (await db
    .selectFrom('refund')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()) ?? null

/** The paid payments of journeys. */
export const paidPayments = (db: Db, purchaseJourneyIds: string[]): Promise<PaymentRow[]> =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('purchase_journey_id', 'in', purchaseJourneyIds)
    .where('status', '=', 'PAID')
    .execute()
