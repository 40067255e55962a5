import { reservationDays } from '#content/reservation.ts'
import type { DeliveryStatus } from '#lib/sign-in/code-shapes.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { daysInWords } from '#lib/shared/days-in-words.ts'
import { isToBeBuilt } from '#lib/purchases/held-car.ts'
import type { Deps } from '#server/deps.ts'
import { greeting, money, writeMail, type Buyer, type Mail } from '#server/platform/mail/mail.ts'
import { mailPaths } from '#server/site/mail-paths.ts'
import { carName } from '#server/quotes/quote-blocks.ts'

/**
 * A purchase was cancelled.
 *
 * @param refundCents What goes back; 0 for nothing.
 */
export const purchaseCancelledMail = (
  deps: Deps,
  { quote, refundCents, ...recipient }: Buyer & { quote: Quote; refundCents: number },
): Mail =>
  writeMail(deps, {
    kind: 'purchase-cancelled',
    to: recipient.to,
    reference: recipient.reference,
    subject: `Your purchase is cancelled: ${carName(quote)}`,
    blocks: [
      greeting(recipient.firstName),
      { text: `Your purchase of the ${carName(quote)} is cancelled.` },
      {
        text:
          refundCents > 0
            ? `We are sending ${money(refundCents)} back the way you paid it. We will tell you when it is on its way.`
            : 'You had paid nothing, so there is nothing to send back.',
      },
      { action: 'Build and quote', url: mailPaths(deps).buildAndQuote },
    ],
  })

/**
 * The time of a reservation is over.
 *
 * @param refundCents What goes back; 0 where the fee was not paid.
 */
export const reservationEndedMail = (
  deps: Deps,
  {
    quote,
    isToBeBuilt,
    refundCents,
    ...recipient
  }: Buyer & { quote: Quote; isToBeBuilt: boolean; refundCents: number },
): Mail =>
  writeMail(deps, {
    kind: 'reservation-ended',
    to: recipient.to,
    reference: recipient.reference,
    subject: `Your reservation has ended: ${carName(quote)}`,
    blocks: [
      greeting(recipient.firstName),
      {
        text: `${isToBeBuilt ? 'A place to build the' : 'The'} ${carName(quote)} was held for you for ${daysInWords(reservationDays(deps.catalogue))}. That time is over, so we have let ${isToBeBuilt ? 'it' : 'the car'} go.`,
      },
      ...(refundCents > 0
        ? [{ text: `We are sending your fee of ${money(refundCents)} back the way you paid it.` }]
        : []),
      { action: 'Build and quote', url: mailPaths(deps).buildAndQuote },
    ],
  })

/** The deposit was not paid in time. */
export const depositExpiredMail = (
  deps: Deps,
  {
    quote,
    deliveryStatus,
    purchaseJourneyId,
    refundCents,
    ...recipient
  }: Buyer & {
    quote: Quote
    deliveryStatus: DeliveryStatus | null
    purchaseJourneyId: string
    /** What goes back; 0 for nothing. */
    refundCents: number
  },
): Mail =>
  writeMail(deps, {
    kind: 'deposit-expired',
    to: recipient.to,
    reference: recipient.reference,
    subject: `Your purchase has expired: ${carName(quote)}`,
    blocks: [
      greeting(recipient.firstName),
      {
        text: `The deposit for your ${carName(quote)} wasn’t paid in time, so ${isToBeBuilt(deliveryStatus) ? 'it’s no longer on order for you' : 'the car is no longer reserved for you'}.`,
      },
      ...(refundCents > 0
        ? [
            {
              text: `We’re refunding your ${money(refundCents)}. We’ll email you once it’s on its way.`,
            },
          ]
        : []),
      { text: 'Still keen? You can start this purchase again with the same car.' },
      {
        action: 'Start this purchase again',
        url: mailPaths(deps).purchase(purchaseJourneyId, 'payment'),
      },
    ],
  })
