import type { Transaction } from 'kysely'
import { findCustomer } from '../db/customers.ts'
import type { Database } from '../db/database.ts'
import { findQuote } from '../db/quotes.ts'
import type { PaymentRow } from '../db/tables/payment.ts'
import type { PurchaseJourneyRow } from '../db/tables/purchase.ts'
import type { Deps } from '../deps.ts'
import { logSecurity } from '../security-events.ts'
import { reviewEndedMail, reviewStartedMail, type ReviewResult } from './mail/review-mails.ts'
import { referenceOf } from './journey-view.ts'
import { cameOf, reviewOf } from './open-payment.ts'
import { enqueueMail } from './outbox.ts'

/** Says that a payment is under review: in the log, and to its customer. For the transaction that begins it. */
export async function announceReview(
  deps: Deps,
  trx: Transaction<Database>,
  journey: PurchaseJourneyRow,
  payment: PaymentRow,
): Promise<void> {
  const { payment_id, review_reason } = payment
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

/** Tells a customer how the review of a payment ended. For the transaction that ends it. */
export async function announceReviewEnd(
  deps: Deps,
  trx: Transaction<Database>,
  journey: PurchaseJourneyRow,
  payment: PaymentRow,
  result: ReviewResult,
): Promise<void> {
  if (payment.source === 'MTF') return
  await enqueueMail(
    deps,
    trx,
    reviewEndedMail(deps, {
      ...(await mailFacts(deps, trx, journey)),
      amountCents: cameOf(payment),
      result,
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
