import type { PurchaseOffer } from '#lib/catalogue/offer-shapes.ts'
import type { PaymentSource, PaymentStatus, PayOption, TradeStatus } from '#lib/codes.ts'
import type { Dispute, Payment, Refund } from '#lib/payments/shapes.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import type { StaffPurchase } from '#lib/staff/shapes.ts'
import { formatDeadline } from '#lib/shared/instants.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { capitalised } from '#lib/shared/words.ts'
import { isToBeBuilt } from '#lib/purchases/held-car.ts'
import { lenderSentence } from '#lib/finance/lender-labels.ts'
import {
  isLease,
  isReservation,
  lenderShare,
  payKind,
  type PayKind,
} from '#lib/payments/pay-options.ts'

const PAY_KINDS: Record<PayKind, string> = {
  cash: 'Cash',
  finance: 'Finance',
  lease: 'Lease',
  reservation: 'Reservation',
}
export const payKindLabel = (payOption: PayOption): string => PAY_KINDS[payKind(payOption)]

export const TRADE_STATUS_LABELS: Record<TradeStatus, string> = {
  TRADE_ADDED: 'Added by the customer',
  APPRAISAL_REQUESTED: 'Awaiting an offer',
  APPRAISAL_DONE: 'Offered',
  APPRAISAL_ACCEPTED: 'Accepted',
}

const SOURCES: Record<PaymentSource, string> = {
  CREDITCARD: 'by card',
  BANKTRF: 'by transfer',
  MTF: 'from the lender',
}
const STATUSES: Record<PaymentStatus, string> = {
  CREATED: 'not started',
  PENDING: 'on its way',
  PAID: 'paid',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  EXPIRED: 'expired',
  NEEDS_REVIEW: 'being checked',
  REFUNDED: 'refunded',
  CHARGED_BACK: 'charged back by the customer’s bank',
}

/** The label and note of a payment. One in parts names its full amount, one of a lender its make-up. */
export function paymentLabels(payment: Payment, quote: Pick<Quote, 'payOption' | 'finance'>) {
  const { payOption } = quote
  const { paymentType, method, source, status, amountCents, receivedCents, reviewReason } = payment
  const names = {
    DEPOSIT: isReservation(payOption) ? 'Reservation fee' : 'Deposit',
    BALANCE: isLease(payOption) ? 'First payment' : 'Balance',
  }
  const share = source === 'MTF' ? lenderShare(quote) : null
  const isPart = status === 'PENDING' && receivedCents !== null
  return {
    label: source === 'MTF' ? 'Amount financed' : names[paymentType],
    note: [
      capitalised(
        [
          method === 'POLI' ? 'by online banking' : SOURCES[source],
          STATUSES[status],
          isPart && `of ${formatMoney(amountCents)}`,
          reviewReason,
        ]
          .filter(Boolean)
          .join(', '),
      ),
      share && lenderSentence(share),
    ]
      .filter(Boolean)
      .join('. '),
  }
}

const REASONS: Record<Refund['reason'], string> = {
  DUPLICATE: 'Paid twice',
  CANCELLED: 'Purchase cancelled',
  EXPIRED: 'Deposit not paid in time',
  RELEASED: 'Reservation ended',
  REVIEWED: 'Didn’t match any amount due',
}
const REFUNDS: Record<Refund['status'], string> = {
  DUE: 'We’ve asked the provider to refund it',
  PENDING: 'The provider is sending it',
  BY_HAND: 'Send this refund manually',
  DONE: 'Sent',
}
export const refundText = ({ reason, status, failure }: Refund): string =>
  failure === null
    ? `${REASONS[reason]}. ${REFUNDS[status]}.`
    : `${REASONS[reason]}. The refund didn’t go through: ${failure}`

export const DISPUTE_LABELS: Record<Dispute['status'], string> = {
  OPEN: 'Disputed by the customer’s bank',
  WON: 'Dispute won',
  LOST: 'Dispute lost',
}

/** Describes a dispute, with the next step. */
export function disputeText({ status, reason, respondBy, isWaiting }: Dispute): string {
  const why = `The bank’s reason: ${reason}`
  if (status === 'WON' && isWaiting)
    return `${why}. We had already refunded the rest. Send the customer this amount too, then mark it as settled.`
  if (status === 'WON') return `${why}. We keep the payment.`
  if (status === 'OPEN')
    return `${why}. Call the customer, then respond to the dispute with the card provider${respondBy ? ` by ${formatDeadline(respondBy)}` : ''}.`
  return isWaiting
    ? `${why}. The money is owed again. Ask the customer to pay it, or cancel the purchase.`
    : `${why}. Settled.`
}

/** The labels of events. An event without a label is shown by its name. */
const EVENTS: Record<string, string> = {
  confirmed: 'Confirmed, car reserved',
  'confirmed-without-car': 'Confirmed, no car available',
  'car-found': 'Car found',
  'changed-to-cash': 'Changed to cash',
  'deposit-settled': 'Deposit paid',
  'balance-settled': 'Balance paid',
  receipt: 'Receipt recorded',
  'payment-review-started': 'Payment to be checked',
  'payment-review-RECEIVED': 'Payment checked and received',
  'payment-review-SEND_BACK': 'Payment checked, to be refunded',
  'payment-review-NOTHING_CAME': 'Payment checked, not received',
  'dispute-opened': 'Payment disputed by the customer’s bank',
  'dispute-won': 'Dispute won',
  'dispute-lost': 'Dispute lost',
  'dispute-settled': 'Lost dispute settled',
  'agreement-issued': 'Sale agreement issued',
  'agreement-accepted': 'Sale agreement accepted',
  'handed-over': 'Handed over',
  'person-invited': 'Person invited',
  'person-sent-again': 'Invitation sent again',
  'person-joined': 'Invitation accepted',
  'person-approved': 'Approved by an invited person',
  'person-change': 'Change requested by an invited person',
  'person-outdated': 'Car or price changed since their answer',
  'person-signed': 'Agreement signed by a joint buyer',
  'person-removed': 'Person removed',
  'idle-limit-reached': 'Expired: not continued in time',
  bought: 'Reserved car bought',
  'deposit-overdue': 'Expired: deposit not paid in time',
  'hold-ended': 'Expired: reservation ended',
  cancelled: 'Cancelled',
}
/** The labels for a car that is still to be built. */
const ORDERED: Record<string, string> = {
  confirmed: 'Confirmed, car on order',
  'car-found': 'Car on order: build slot reserved',
}
export const eventLabel = (event: string, isOrdered = false): string =>
  (isOrdered && ORDERED[event]) || (EVENTS[event] ?? event)

/** Whether a car is reserved for a purchase, or the plate of the car handed over. */
export const carStatus = ({
  journey,
  isCarHeld,
  registration,
  delivery,
}: Pick<StaffPurchase, 'journey' | 'isCarHeld' | 'registration' | 'delivery'>): string => {
  if (registration !== null) return `Handed over: ${registration}`
  if (journey.status.purchaseJourneyStatusCode === 'COMPLETE')
    return isReservation(journey.currentQuote.payOption) ? 'Bought' : 'Handed over'
  if (!isCarHeld) return 'No car reserved'
  return isToBeBuilt(delivery.status) && !journey.car
    ? 'On order: build slot reserved'
    : 'Car reserved'
}

/** The offers of a purchase with their accessories, for the workshop. */
export const offersText = (offers: readonly PurchaseOffer[]): string =>
  offers
    .map(({ heading, accessories }) =>
      [
        heading,
        ...(accessories.length > 0 ? [accessories.map(({ name }) => name).join(', ')] : []),
      ].join(': '),
    )
    .join('; ')
