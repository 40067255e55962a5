import type { ReviewOutcome } from '#lib/payments/shapes.ts'
import { formatDeadline } from '#lib/shared/instants.ts'
import { shownPhone } from '#lib/shared/phone.ts'
import type { Deps } from '#server/deps.ts'
import type { PurchaseMail } from '#server/journeys/mail-context.ts'
import { greeting, money, writeMail, type Mail } from '#server/platform/mail/mail.ts'
import { mailPaths } from '#server/site/mail-paths.ts'
import { carName } from '#server/quotes/quote-blocks.ts'

/** The review of a payment has begun. */
export const paymentReviewStartedMail = (
  deps: Deps,
  { to, reference, firstName, quote, purchaseJourneyId }: PurchaseMail,
  {
    amountCents,
    phone,
    phoneHours,
    answerBy,
  }: {
    amountCents: number
    phone: string
    phoneHours: string
    /** ISO 8601. */
    answerBy: string
  },
): Mail =>
  writeMail(deps, {
    kind: 'payment-review',
    to,
    subject: `We’re checking your payment of ${money(amountCents)}`,
    blocks: [
      greeting(firstName),
      {
        text: `We’re checking a payment of ${money(amountCents)} for your ${carName(quote)} with the bank. Please don’t pay again.`,
      },
      {
        rows: [
          ['Reference', reference],
          ['We’ll email you by', formatDeadline(answerBy)],
        ],
      },
      {
        text: `If you have a question, call us on ${phone} (${phoneHours}) and give us your reference.`,
      },
      {
        action: 'See your payment',
        url: mailPaths(deps).purchase(purchaseJourneyId, 'payment'),
      },
    ],
  })

const RESULTS: Record<
  ReviewOutcome,
  {
    subject: (amount: string) => string
    text: (amount: string, car: string, canPay: boolean) => string
  }
> = {
  RECEIVED: {
    subject: (amount) => `We’ve checked your payment: ${amount} received`,
    text: (amount, car) =>
      `Good news: we’ve found your payment of ${amount} for your ${car}. Your receipt is in a separate email.`,
  },
  NOTHING_CAME: {
    subject: () => 'We haven’t received your payment',
    text: (amount, car, canPay) =>
      `We haven’t received your payment of ${amount} for your ${car}. If your bank shows the payment as sent, call us${canPay ? ' first. Otherwise you can pay again' : ''}.`,
  },
  SEND_BACK: {
    subject: (amount) => `We’re refunding your payment of ${amount}`,
    text: (amount, car) =>
      `We’ve received ${amount} for your ${car}. It wasn’t due, so we’re refunding it. We’ll email you once the refund is on its way.`,
  },
}

/** The review of a payment has ended. */
export const paymentReviewEndedMail = (
  deps: Deps,
  { to, reference, firstName, quote, purchaseJourneyId }: PurchaseMail,
  {
    amountCents,
    result,
    canPay,
  }: {
    amountCents: number
    result: ReviewOutcome
    /** The purchase has not ended. */
    canPay: boolean
  },
): Mail => {
  const { brand } = deps.catalogue
  const { subject, text } = RESULTS[result]
  return writeMail(deps, {
    kind: 'payment-review-ended',
    to,
    subject: subject(money(amountCents)),
    blocks: [
      greeting(firstName),
      { text: text(money(amountCents), carName(quote), canPay) },
      {
        rows: [
          ['Reference', reference],
          ['Phone', `${shownPhone(brand.phone)} (${brand.phoneHours})`],
        ],
      },
      {
        action: 'Open your purchase',
        url: mailPaths(deps).purchase(purchaseJourneyId, 'payment'),
      },
    ],
  })
}
