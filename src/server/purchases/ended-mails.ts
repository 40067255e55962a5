import { keepingPayment } from '#lib/payments/deposit-labels.ts'
import { isReservation } from '#lib/payments/pay-options.ts'
import { daysInWords } from '#lib/shared/words.ts'
import type { Deps } from '#server/deps.ts'
import {
  purchaseLink,
  writePurchaseMail,
  type PurchaseMail,
} from '#server/journeys/mail-context.ts'
import { money, type Mail } from '#server/platform/mail/mail.ts'
import { mailPaths } from '#server/site/mail-paths.ts'
import { carName } from '#server/quotes/quote-blocks.ts'

interface Ended extends PurchaseMail {
  /** To be refunded; 0 for nothing. */
  refundCents: number
}

interface MayBeInReview {
  /** Staff are checking whether it came; 0 for nothing. */
  inReviewCents: number
}

const stillChecking = ({ inReviewCents }: MayBeInReview) =>
  inReviewCents > 0 &&
  `We’re still checking a payment of ${money(inReviewCents)}. We’ll email you the result, and refund any of it that has arrived.`

/** A purchase was cancelled. */
export const purchaseCancelledMail = (deps: Deps, purchase: Ended & MayBeInReview): Mail => {
  const { quote, refundCents } = purchase
  const sentences = [
    refundCents > 0 &&
      `We’re refunding your ${money(refundCents)} the same way you paid. We’ll email you when it’s on its way.`,
    stillChecking(purchase),
  ].filter((sentence) => sentence !== false)
  return writePurchaseMail(deps, purchase, {
    kind: 'purchase-cancelled',
    subject: `Your purchase is cancelled: ${carName(quote)}`,
    blocks: [
      { text: `Your purchase of the ${carName(quote)} has been cancelled.` },
      ...(sentences.length > 0
        ? sentences
        : ['You hadn’t paid anything, so there’s nothing to refund.']
      ).map((text) => ({ text })),
      { action: 'Build and quote', url: mailPaths(deps).buildAndQuote },
    ],
  })
}

/** No car was found for a purchase in the time that we look for one. */
export const noCarFoundMail = (deps: Deps, purchase: PurchaseMail & MayBeInReview): Mail => {
  const checking = stillChecking(purchase)
  return writePurchaseMail(deps, purchase, {
    kind: 'no-car-found',
    subject: `We couldn’t find a car for you: ${carName(purchase.quote)}`,
    blocks: [
      {
        text: `You confirmed a purchase of the ${carName(purchase.quote)}. We’ve looked for ${daysInWords(deps.settings.journeyIdleDays)} and haven’t found one, so your purchase has ended. You don’t have to do anything.`,
      },
      ...(checking ? [{ text: checking }] : []),
      { text: 'Would another colour or grade suit you? Build and quote shows what we have now.' },
      { action: 'Build and quote', url: mailPaths(deps).buildAndQuote },
    ],
  })
}

/** The time of a reservation is over. */
export const reservationEndedMail = (
  deps: Deps,
  purchase: Ended & MayBeInReview & { isToBeBuilt: boolean; heldDays: number },
): Mail => {
  const { quote, isToBeBuilt, heldDays, refundCents } = purchase
  const checking = stillChecking(purchase)
  return writePurchaseMail(deps, purchase, {
    kind: 'reservation-ended',
    subject: `Your reservation has ended: ${carName(quote)}`,
    blocks: [
      {
        text: `${isToBeBuilt ? 'A build slot for the' : 'The'} ${carName(quote)} was reserved for you for ${daysInWords(heldDays)}. That time is up, so we’ve released ${isToBeBuilt ? 'the slot' : 'the car'}.`,
      },
      ...(refundCents > 0
        ? [
            {
              text: `We’re refunding your ${money(refundCents)} reservation fee the same way you paid.`,
            },
          ]
        : []),
      ...(checking ? [{ text: checking }] : []),
      { action: 'Build and quote', url: mailPaths(deps).buildAndQuote },
    ],
  })
}

/** The payment that keeps the car was not made in time. */
export const purchaseExpiredMail = (
  deps: Deps,
  purchase: Ended & {
    isToBeBuilt: boolean
    /** Why the lender does not finance it, a sentence; `null` where it could be paid. */
    refusal: string | null
  },
): Mail => {
  const { quote, isToBeBuilt, refundCents, refusal } = purchase
  const isReserved = isReservation(quote.payOption)
  const held = isToBeBuilt ? 'on order' : 'reserved'
  return writePurchaseMail(deps, purchase, {
    kind: 'deposit-expired',
    subject: `Your ${isReserved ? 'reservation' : 'purchase'} has expired: ${carName(quote)}`,
    blocks: [
      ...(refusal === null ? [] : [{ text: refusal }]),
      {
        text: refusal
          ? `The time to arrange another way to pay has passed, so your ${carName(quote)} is no longer ${held} for you.`
          : `The ${keepingPayment(quote.payOption)} for your ${carName(quote)} wasn’t paid in time, so the car is no longer ${held} for you.`,
      },
      ...(refundCents > 0
        ? [
            {
              text: `We’re refunding your ${money(refundCents)}. We’ll email you once it’s on its way.`,
            },
          ]
        : []),
      ...(isReserved
        ? [
            { text: 'Still keen? You can build the same car again.' },
            { action: 'Build and quote', url: mailPaths(deps).buildAndQuote },
          ]
        : [
            { text: 'Still keen? You can start this purchase again with the same car.' },
            purchaseLink(deps, purchase, 'payment', 'Start this purchase again'),
          ]),
    ],
  })
}
