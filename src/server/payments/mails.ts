import type { DeliveryStatus, PaymentType } from '#lib/codes.ts'
import type { getBankTransfer } from '#lib/payments/calls.ts'
import { depositDueSentence, keepingPayment, payInWords } from '#lib/payments/deposit-labels.ts'
import { formatInstant } from '#lib/shared/instants.ts'
import { capitalised } from '#lib/shared/words.ts'
import { isLease } from '#lib/payments/pay-options.ts'
import type { z } from '#lib/shared/zod.ts'
import type { Deps } from '#server/deps.ts'
import type { PayRows } from '#server/journeys/amount-due.ts'
import type { PurchaseMail } from '#server/journeys/mail-context.ts'
import { greeting, money, writeMail, type Mail } from '#server/platform/mail/mail.ts'
import { mailPaths } from '#server/site/mail-paths.ts'
import { carName, amountDueBlocks } from '#server/quotes/quote-blocks.ts'

/** The receipt of a payment. */
export const paymentReceivedMail = (
  deps: Deps,
  { to, reference, firstName, quote }: PurchaseMail,
  {
    left,
    paymentType,
    amountCents,
    paidAt,
  }: {
    /** How the price is paid; `null` where that is undecided, or the purchase has ended. */
    left: PayRows | null
    paymentType: PaymentType
    amountCents: number
    /** ISO 8601. */
    paidAt: string
  },
): Mail => {
  const { payOption } = quote
  const what =
    paymentType === 'DEPOSIT' || isLease(payOption) ? keepingPayment(payOption) : 'balance'
  return writeMail(deps, {
    kind: 'payment-received',
    to,
    reference,
    subject: `We’ve received your ${what} of ${money(amountCents)}`,
    blocks: [
      greeting(firstName),
      { text: `Thank you. We’ve received the ${what} for your ${carName(quote)}.` },
      {
        rows: [
          ['Amount', money(amountCents)],
          ['Received', formatInstant(paidAt)],
        ],
      },
      ...amountDueBlocks(left),
      {
        action: 'See what happens next',
        // The step Complete closes once the agreement is accepted.
        url: mailPaths(deps).customer('agreements'),
      },
    ],
  })
}

/** What the customer types at their bank, for the payment that keeps the car. */
export const bankTransferMail = (
  deps: Deps,
  { to, reference, firstName, quote, purchaseJourneyId }: PurchaseMail,
  {
    amountCents,
    accountName,
    accountNumber,
    dueBy,
    ...reserved
  }: Pick<
    z.output<typeof getBankTransfer.answer>,
    'accountName' | 'accountNumber' | 'amountCents'
  > & {
    deliveryStatus: DeliveryStatus | null
    /** ISO 8601. */
    dueBy: string | null
    isTransferExpected: boolean
  },
): Mail => {
  const what = keepingPayment(quote.payOption)
  return writeMail(deps, {
    kind: 'bank-transfer',
    to,
    reference,
    subject: `How to pay your ${what} by bank transfer: ${carName(quote)}`,
    blocks: [
      greeting(firstName),
      { text: `Here’s how to pay the ${what} for your ${carName(quote)} from your bank.` },
      {
        rows: [
          ['Amount', money(amountCents)],
          ['Account name', accountName],
          ['Account number', accountNumber],
          ['Reference', reference],
        ],
      },
      {
        text: 'Use the reference exactly as shown, so that we can find your payment. We’ll email you when it arrives.',
      },
      ...(dueBy ? [{ text: depositDueSentence(dueBy, reserved, quote.payOption) }] : []),
      {
        action: 'See your purchase',
        url: mailPaths(deps).purchase(purchaseJourneyId, 'payment'),
      },
    ],
  })
}

/** Half of the time for the payment that keeps a car is over. */
export const depositReminderMail = (
  deps: Deps,
  { to, reference, firstName, quote, purchaseJourneyId }: PurchaseMail,
  {
    deliveryStatus,
    cents,
    dueBy,
    isTransferExpected,
  }: {
    deliveryStatus: DeliveryStatus | null
    cents: number
    /** ISO 8601. */
    dueBy: string
    isTransferExpected: boolean
  },
): Mail => {
  const what = keepingPayment(quote.payOption)
  return writeMail(deps, {
    kind: 'deposit-reminder',
    to,
    reference,
    subject: `Your ${what} of ${money(cents)} is still due: ${carName(quote)}`,
    blocks: [
      greeting(firstName),
      {
        text: depositDueSentence(dueBy, { deliveryStatus, isTransferExpected }, quote.payOption),
      },
      { rows: [['To pay', money(cents)]] },
      {
        text: 'If you’ve already sent a bank transfer, there’s nothing more to do. We’ll email you when it arrives.',
      },
      {
        action: capitalised(payInWords(quote.payOption)),
        url: mailPaths(deps).purchase(purchaseJourneyId, 'payment'),
      },
    ],
  })
}
