import type { Transaction } from 'kysely'
import type { ReviewOutcome } from '#lib/payments/shapes.ts'
import { findCustomer } from '#server/customers/queries.ts'
import type { Database } from '#server/database.ts'
import { endReview, insertReview } from './queries.ts'
import { findQuote } from '#server/quotes/queries.ts'
import type { PaymentRow } from './tables.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import type { Deps } from '#server/deps.ts'
import { logSecurity } from '#server/platform/security-events.ts'
import { reviewEndedMail, reviewStartedMail } from './review-mails.ts'
import { referenceOf } from '#server/journeys/view.ts'
import { cameOf, reviewOf } from './open-payment.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'

/** Notes that a payment is under review, and says so in the log and to its customer. For the transaction that begins it. */
export async function startReview(
  deps: Deps,
  trx: Transaction<Database>,
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
    reviewStartedMail(deps, {
      ...(await mailFacts(deps, trx, journey)),
      ...reviewOf(deps, payment),
      amountCents: cameOf(payment),
    }),
  )
}

/** Notes how the review of a payment ended, and tells the customer. For the transaction that ends it. */
export async function finishReview(
  deps: Deps,
  trx: Transaction<Database>,
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
    reviewEndedMail(deps, {
      ...(await mailFacts(deps, trx, journey)),
      amountCents: cameOf(payment),
      result: outcome,
      canPay: ['CONFIRMED', 'AGREEMENT'].includes(journey.status),
    }),
  )
}

async function mailFacts(deps: Deps, trx: Transaction<Database>, journey: PurchaseJourneyRow) {
  const { purchase_journey_id, current_quote_id, customer_id } = journey
  const customer = (await findCustomer(trx, customer_id))!
  const { quote } = (await findQuote(trx, current_quote_id))!
  return {
    to: customer.email,
    firstName: customer.name.firstName,
    quote,
    purchaseJourneyId: purchase_journey_id,
    reference: referenceOf(deps, journey),
  }
}
