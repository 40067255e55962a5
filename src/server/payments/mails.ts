import type { PaymentType } from '#lib/sign-in/code-shapes.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { formatInstant } from '#lib/shared/instants.ts'
import type { Deps } from '#server/deps.ts'
import type { PayRows } from '#server/journeys/amount-due.ts'
import { greeting, money, writeMail, type Mail, type Buyer } from '#server/platform/mail/mail.ts'
import { mailPaths } from '#server/site/mail-paths.ts'
import { carName, amountDueBlocks } from '#server/quotes/quote-blocks.ts'

/** Money arrived: a receipt. */
export const paymentReceivedMail = (
  deps: Deps,
  {
    quote,
    left,
    paymentType,
    amountCents,
    paidAt,
    ...recipient
  }: Buyer & {
    quote: Quote
    /** How the price is paid; `null` where that is open, or over. */
    left: PayRows | null
    paymentType: PaymentType
    amountCents: number
    /** ISO 8601. */
    paidAt: string
  },
): Mail => {
  const what = paymentType === 'DEPOSIT' ? 'deposit' : 'balance'
  return writeMail(deps, {
    kind: 'payment-received',
    to: recipient.to,
    reference: recipient.reference,
    subject: `We have received your ${what} of ${money(amountCents)}`,
    blocks: [
      greeting(recipient.firstName),
      { text: `Thank you. We have received the ${what} for your ${carName(quote)}.` },
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
