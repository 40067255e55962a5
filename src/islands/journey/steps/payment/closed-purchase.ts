import type { JourneyStatus, PayOption } from '#lib/codes.ts'
import { endedWithoutCar } from '#lib/purchases/journey-status.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { formatDeadline } from '#lib/shared/instants.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { keepingPayment } from '#lib/payments/deposit-labels.ts'
import { leftAfterHandOver } from '#lib/payments/deal-lines.ts'
import { isLease, isReservation } from '#lib/payments/pay-options.ts'

/** The message and next step of a purchase for which nothing can be paid. */
interface Closed {
  tone: 'success' | 'warning' | 'plain'
  title: string
  text: string
  next: 'build' | 'again' | 'purchases' | 'none'
}

/** Statuses in which nothing can be paid: why, and what next (decision 23). */
const CLOSED: Partial<Record<JourneyStatus, Closed>> = {
  NOCARAVAIL: {
    tone: 'warning',
    title: 'We’re looking for your car',
    text: 'No car or build slot is available right now. Your purchase stays open while we look, and there’s nothing to pay. We’ll email you as soon as we find one.',
    next: 'none',
  },
  COMPLETE: {
    tone: 'success',
    title: 'This purchase is complete',
    text: 'You’ve paid in full and collected your car. There’s nothing more to pay.',
    next: 'purchases',
  },
  CANCELLED: {
    tone: 'plain',
    title: 'This purchase is cancelled',
    text: 'There’s nothing to pay.',
    next: 'build',
  },
  EXPIRED: {
    tone: 'plain',
    title: 'This purchase has expired',
    text: 'It wasn’t confirmed in time, so there’s nothing to pay. You can start it again with the same car, at today’s price.',
    next: 'again',
  },
}

/** A confirmed purchase whose first payment did not come in time. */
const unpaid = (dueBy: string, payOption: PayOption): Closed => ({
  tone: 'plain',
  title: 'This purchase has expired',
  text: `The ${keepingPayment(payOption)} wasn’t paid by ${formatDeadline(dueBy)}, so the car is no longer reserved for you. You can start this purchase again with the same car, at today’s price.`,
  next: 'again',
})

/** A purchase for which no car was found in time. */
const NOT_FOUND: Closed = {
  tone: 'plain',
  title: 'This purchase has expired',
  text: 'We couldn’t find a car in time, so there’s nothing to pay. You can start it again with the same car, at today’s price.',
  next: 'again',
}

/** A reservation that has ended. */
const HOLD_ENDED: Closed = {
  tone: 'plain',
  title: 'This reservation has ended',
  text: 'The car is no longer reserved for you. You can build the car again at today’s price.',
  next: 'build',
}

/** A leased car that was collected. */
const LEASED: Closed = {
  tone: 'success',
  title: 'This purchase is complete',
  text: 'You’ve made the first payment and collected your car. You make the other payments to the lessor.',
  next: 'purchases',
}

/** A purchase whose car was collected before a bank took a payment back. */
const takenBack = (left: string): Closed => ({
  tone: 'warning',
  title: 'This purchase is complete',
  text: `You’ve collected your car. ${left}`,
  next: 'purchases',
})

/** A reservation that became a purchase. */
const BOUGHT: Closed = {
  tone: 'success',
  title: 'You’re now buying this car',
  text: 'Your reservation is complete. You’ll find the purchase under My Purchases.',
  next: 'purchases',
}

type ClosedFacts = Pick<
  PurchaseJourney,
  'status' | 'currentQuote' | 'confirmedDate' | 'metadata' | 'paymentMetadata'
>

/** Why nothing can be paid for a purchase, and the next step (decision 23); `null` where a payment is possible. */
export function closedPurchase(purchase: ClosedFacts): Closed | null {
  const closed = reasonOf(purchase)
  const { paidCents } = purchase.paymentMetadata
  return closed && paidCents > 0 && endedWithoutCar(purchase.status.purchaseJourneyStatusCode)
    ? {
        ...closed,
        text: `${closed.text} We’ll refund the ${formatMoney(paidCents)} you paid, the way you paid it.`,
      }
    : closed
}

function reasonOf({
  status: { purchaseJourneyStatusCode: code },
  currentQuote,
  confirmedDate,
  metadata: { depositDueBy },
  paymentMetadata,
}: ClosedFacts): Closed | null {
  const { payOption } = currentQuote
  if (code === 'COMPLETE' && isReservation(payOption)) return BOUGHT
  const left = code === 'COMPLETE' && leftAfterHandOver(currentQuote, paymentMetadata)
  if (left) return takenBack(left)
  if (code === 'COMPLETE' && isLease(payOption)) return LEASED
  if (code === 'EXPIRED' && confirmedDate !== null) {
    if (isReservation(payOption)) return HOLD_ENDED
    return depositDueBy ? unpaid(depositDueBy, payOption) : NOT_FOUND
  }
  return CLOSED[code] ?? null
}
