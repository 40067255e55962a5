import type { ReviewOutcome } from '#lib/payments/shapes.ts'
import type { Trx } from '#server/database.ts'
import { endReview, insertReview } from './queries.ts'
import type { PaymentRow } from './tables.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import type { Deps } from '#server/deps.ts'
import { logSecurity } from '#server/platform/security-events.ts'
import { paymentReviewEndedMail, paymentReviewStartedMail } from './review-mails.ts'
import { findPurchaseMail } from '#server/journeys/mail-context.ts'
import { dueCents, type Deal } from '#server/journeys/deal.ts'
import { amountReceived, reviewOf } from './open-payment.ts'
import { reviewOpenTransfers } from './receipt-queries.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'

/** Why money waits for a review that came beyond all that is due. */
export const OVERPAID = 'more than was due'

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

/** Puts transfers that came in part under review where what has come covers what is due now. */
export async function reviewCoveredTransfers(
  deps: Deps,
  trx: Trx,
  deal: Deal,
  reason: string,
): Promise<void> {
  const { purchase_journey_id } = deal.journey
  for (const type of ['DEPOSIT', 'BALANCE'] as const) {
    const open = deal.payments.filter(
      (row) => row.type === type && row.status === 'PENDING' && row.source !== 'MTF',
    )
    const cameCents = open.reduce((cents, { received_cents }) => cents + (received_cents ?? 0), 0)
    if (cameCents === 0 || cameCents < dueCents(deal, type)) continue
    const at = deps.now().toISOString()
    const transfers = await reviewOpenTransfers(trx, purchase_journey_id, { type, reason, at })
    for (const transfer of transfers) await startReview(deps, trx, deal.journey, transfer)
  }
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
