import type { Insertable, Kysely } from 'kysely'
import type { ReviewOutcome } from '#lib/contract/shapes/payment.ts'
import type { Database } from './database.ts'
import type { PaymentReviewTable } from './tables/payment.ts'

type Db = Kysely<Database>

export const insertReview = async (
  trx: Db,
  review: Insertable<PaymentReviewTable>,
): Promise<void> => {
  await trx.insertInto('payment_review').values(review).execute()
}

/** Ends the review of a payment that has not ended. */
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

/** The reviews of the payments of a purchase, with what each was of, in order. */
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
