import type { Quote } from '#lib/quotes/shapes.ts'
import { formatDeadline } from '#lib/shared/instants.ts'
import { endOfWorkingDay } from '#lib/service/open-days.ts'
import { shownPhone } from '#lib/shared/phone.ts'
import type { Deps } from '#server/deps.ts'
import { greeting, money, writeMail, type Buyer, type Mail } from '#server/platform/mail/mail.ts'
import { mailPaths } from '#server/site/mail-paths.ts'
import { carName } from '#server/quotes/quote-blocks.ts'

interface Refunded extends Buyer {
  quote: Quote
  purchaseJourneyId: string
  amountCents: number
}

/** The provider, or the person who sent it, says that money was sent back. */
export const refundMail = (
  deps: Deps,
  { quote, purchaseJourneyId, amountCents, ...recipient }: Refunded,
): Mail =>
  writeMail(deps, {
    kind: 'payment-refunded',
    to: recipient.to,
    reference: recipient.reference,
    subject: `We have sent ${money(amountCents)} back to you`,
    blocks: [
      greeting(recipient.firstName),
      {
        text: `We have sent a payment for the ${carName(quote)} back to you. Your bank may take a few days to show it.`,
      },
      { rows: [['Amount', money(amountCents)]] },
      {
        action: 'Open your purchase',
        url: mailPaths(deps).purchase(purchaseJourneyId, 'payment'),
      },
    ],
  })

/** A refund did not go through: the customer need do nothing. */
export const refundFailedMail = (
  deps: Deps,
  { quote, purchaseJourneyId, amountCents, ...recipient }: Refunded,
): Mail => {
  const { brand } = deps.catalogue
  return writeMail(deps, {
    kind: 'refund-failed',
    to: recipient.to,
    reference: recipient.reference,
    subject: `Your refund of ${money(amountCents)} didn’t go through`,
    blocks: [
      greeting(recipient.firstName),
      {
        text: `Your card or bank didn’t take our refund of ${money(amountCents)} for the ${carName(quote)}. We still owe you this money. You don’t need to do anything: we’ll contact you to send it another way.`,
      },
      {
        rows: [
          ['Amount', money(amountCents)],
          ['We’ll contact you by', formatDeadline(endOfWorkingDay(brand, deps.now().getTime(), 1))],
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
