import type { OpenPayment } from '#lib/contract/shapes/journey.ts'
import { endOfWorkingDay } from '#lib/domain/open-days.ts'
import { shownPhone } from '#lib/domain/phone.ts'
import type { PaymentRow } from '../db/tables/payment.ts'
import type { Deps } from '../deps.ts'

/** How to ask after a payment under review, and by when staff will have an answer. */
export function reviewOf(
  { catalogue: { brand } }: Pick<Deps, 'catalogue'>,
  payment: PaymentRow,
): NonNullable<OpenPayment['review']> {
  return {
    phone: shownPhone(brand.phone),
    phoneHours: brand.phoneHours,
    // A payment in review was changed last when its review began.
    answerBy: endOfWorkingDay(brand, Date.parse(payment.updated_at), 1),
  }
}

/** The payment of a customer's that has no result yet: one under review before one on its way. */
export function openPaymentOf(
  deps: Pick<Deps, 'catalogue'>,
  payments: readonly PaymentRow[],
): OpenPayment | null {
  const open = (status: 'NEEDS_REVIEW' | 'PENDING') =>
    payments.find((row) => row.status === status && row.source !== 'MTF')
  const inReview = open('NEEDS_REVIEW')
  const payment = inReview ?? open('PENDING')
  if (!payment) return null
  return {
    paymentType: payment.type,
    statusCode: inReview ? 'NEEDS_REVIEW' : 'PENDING',
    amountCents: payment.amount_cents,
    receivedCents: payment.received_cents,
    review: inReview ? reviewOf(deps, inReview) : null,
  }
}
