import { sql, type Insertable, type Updateable } from 'kysely'
import type { PaymentMethod, PaymentStatus, PaymentType } from '#lib/codes.ts'
import type { ReviewOutcome } from '#lib/payments/shapes.ts'
import { compiled } from '#server/platform/database/compiled.ts'
import type { Database, Db } from '#server/database.ts'
import type { PaymentReviewTable, PaymentRow, PaymentTable } from './tables.ts'

/** Attempts that may still take money. */
export const LIVE: readonly PaymentStatus[] = ['CREATED', 'PENDING']

export const findPayment = async (db: Db, paymentId: string): Promise<PaymentRow | null> =>
  (await db
    .selectFrom('payment')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .executeTakeFirst()) ?? null

/** The payment a provider knows by its own reference. */
export const findPaymentByReference = async (
  db: Db,
  method: PaymentMethod,
  reference: string,
): Promise<PaymentRow | null> =>
  (await db
    .selectFrom('payment')
    .selectAll()
    .where('provider_reference', '=', reference)
    .where('method', '=', method)
    .executeTakeFirst()) ?? null

/** The payment with the provider's name for its money. */
export const findPaymentByProviderPayment = async (
  db: Db,
  providerPayment: string,
): Promise<PaymentRow | null> =>
  (await db
    .selectFrom('payment')
    .selectAll()
    .where('provider_payment', '=', providerPayment)
    .executeTakeFirst()) ?? null

/** The paid, pending and reviewed payments of journeys. */
export const findPayments = async (db: Db, purchaseJourneyIds: string[]): Promise<PaymentRow[]> =>
  (await findCheckedPayments(db, purchaseJourneyIds)).filter(({ status }) => status !== 'FAILED')

/** The same, and those whose review ended without money. */
export const findCheckedPayments = async (
  db: Db,
  purchaseJourneyIds: string[],
): Promise<PaymentRow[]> =>
  (await paymentsOf(db, { purchaseJourneyIds })).rows.filter(
    ({ status, decided_at }) =>
      MONEY.includes(status) || (status === 'FAILED' && decided_at !== null),
  )

const MONEY: readonly PaymentStatus[] = ['PENDING', 'PAID', 'NEEDS_REVIEW']

/** Attempts without money too: SQLite is quicker to read a purchase's few than to look each up in a list of states. */
const paymentsOf = compiled((db, { purchaseJourneyIds }: { purchaseJourneyIds: string[] }) =>
  db.selectFrom('payment').selectAll().where('purchase_journey_id', 'in', purchaseJourneyIds),
)

export const findLivePayment = async (
  db: Db,
  of: { purchaseJourneyId: string; type: PaymentType; method: PaymentMethod },
): Promise<PaymentRow | null> =>
  (await db
    .selectFrom('payment')
    .selectAll()
    .where('purchase_journey_id', '=', of.purchaseJourneyId)
    .where('type', '=', of.type)
    .where('method', '=', of.method)
    .where('status', 'in', LIVE)
    .executeTakeFirst()) ?? null

/** @returns `null` when there is a live attempt already: the unique index decides. */
export const insertPayment = async (
  db: Db,
  payment: Insertable<PaymentTable>,
): Promise<PaymentRow | null> =>
  (await db
    .insertInto('payment')
    .values(payment)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()) ?? null

/** Takes the lease to open the provider's page of a payment that has none. `false` when another request has it. */
export const leasePayment = async (
  db: Db,
  paymentId: string,
  now: string,
  until: string,
): Promise<boolean> =>
  (await db
    .updateTable('payment')
    .set({ leased_until: until })
    .where('payment_id', '=', paymentId)
    .where('status', 'in', LIVE)
    .where('provider_reference', 'is', null)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
    .returning('payment_id')
    .executeTakeFirst()) !== undefined

/**
 * Changes a payment that is in one of the statuses given.
 *
 * @returns `null` when it is in another one now.
 */
