import { formatInstant } from '#lib/shared/instants.ts'
import type { Deps } from '#server/deps.ts'
import { greeting, money, writeMail, type Buyer, type Mail } from '#server/platform/mail/mail.ts'
import { mailPaths } from '#server/site/mail-paths.ts'

/**
 * Our offer for a trade-in.
 *
 * @param vehicle In words.
 * @param offerExpires ISO 8601.
 */
export const tradeInOfferMail = (
  deps: Deps,
  {
    purchaseJourneyId,
    vehicle,
    offerCents,
    offerExpires,
    isConfirmed,
    ...recipient
  }: Buyer & {
    purchaseJourneyId: string
    vehicle: string
    offerCents: number
    offerExpires: string
    /** It can be accepted until the agreement is issued. */
    isConfirmed: boolean
  },
): Mail =>
  writeMail(deps, {
    kind: 'trade-in-offer',
    to: recipient.to,
    reference: recipient.reference,
    subject: `Our offer for your trade-in: ${money(offerCents)}`,
    blocks: [
      greeting(recipient.firstName),
      { text: 'We have looked at the vehicle that you would like to trade in.' },
      {
        rows: [
          ['Vehicle', vehicle],
          ['Our offer', money(offerCents)],
          ['It holds until', formatInstant(offerExpires)],
        ],
      },
      {
        text: `Anything still owing on the vehicle comes off the offer.${isConfirmed ? ' The price you confirmed stays the same. Accept the offer, and you have less left to pay.' : ' Accept it in your purchase.'}`,
      },
      {
        action: 'See the offer',
        url: mailPaths(deps).purchase(purchaseJourneyId, isConfirmed ? 'payment' : 'trade-in'),
      },
    ],
  })
