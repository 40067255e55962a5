import { formatInstant } from '#lib/shared/instants.ts'
import type { Deps } from '#server/deps.ts'
import {
  purchaseLink,
  writePurchaseMail,
  type PurchaseMail,
} from '#server/journeys/mail-context.ts'
import { money, type Mail } from '#server/platform/mail/mail.ts'

/** Our offer for a trade-in. */
export const tradeInOfferedMail = (
  deps: Deps,
  purchase: PurchaseMail & {
    /** Make, model, year and plate. */
    vehicle: string
    offerCents: number
    /** ISO 8601. */
    offerExpires: string
    /** It can be accepted until the agreement is accepted. */
    isConfirmed: boolean
  },
): Mail => {
  const { vehicle, offerCents, offerExpires, isConfirmed } = purchase
  return writePurchaseMail(deps, purchase, {
    kind: 'trade-in-offer',
    subject: `Our offer for your trade-in: ${money(offerCents)}`,
    blocks: [
      { text: 'We’ve appraised the vehicle you’d like to trade in.' },
      {
        rows: [
          ['Vehicle', vehicle],
          ['Our offer', money(offerCents)],
          ['Valid until', formatInstant(offerExpires)],
        ],
      },
      {
        text: `Any finance owing is deducted.${isConfirmed ? ' The price you confirmed stays the same. If you accept, you’ll have less left to pay.' : ' You can accept it in your purchase.'}`,
      },
      purchaseLink(deps, purchase, isConfirmed ? 'payment' : 'trade-in', 'See the offer'),
    ],
  })
}
