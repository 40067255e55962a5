import type { ReviewOutcome } from '#lib/payments/shapes.ts'
import type { Trx } from '#server/database.ts'
import { endReview, insertReview } from './queries.ts'
import type { PaymentRow } from './tables.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import type { Deps } from '#server/deps.ts'
import { logSecurity } from '#server/platform/security-events.ts'
import { paymentReviewEndedMail, paymentReviewStartedMail } from './review-mails.ts'
import { findPurchaseMail } from '#server/journeys/mail-context.ts'
import { amountReceived, reviewOf } from './open-payment.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'

/** Records that a payment is under review, logs it and mails the customer. Call it in the transaction that begins it. */
export async function startReview(
  deps: Deps,
  trx: Trx,
  journey: PurchaseJourneyRow,
  payment: PaymentRow,
): Promise<void> {
  const { payment_id, review_reason } = payment
  await insertReview(trx, {
    review_id: deps.newId(),
    payment_id,
    reason: review_reason ?? '',
    started_at: payment.updated_at,
  })
  logSecurity(deps, 'payment_needs_review', {
    paymentId: payment_id,
    ...(review_reason !== null && { reason: review_reason }),
  })
  if (payment.source === 'MTF') return
  await enqueueMail(
    deps,
    trx,
    paymentReviewStartedMail(deps, await findPurchaseMail(deps, trx, journey), {
      ...reviewOf(deps, payment),
      amountCents: amountReceived(payment),
    }),
  )
}

/** Records how the review of a payment ended and mails the customer. Call it in the transaction that ends it. */
export async function finishReview(
  deps: Deps,
  trx: Trx,
  journey: PurchaseJourneyRow,
  payment: PaymentRow,
  { outcome, by }: { outcome: ReviewOutcome; by: string },
): Promise<void> {
  await endReview(trx, payment.payment_id, {
    outcome,
    ended_by: by,
    ended_at: payment.updated_at,
  })
  if (payment.source === 'MTF') return
  await enqueueMail(
    deps,
    trx,
    paymentReviewEndedMail(deps, await findPurchaseMail(deps, trx, journey), {
      amountCents: amountReceived(payment),
      result: outcome,
      canPay: ['CONFIRMED', 'AGREEMENT'].includes(journey.status),
    }),
  )
}
