import type { OpenPayment, PurchaseJourney } from '#lib/purchases/shapes.ts'
import { endOfWorkingDay } from '#lib/service/open-days.ts'
import { outstandingCents, type PaymentJourneyFacts } from '#lib/payments/pay-options.ts'
import { shownPhone } from '#lib/shared/phone.ts'
import type { PaymentRow } from './tables.ts'
import type { Deps } from '#server/deps.ts'
import type { Deal } from '#server/journeys/deal.ts'

/** How to reach us about a payment under review, and by when staff answer. */
export function reviewOf(
  { catalogue: { brand }, now }: Pick<Deps, 'catalogue' | 'now'>,
  payment: PaymentRow,
): NonNullable<OpenPayment['review']> {
  // A payment in review was last changed when its review began.
  const answerBy = endOfWorkingDay(brand, Date.parse(payment.updated_at), 1)
  return { ...contactOf(brand), answerBy, isOverdue: answerBy <= now().toISOString() }
}

const contactOf = ({ phone, phoneHours }: Deps['catalogue']['brand']) => ({
  phone: shownPhone(phone),
  phoneHours,
})

/** The part of a payment that has arrived, or the whole of it, in cents. */
export const amountReceived = ({ received_cents, amount_cents }: PaymentRow): number =>
  received_cents ?? amount_cents

/** The customer's payment that has no result yet: one under review before a pending one. */
function openPaymentOf(
  deps: Pick<Deps, 'catalogue' | 'now'>,
  payments: readonly PaymentRow[],
  facts: PaymentJourneyFacts,
): OpenPayment | null {
  const open = (status: 'NEEDS_REVIEW' | 'PENDING') =>
    payments.find((row) => row.status === status && row.source !== 'MTF')
  const inReview = open('NEEDS_REVIEW')
  const payment = inReview ?? open('PENDING')
  if (!payment) return null
  const { type, amount_cents, received_cents } = payment
  // What is due may have changed since its first part came, as when a trade-in is accepted.
  const amountCents =
    inReview || received_cents === null
      ? amount_cents
      : Math.max(received_cents, outstandingCents(type, facts))
  return {
    paymentType: type,
    statusCode: inReview ? 'NEEDS_REVIEW' : 'PENDING',
    amountCents,
    receivedCents: received_cents,
    review: inReview ? reviewOf(deps, inReview) : null,
  }
}

/** The payment a customer may ask about: one without a result, else one that never came for an amount still due. */
export function openOrMissingPayment(
  deps: Pick<Deps, 'catalogue' | 'now'>,
  { journey, payments, missing }: Pick<Deal, 'journey' | 'payments' | 'missing'>,
  facts: PaymentJourneyFacts,
): Pick<PurchaseJourney, 'openPayment' | 'missingPayment'> {
  const openPayment = openPaymentOf(deps, payments, facts)
  if (openPayment) return { openPayment }
  if (!['CONFIRMED', 'AGREEMENT'].includes(journey.status)) return {}
  const [last] = missing
    .filter(({ type, source }) => source !== 'MTF' && outstandingCents(type, facts) > 0)
    .sort((one, other) => (one.decided_at! < other.decided_at! ? 1 : -1))
  if (!last) return {}
  return {
    missingPayment: {
      paymentId: last.payment_id,
      paymentType: last.type,
      amountCents: amountReceived(last),
      ...contactOf(deps.catalogue.brand),
    },
  }
}