export const updatePayment = async (
  db: Db,
  paymentId: string,
  from: readonly PaymentStatus[],
  set: Updateable<PaymentTable>,
): Promise<PaymentRow | null> =>
  (await db
    .updateTable('payment')
    .set(set)
    .where('payment_id', '=', paymentId)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst()) ?? null

/** Payments that are due for a check, the longest waiting first. */
export const listDuePayments = (db: Db, now: string, most: number): Promise<PaymentRow[]> =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('next_check_at', '<=', now)
    .orderBy('next_check_at')
    .limit(most)
    .execute()

/** Claims a due payment for one sweeper. `false` when another one has it. */
export const claimPaymentCheck = async (
  db: Db,
  { payment_id, next_check_at, checks }: PaymentRow,
  nextCheckAt: string | null,
): Promise<boolean> =>
  (await db
    .updateTable('payment')
    .set({ next_check_at: nextCheckAt, checks: checks + 1 })
    .where('payment_id', '=', payment_id)
    .where('next_check_at', '=', next_check_at)
    .returning('payment_id')
    .executeTakeFirst()) !== undefined

/** Records a webhook. `false` when it was recorded before. */
export const insertProviderEvent = async (
  db: Db,
  event: Database['provider_event'],
): Promise<boolean> =>
  (await db
    .insertInto('provider_event')
    .values(event)
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .returning('event_id')
    .executeTakeFirst()) !== undefined

/** Attempts on a provider's page that may still take money. */
export const livePayments = (db: Db, purchaseJourneyId: string): Promise<PaymentRow[]> =>
  db
    .selectFrom('payment')
    .selectAll()
    .where('purchase_journey_id', '=', purchaseJourneyId)
    .where('status', 'in', LIVE)
    .where('method', 'is not', null)
    .execute()

/** Schedules a check of a payment now. */
export const checkPaymentNow = async (db: Db, paymentId: string, now: string): Promise<void> => {
  await db
    .updateTable('payment')
    .set({ next_check_at: now })
    .where('payment_id', '=', paymentId)
    .execute()
}

/** Schedules a check of every payment without a result now. Returns how many. */
export const checkNow = async (db: Db, now: string): Promise<number> =>
  Number(
    (
      await db
        .updateTable('payment')
        .set({ next_check_at: now })
        .where('next_check_at', 'is not', null)
        .executeTakeFirst()
    ).numUpdatedRows,
  )

/** Payments under review, the oldest first. */
export const paymentsInReview = (
  db: Db,
  most: number,
): Promise<Pick<PaymentRow, 'payment_id' | 'method' | 'amount_cents' | 'created_at'>[]> =>
  db
    .selectFrom('payment')
    .select(['payment_id', 'method', 'amount_cents', 'created_at'])
    .where('status', '=', sql.lit('NEEDS_REVIEW' as const))
    .orderBy('created_at')
    .orderBy('payment_id')
    .limit(most)
    .execute()

export const insertReview = async (
  trx: Db,
  review: Insertable<PaymentReviewTable>,
): Promise<void> => {
  await trx.insertInto('payment_review').values(review).execute()
}

/** Ends the open review of a payment. */
export const endReview = async (
  trx: Db,
  paymentId: string,
  end: { outcome: ReviewOutcome; ended_by: string; ended_at: string },
): Promise<void> => {
  await trx
    .updateTable('payment_review')
    .set(end)
    .where('payment_id', '=', paymentId)
    .where('ended_at', 'is', null)
    .execute()
}

/** The reviews of a purchase's payments, with their amounts, in order. */
export const listReviews = (db: Db, purchaseJourneyId: string) =>
  db
    .selectFrom('payment_review')
    .innerJoin('payment', 'payment.payment_id', 'payment_review.payment_id')
    .selectAll('payment_review')
    .select(['payment.amount_cents', 'payment.received_cents'])
    .where('payment.purchase_journey_id', '=', purchaseJourneyId)
    .orderBy('payment_review.started_at')
    .orderBy('payment_review.review_id')
    .execute()
