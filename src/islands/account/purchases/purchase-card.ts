import type { JourneyStatus } from '#lib/codes.ts'
import type { CallAnswer } from '#lib/api/client.ts'
import type { listPurchaseJourneys } from '#lib/purchases/calls.ts'
import { CALL_OUTLET } from '#lib/finance/credit.ts'
import { aucklandDay, formatDay } from '#lib/shared/dates.ts'
import { keepingPayment, TRANSFER_TIME } from '#lib/payments/deposit-labels.ts'
import { formatDeadline } from '#lib/shared/instants.ts'
import { isToBeBuilt } from '#lib/purchases/held-car.ts'
import { leftAfterHandOver } from '#lib/payments/deal-lines.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { reviewSentence } from '#lib/payments/labels.ts'
import {
  balanceLeftCents,
  depositLeftCents,
  isLease,
  isReservation,
} from '#lib/payments/pay-options.ts'

export type Purchase = CallAnswer<typeof listPurchaseJourneys>['purchaseJourneyList'][number]

/** The status of a purchase on its card, the next step, and the action for it. */
export interface NextStep {
  state: string
  text: string
  /** The button, and the step of the purchase it opens, or `agreement`. */
  action: { label: string; step: string }
  /** Nothing waits for the customer, so the button is quiet. */
  isAtRest?: true
}

type NextStepRule = (purchase: Purchase, today: string) => NextStep

const started: NextStepRule = ({ quote, metadata }, today) => {
  const expires = aucklandDay(quote.expires)
  return {
    state: 'In progress',
    text:
      expires >= today
        ? `Nothing has been charged yet. The price is held until ${formatDay(expires)}.`
        : `Nothing has been charged yet. The price was held until ${formatDay(expires)}. Press Continue to see today’s price.`,
    action: { label: 'Continue', step: metadata.furthestStep },
  }
}

const reserved: NextStepRule = (purchase) => {
  const { paymentMetadata, metadata } = purchase
  const { canPayDeposit, depositPaid } = paymentMetadata
  const what = isToBeBuilt(metadata.deliveryStatus) ? 'build slot' : 'car'
  if (canPayDeposit)
    return {
      state: 'Fee to pay',
      text: `${carOf(purchase)} Pay the reservation fee of ${formatMoney(depositLeftCents(paymentMetadata))} ${byWhen(purchase)}`,
      action: { label: 'Pay the fee', step: 'payment' },
    }
  return {
    state: depositPaid ? 'Reserved' : 'Payment on its way',
    text: depositPaid
      ? `The ${what} is reserved for you. Buy the car under My Reservations and the fee counts towards the deposit.`
      : 'We’re waiting for the payment provider to confirm it. You don’t need to pay again.',
    action: { label: 'See the reservation', step: 'payment' },
  }
}

/** The card of a purchase with a payment that has no result yet. */
function openPayment({ openPayment: payment, reference }: Purchase): NextStep | null {
  if (!payment) return null
  const { review, amountCents, receivedCents } = payment
  const cents = formatMoney(receivedCents ?? amountCents)
  const action = { label: 'See the payment', step: 'payment' }
  if (review)
    return {
      state: 'Payment being checked',
      text: `We’re checking your payment of ${cents} with the bank. Please don’t pay again. ${reviewSentence(review)} ${review.isOverdue ? `Give the reference ${reference}.` : `To ask about it, call ${review.phone} and give the reference ${reference}.`}`,
      action,
    }
  if (receivedCents !== null)
    return {
      state: 'Part payment received',
      text: `We’ve received ${cents} of ${formatMoney(amountCents)}. Please transfer the remaining ${formatMoney(amountCents - receivedCents)}.`,
      action: { label: 'See the bank details', step: 'payment' },
    }
  return {
    state: 'Payment on its way',
    text: 'We’re waiting for the payment provider to confirm it. You don’t need to pay again.',
    action,
  }
}

/** The card of a purchase with a payment that was checked and never arrived. */
function missingPayment({ missingPayment: missing, reference }: Purchase): NextStep | null {
  if (!missing) return null
  const { amountCents, phone } = missing
  return {
    state: 'Payment not received',
    text: `We haven’t received your payment of ${formatMoney(amountCents)}. If your bank shows it as sent, call ${phone} and give the reference ${reference} before you pay again.`,
    action: { label: 'See the payment', step: 'payment' },
  }
}

const carOf = ({ metadata }: Purchase) =>
  isToBeBuilt(metadata.deliveryStatus) ? 'Your car is on order.' : 'Your car is reserved for you.'

const byWhen = ({ metadata: { depositDueBy, isTransferExpected } }: Purchase) =>
  depositDueBy
    ? `by ${formatDeadline(depositDueBy)} to keep it.${isTransferExpected ? ` ${TRANSFER_TIME}` : ''}`
    : 'to secure it.'

/** The card of a purchase whose deposit can be paid. */
function depositToPay(
  { paymentMetadata: money }: Purchase,
  before: string,
  byWhen: string,
): NextStep {
  const cents = depositLeftCents(money)
  const deposit =
    cents < money.depositCents
      ? `rest of the deposit, ${formatMoney(cents)},`
      : `deposit of ${formatMoney(cents)}`
  return {
    state: 'Deposit to pay',
    text: `${before}Pay the ${deposit} ${byWhen}`,
    action: { label: 'Pay deposit', step: 'payment' },
  }
}

