import type { DeliveryStatus } from '#lib/sign-in/code-shapes.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { depositDueSentence } from '#lib/payments/deposit-labels.ts'
import type { Deps } from '#server/deps.ts'
import { greeting, money, writeMail, type Buyer, type Mail } from '#server/platform/mail/mail.ts'
import { mailPaths } from '#server/site/mail-paths.ts'
import { carName } from '#server/quotes/quote-blocks.ts'

/** Half of the time for a deposit is over. */
export const depositReminderMail = (
  deps: Deps,
  {
    quote,
    deliveryStatus,
    purchaseJourneyId,
    depositCents,
    dueBy,
    isTransferExpected,
    ...recipient
  }: Buyer & {
    quote: Quote
    deliveryStatus: DeliveryStatus | null
    purchaseJourneyId: string
    depositCents: number
    /** ISO 8601. */
    dueBy: string
    isTransferExpected: boolean
  },
): Mail =>
  writeMail(deps, {
    kind: 'deposit-reminder',
    to: recipient.to,
    reference: recipient.reference,
    subject: `Your deposit of ${money(depositCents)} is still to pay: ${carName(quote)}`,
    blocks: [
      greeting(recipient.firstName),
      { text: depositDueSentence(dueBy, { deliveryStatus, isTransferExpected }) },
      { rows: [['Deposit', money(depositCents)]] },
      {
        text: 'If you’ve already sent a bank transfer, there’s nothing more to do. We’ll email you when it arrives.',
      },
      { action: 'Pay the deposit', url: mailPaths(deps).purchase(purchaseJourneyId, 'payment') },
    ],
  })
