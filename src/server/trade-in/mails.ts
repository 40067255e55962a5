import { formatInstant } from '#lib/shared/instants.ts'
import { formatNumber } from '#lib/shared/numbers.ts'
import type { Deps } from '#server/deps.ts'
import {
  purchaseLink,
  writePurchaseMail,
  type PurchaseMail,
} from '#server/journeys/mail-context.ts'
import { money, type Mail } from '#server/platform/mail/mail.ts'

/** What mails say of an offer for a trade-in. */
interface Offered extends PurchaseMail {
  /** Make, model, year and plate. */
  vehicle: string
  offerCents: number
  /** ISO 8601. */
  offerExpires: string
  /** It can be accepted until the agreement is accepted. */
  isConfirmed: boolean
}

/** The offer of staff for a trade-in. */
export const tradeInOfferedMail = (deps: Deps, purchase: Offered): Mail =>
  writePurchaseMail(deps, purchase, {
    kind: 'trade-in-offer',
    subject: `Our offer for your trade-in: ${money(purchase.offerCents)}`,
    blocks: [
      { text: 'We’ve appraised the vehicle you’d like to trade in.' },
      { rows: offerRows(purchase) },
      { text: whenAccepted(purchase) },
      link(deps, purchase),
    ],
  })

/** The firm offer of the rules, for a car as its owner described it. */
export const firmOfferMail = (
  deps: Deps,
  purchase: Offered & { odometerKm: number; condition: string },
): Mail => {
  const { odometerKm, condition } = purchase
  return writePurchaseMail(deps, purchase, {
    kind: 'trade-in-firm-offer',
    subject: `Our firm offer for your trade-in: ${money(purchase.offerCents)}`,
    blocks: [
      {
        text: 'Here’s our firm offer for your trade-in, based on your description.',
      },
      {
        rows: [
          ...offerRows(purchase),
          ['Odometer', `${formatNumber(odometerKm)} km`],
          ['Condition', condition],
        ],
      },
      {
        text: 'Before you accept your agreement, your dealer will check the odometer and condition. If they don’t match your description, we’ll make you a new offer. You keep driving the car until hand-over.',
      },
      { text: whenAccepted(purchase) },
      link(deps, purchase),
    ],
  })
}

const offerRows = ({ vehicle, offerCents, offerExpires }: Offered): [string, string][] => [
  ['Vehicle', vehicle],
  ['Our offer', money(offerCents)],
  ['Valid until', formatInstant(offerExpires)],
]

const whenAccepted = ({ isConfirmed }: Offered): string =>
  `We’ll deduct any finance owing.${isConfirmed ? ' The price you confirmed stays the same. If you accept, you’ll have less to pay.' : ' To accept the offer, open your purchase.'}`

const link = (deps: Deps, purchase: Offered) =>
  purchaseLink(deps, purchase, purchase.isConfirmed ? 'payment' : 'trade-in', 'See the offer')
