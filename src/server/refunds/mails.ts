import { formatDeadline } from '#lib/shared/instants.ts'
import { endOfWorkingDay } from '#lib/service/open-days.ts'
import { shownPhone } from '#lib/shared/phone.ts'
import type { Deps } from '#server/deps.ts'
import type { PurchaseMail } from '#server/journeys/mail-context.ts'
import { greeting, money, writeMail, type Mail } from '#server/platform/mail/mail.ts'
import { mailPaths } from '#server/site/mail-paths.ts'
import { carName } from '#server/quotes/quote-blocks.ts'

/** A refund was sent. */
export const refundSentMail = (
  deps: Deps,
  { to, reference, firstName, quote, purchaseJourneyId }: PurchaseMail,
  amountCents: number,
): Mail =>
  writeMail(deps, {
    kind: 'payment-refunded',
    to,
    reference,
    subject: `We’ve refunded ${money(amountCents)}`,
    blocks: [
      greeting(firstName),
      {
        text: `We’ve refunded a payment for your ${carName(quote)}. It may take a few days to show in your account.`,
      },
      { rows: [['Amount', money(amountCents)]] },
      {
        action: 'Open your purchase',
        url: mailPaths(deps).purchase(purchaseJourneyId, 'payment'),
      },
    ],
  })

/** A refund did not go through; the customer does not need to do anything. */
export const refundFailedMail = (
  deps: Deps,
  { to, reference, firstName, quote, purchaseJourneyId }: PurchaseMail,
  amountCents: number,
): Mail => {
  const { brand } = deps.catalogue
  return writeMail(deps, {
    kind: 'refund-failed',
    to,
    reference,
    subject: `Your refund of ${money(amountCents)} didn’t go through`,
    blocks: [
      greeting(firstName),
      {
        text: `Your bank or card provider didn’t accept our refund of ${money(amountCents)} for the ${carName(quote)}. We still owe you this money. You don’t need to do anything: we’ll contact you to arrange another way to send it.`,
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
