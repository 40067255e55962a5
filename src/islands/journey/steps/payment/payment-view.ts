import type {
  JourneyStatus,
  PayOption,
  PaymentMethod,
  PaymentStatus,
  PaymentType,
} from '#lib/codes.ts'
import type { MissingPayment, OpenPayment, PurchaseJourney } from '#lib/purchases/shapes.ts'
import { depositDueSentence, keepingPayment } from '#lib/payments/deposit-labels.ts'
import { restOfLease } from '#lib/payments/deal-lines.ts'
import { carKept, carStillKept } from '#lib/purchases/held-car.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { reviewSentence } from '#lib/payments/labels.ts'
import {
  balanceLeftCents,
  depositLeftCents,
  isLease,
  isReservation,
  owesDeposit,
} from '#lib/payments/pay-options.ts'
import { ATTEMPTS, PENDING, type Message } from './attempt-messages.ts'
import { closedPurchase } from './closed-purchase.ts'
import { capitalised } from '#lib/shared/words.ts'

/** The last attempt to pay in this browser, as the provider reported it. */
export interface Attempt {
  paymentId: string
  paymentType: PaymentType
  statusCode: PaymentStatus
  method: PaymentMethod
}

/** The texts and next actions of the payment step. */
export interface PaymentView extends Message {
  /** The payments that can be made now. */
  pay: { type: PaymentType; cents: number } | null
  /** Only the lender's refusal prevents a payment. */
  isBlockedByLender: boolean
  /** The payment may still settle: check again later. */
  isWaiting: boolean
  /** Show the bank details, because part of the money has come by transfer. */
  isTransfer?: boolean
  /** Where the purchase goes on, if it does. */
  next: 'complete' | 'build' | 'again' | 'purchases' | 'none'
}

type PayFacts = Pick<
  PurchaseJourney,
  | 'status'
  | 'paymentMetadata'
  | 'currentQuote'
  | 'metadata'
  | 'openPayment'
  | 'missingPayment'
  | 'confirmedDate'
>
/** A payment within a sentence. */
const noun = (type: PaymentType, payOption: PayOption): string => {
  if (type === 'DEPOSIT') return isReservation(payOption) ? 'reservation fee' : 'deposit'
  return isLease(payOption) ? 'first payment' : 'balance'
}

/** Attempts whose money may still arrive or is under review: paying again would be paying twice. */
const BLOCKS_PAYING_AGAIN: ReadonlySet<PaymentStatus> = new Set(['PENDING', 'NEEDS_REVIEW'])

/** The notice of a payment without a result. */
const openPaymentMessage = (
  payment: OpenPayment,
  payOption: PayOption,
): Message & Pick<PaymentView, 'isTransfer'> => {
  const { paymentType, amountCents, receivedCents, review } = payment
  const cents = formatMoney(receivedCents ?? amountCents)
  if (review)
    return {
      tone: 'warning',
      title: review.isOverdue ? 'We’re still checking your payment' : 'We’re checking your payment',
      text: `We’re checking your payment of ${cents} with the bank. Please don’t pay again. ${reviewSentence(review)}`,
    }
  if (receivedCents === null) return PENDING
  return {
    tone: 'plain',
    title: `Part of your ${noun(paymentType, payOption)} has arrived`,
    text: `We’ve received ${cents} of ${formatMoney(amountCents)}. Please transfer the remaining ${formatMoney(amountCents - receivedCents)}.`,
    isTransfer: true,
  }
}

/** The notice of a payment that staff checked and did not find. */
const missingPaymentMessage = ({ amountCents }: MissingPayment, again: string): Message => ({
  tone: 'warning',
  title: 'We’ve checked and found no payment',
  text: `We haven’t received your payment of ${formatMoney(amountCents)}. If your bank shows it as sent, call us before you pay again.${again}`,
})

/**
 * Builds the payment step. The journey outweighs the attempt, because it includes payments made elsewhere.
 *
 * @param attempt The last attempt in this browser, or `null`.
 * @param isRefused The lender refuses the purchase: nothing can be paid before that is settled.
 */
export function paymentView(
  facts: PayFacts,
  attempt: Attempt | null,
  isRefused = false,
): PaymentView {
  const { status, paymentMetadata, currentQuote, metadata, openPayment, missingPayment } = facts
  const code = status.purchaseJourneyStatusCode
  const closed = closedPurchase(facts)
  if (closed) return { pay: null, isBlockedByLender: false, isWaiting: false, ...closed }

  if (openPayment)
    return {
      ...openPaymentMessage(openPayment, currentQuote.payOption),
      pay: payable(paymentMetadata),
      isBlockedByLender: false,
      isWaiting: openPayment.statusCode === 'PENDING' && openPayment.receivedCents === null,
      next: code === 'CONFIRMED' && !owesDeposit(paymentMetadata) ? 'complete' : 'none',
    }
  const isPaid = attempt !== null && isTypePaid(attempt.paymentType, paymentMetadata)
  // Staff have checked the same attempt since.
  const isChecked = attempt !== null && attempt.paymentId === missingPayment?.paymentId
  const open = attempt && !isPaid && !isChecked && attempt.statusCode !== 'PAID' ? attempt : null
  const due = open && BLOCKS_PAYING_AGAIN.has(open.statusCode) ? null : payable(paymentMetadata)
  const isBlockedByLender = due !== null && isRefused && code === 'CONFIRMED'
  const pay = isBlockedByLender ? null : due
  const next = nextAfter(code, paymentMetadata)
  const car = { metadata, quote: currentQuote }
  if (open) {
    const { again, text, ...said } = ATTEMPTS[open.statusCode as Exclude<PaymentStatus, 'PAID'>](
      noun(open.paymentType, currentQuote.payOption),
      carStillKept(car),
      open.method,
    )
    return {
      ...said,
      text:
        again && pay
          ? `${text} ${again}${depositDeadline(metadata, currentQuote.payOption)}`
          : text,
      pay,
      isBlockedByLender,
      isWaiting: open.statusCode === 'PENDING',
      next,
    }
  }
  // The provider says paid, and the journey does not show it yet.
  if (attempt && !isPaid && !isChecked)
    return {
      ...PENDING,
      pay: null,
      isBlockedByLender: false,
      isWaiting: true,
      next,
    }
  const again =
    pay &&
    (depositDeadline(metadata, currentQuote.payOption) ||
      ` If not, you can pay the ${noun(pay.type, currentQuote.payOption)} now.`)
  return {
    ...(missingPayment
      ? missingPaymentMessage(missingPayment, again ?? '')
      : balanceMessage(facts, carKept(car))),
    pay,
    isBlockedByLender,
    isWaiting: isPending(paymentMetadata),
    next,
  }
}