const confirmed: NextStepRule = (purchase, today) => {
  const open = openPayment(purchase) ?? missingPayment(purchase)
  if (open) return open
  if (isReservation(purchase.quote.payOption)) return reserved(purchase, today)
  if (purchase.creditTrouble)
    return {
      state: 'Finance to sort out',
      text: `${purchase.creditTrouble} ${CALL_OUTLET.CONFIRMED}`,
      action: { label: 'See what to do', step: 'payment' },
    }
  const { canPayDeposit, canPayBalance, depositPaid } = purchase.paymentMetadata
  if (canPayDeposit) return depositToPay(purchase, `${carOf(purchase)} `, byWhen(purchase))
  const isOrdered = isToBeBuilt(purchase.metadata.deliveryStatus)
  if (purchase.metadata.hasAgreement)
    return {
      state: 'Agreement to accept',
      text: 'Your agreement is ready to read and accept here.',
      action: { label: 'Read the agreement', step: 'agreement' },
    }
  if (canPayBalance && purchase.metadata.depositDueBy)
    return {
      state: 'First payment to make',
      text: `${carOf(purchase)} Make the first payment of ${formatMoney(balanceLeftCents(purchase.paymentMetadata))} ${byWhen(purchase)}`,
      action: { label: 'Make first payment', step: 'payment' },
    }
  return {
    state: 'Confirmed',
    text: `${depositPaid ? `Your deposit has arrived and ${isOrdered ? 'your car is on order' : 'your car is reserved for you'}.` : carOf(purchase)} ${canPayBalance ? balanceSentence(purchase) : 'We’ll email you the agreement, and you can accept it here.'}`,
    action: { label: 'See what happens next', step: 'complete' },
  }
}

const agreed: NextStepRule = (purchase) =>
  openPayment(purchase) ??
  missingPayment(purchase) ??
  // The bank has taken it back since.
  (purchase.paymentMetadata.canPayDeposit
    ? depositToPay(purchase, '', 'before the hand-over.')
    : null) ??
  (purchase.paymentMetadata.canPayBalance
    ? {
        state: 'Agreement signed',
        text: balanceSentence(purchase),
        action: { label: 'Pay balance', step: 'payment' },
      }
    : {
        state: 'Agreement signed',
        text: 'You’re all paid up. Choose or check your hand-over time below.',
        action: { label: 'See the purchase', step: 'payment' },
      })

const balanceSentence = ({ quote, paymentMetadata }: Purchase) =>
  `The ${isLease(quote.payOption) ? 'first payment' : 'balance'} of ${formatMoney(balanceLeftCents(paymentMetadata))} is due before the hand-over.`

const nounOf = ({ quote }: Purchase) =>
  isReservation(quote.payOption) ? 'reservation' : 'purchase'

/** The card of a purchase in which nothing waits for the customer. */
const atRest =
  (state: string, textOf: (purchase: Purchase) => string): NextStepRule =>
  (purchase) => ({
    state,
    text: textOf(purchase),
    action: { label: `See the ${nounOf(purchase)}`, step: 'payment' },
    isAtRest: true,
  })

const complete = atRest(
  'Complete',
  ({ quote, paymentMetadata }) =>
    `The car is yours. ${leftAfterHandOver(quote, paymentMetadata) ?? 'Enjoy the road.'}`,
)
// A reservation is complete when a purchase takes it over.
const bought = atRest(
  'Bought',
  () => 'You’re now buying this car. You’ll find the purchase here too.',
)

const NEXT_STEPS: Record<JourneyStatus, NextStepRule> = {
  STARTED: started,
  CONFIRMED: confirmed,
  AGREEMENT: agreed,
  NOCARAVAIL: atRest(
    'Waiting for a car',
    () =>
      'We’re still finding your car. We’ll email you as soon as we have one, and nothing is charged until then.',
  ),
  COMPLETE: (purchase, today) =>
    (isReservation(purchase.quote.payOption) ? bought : complete)(purchase, today),
  CANCELLED: atRest(
    'Cancelled',
    (purchase) =>
      `This ${nounOf(purchase)} was cancelled. ${purchase.paymentMetadata.paidCents > 0 ? 'We’ll refund what you’ve paid.' : 'You won’t be charged anything more.'}`,
  ),
  EXPIRED: atRest('Expired', (purchase) => {
    if (isReservation(purchase.quote.payOption))
      return 'This reservation has ended. You can build the car again at today’s price.'
    const { depositDueBy } = purchase.metadata
    return depositDueBy
      ? `The ${keepingPayment(purchase.quote.payOption)} wasn’t paid by ${formatDeadline(depositDueBy)}, so the car is no longer reserved for you. You can start this purchase again with the same car, at today’s price.`
      : 'This purchase has expired because it wasn’t finished in time. You can start it again with the same car, at today’s price.'
  }),
}

/** Whether a car is to be delivered, and not only reserved. */
export const isComing = ({ quote, status }: Purchase): boolean =>
  ['CONFIRMED', 'AGREEMENT'].includes(status.purchaseJourneyStatusCode) &&
  !isReservation(quote.payOption)

/** Whether a purchase can be started again with the same car. */
export const canStartAgain = ({ status, quote }: Purchase): boolean =>
  status.purchaseJourneyStatusCode === 'EXPIRED' && !isReservation(quote.payOption)

/** @param today The day in New Zealand, `yyyy-mm-dd`. */
export const nextStepOf = (purchase: Purchase, today: string): NextStep =>
  NEXT_STEPS[purchase.status.purchaseJourneyStatusCode](purchase, today)
