import { findCustomer } from '#server/customers/queries.ts'
import type { Trx } from '#server/database.ts'
import { findQuote } from '#server/quotes/queries.ts'
import type { PaymentRow, RefundRow } from '#server/payments/tables.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import type { Deps } from '#server/deps.ts'
import { referenceOf } from '#server/journeys/view.ts'
import type { refundMail } from './mails.ts'
import { enqueueMail } from '#server/platform/mail/outbox.ts'
import { enqueueWebhook } from '#server/webhooks/webhooks.ts'

/** Tells other systems how a refund ended. */
export const announceRefund = (
  trx: Trx,
  type: 'payment.refunded' | 'payment.refund-failed',
  payment: PaymentRow,
  at: string,
) =>
  enqueueWebhook(trx, {
    type,
    at,
    purchaseJourneyId: payment.purchase_journey_id,
    paymentId: payment.payment_id,
    paymentType: payment.type,
    status: type === 'payment.refunded' ? 'REFUNDED' : 'PAID',
  })

/** Tells the customer how a refund ended. */
export async function mailRefund(
  deps: Deps,
  trx: Trx,
  {
    refund,
    payment,
    journey,
  }: { refund: RefundRow; payment: PaymentRow; journey: PurchaseJourneyRow },
  write: typeof refundMail,
): Promise<void> {
  // What a lender gets back is between the lender and us.
  if (payment.source === 'MTF') return
  const { quote } = (await findQuote(trx, journey.current_quote_id))!
  const customer = (await findCustomer(trx, journey.customer_id))!
  await enqueueMail(
    deps,
    trx,
    write(deps, {
      to: customer.email,
      firstName: customer.name.firstName,
      reference: referenceOf(deps, journey),
      quote,
      purchaseJourneyId: journey.purchase_journey_id,
      amountCents: refund.amount_cents,
    }),
  )
}