/** Where a purchase goes on that has no payment under way. The last step closes with the agreement. */
const nextAfter = (code: JourneyStatus, money: PaymentMetadata): PaymentView['next'] => {
  if (code === 'CONFIRMED' && !owesDeposit(money)) return 'complete'
  return code === 'AGREEMENT' && payable(money) === null ? 'purchases' : 'none'
}

/** The deadline of the payment that keeps the car. */
const depositDeadline = (metadata: PurchaseJourney['metadata'], payOption: PayOption): string =>
  metadata.depositDueBy ? ` ${depositDueSentence(metadata.depositDueBy, metadata, payOption)}` : ''

type PaymentMetadata = PurchaseJourney['paymentMetadata']

const isTypePaid = (type: PaymentType, money: PaymentMetadata) =>
  type === 'DEPOSIT' ? !owesDeposit(money) : balanceLeftCents(money) === 0

/** A payment that is due and cannot be paid, because an attempt elsewhere is on its way. */
const isPending = (money: PaymentMetadata) =>
  !money.canPayDeposit &&
  !money.canPayBalance &&
  (owesDeposit(money) || balanceLeftCents(money) > 0)

const payable = (money: PaymentMetadata): PaymentView['pay'] => {
  if (money.canPayDeposit) return { type: 'DEPOSIT', cents: depositLeftCents(money) }
  return money.canPayBalance ? { type: 'BALANCE', cents: balanceLeftCents(money) } : null
}

/** The payments of a purchase without an open attempt. */
function balanceMessage(
  { paymentMetadata: money, status, metadata, currentQuote }: PayFacts,
  kept: string,
): Message {
  const { payOption } = currentQuote
  const isConfirmed = status.purchaseJourneyStatusCode === 'CONFIRMED'
  if (isPending(money)) return PENDING
  if (owesDeposit(money) || metadata.depositDueBy)
    return {
      tone: 'plain',
      title: isLease(payOption)
        ? 'Make your first payment'
        : `Pay your ${keepingPayment(payOption)}`,
      text: `${isReservation(payOption) ? capitalised(kept) : `Your purchase is confirmed and ${kept}`}.${depositDeadline(metadata, payOption) || ' The deposit secures it.'}`,
    }
  if (balanceLeftCents(money) === 0 && money.paidCents === 0 && isConfirmed)
    return {
      tone: 'success',
      title: 'Confirmed',
      text: `Thank you. Your purchase is confirmed and ${kept}. You have nothing to pay now. Press Continue to see what happens next.`,
    }
  const rents = balanceLeftCents(money) === 0 && restOfLease(currentQuote)
  if (rents)
    return { tone: 'success', title: 'Your first payment is made', text: `Thank you. ${rents}` }
  if (balanceLeftCents(money) === 0)
    return {
      tone: 'success',
      title:
        money.balanceCents > 0
          ? 'You’ve paid everything that’s due'
          : money.depositPaid
            ? 'Your deposit is paid'
            : 'You have nothing to pay',
      text: isConfirmed
        ? 'Thank you. There’s nothing more to pay here.'
        : 'Thank you. Choose or check your hand-over time under My Purchases. You’ll find your dates and checklist there too.',
    }
  const later = `The balance of ${formatMoney(balanceLeftCents(money))} is due before you collect the car.${isConfirmed ? ' You can pay it now or later.' : ''}`
  return money.depositPaid
    ? {
        tone: 'success',
        title: 'Your deposit is paid',
        text: `Thank you. We’ve received ${formatMoney(money.depositCents)}. ${later}`,
      }
    : { tone: 'plain', title: 'No deposit is needed', text: later }
}

/** The first sentence after coming back from the provider, while its status is asked for (decision 40). */
export const returnSentence = (statusCode: string | null): string =>
  RETURN_SENTENCES.get(statusCode ?? '') ??
  (statusCode === null ? 'Looking up your payments' : 'We’re checking your payment.')

const RETURN_SENTENCES = new Map([
  ['PAID', 'Thank you. We’re checking your payment with the provider.'],
  ['PENDING', 'Your payment is on its way. We’re checking with the provider.'],
  ['FAILED', 'It looks like the payment didn’t go through. We’re checking.'],
  ['CANCELLED', 'You left the payment page. We’re checking that nothing was charged.'],
  ['EXPIRED', 'The payment page has expired. We’re checking that nothing was charged.'],
  ['NEEDS_REVIEW', 'Your bank hasn’t sent us a receipt. We’re checking your payment.'],
])
