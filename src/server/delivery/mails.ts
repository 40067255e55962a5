import type { DeliveryStatus } from '#lib/codes.ts'
import { LATE_DAYS, type Days, formatDays } from '#lib/catalogue/delivery.ts'
import { bookingTime } from '#lib/service/labels.ts'
import type { Deps } from '#server/deps.ts'
import { writePurchaseMail, type PurchaseMail } from '#server/journeys/mail-context.ts'
import type { Mail, Row } from '#server/platform/mail/mail.ts'
import { mailPaths } from '#server/site/mail-paths.ts'
import { carBlocks, carName } from '#server/quotes/quote-blocks.ts'

const STAGES: Record<DeliveryStatus, string> = {
  ONORDER: 'It’s on order from the factory.',
  SHIPPED: 'It has left the factory and is on its way to New Zealand by sea.',
  LANDED: 'It has arrived in New Zealand.',
  DISPATCHED: 'It’s on its way to your dealer.',
  AVAIL4PKUP: 'It’s ready to collect.',
}

/** What the customer of a car that is ready does now. */
const onceReady = ({ handOverAt, isAgreed }: { handOverAt?: string; isAgreed: boolean }): string =>
  handOverAt
    ? `We’ll see you on ${bookingTime(handOverAt)}.`
    : isAgreed
      ? 'Choose a hand-over time under My Purchases, or call your dealer.'
      : 'Accept your agreement under My Purchases, then choose a hand-over time there.'

/**
 * News of a delivery: the stage it has reached, the days the car should be ready, or both.
 *
 * @param estimate The days that are expected now; without it they are as they were.
 */
export const deliveryUpdatedMail = (
  deps: Deps,
  purchase: PurchaseMail & {
    deliveryStatus?: DeliveryStatus | undefined
    /** When a booked hand-over begins. */
    handOverAt?: string
    isAgreed: boolean
    estimate?:
      (Days & { note?: string | undefined; before: Days | null; isTooLate: boolean }) | undefined
  },
): Mail => {
  const { deliveryStatus, estimate } = purchase
  const car = carName(purchase.quote)
  return writePurchaseMail(deps, purchase, {
    kind: 'delivery',
    subject:
      deliveryStatus === 'AVAIL4PKUP'
        ? `Your ${car} is ready to collect`
        : deliveryStatus
          ? `Your ${car} is a step closer`
          : `A new delivery date for your ${car}`,
    blocks: [
      ...carBlocks(deps, purchase.quote),
      {
        text: `Here’s an update on your ${car}.${deliveryStatus ? ` ${STAGES[deliveryStatus]}` : ''}${deliveryStatus === 'AVAIL4PKUP' ? ` ${onceReady(purchase)}` : ''}`,
      },
      ...(estimate
        ? [
            {
              rows: [
                ['Now expected', formatDays(estimate.from, estimate.to)],
                ...(estimate.before
                  ? [['Previously expected', formatDays(estimate.before.from, estimate.before.to)]]
                  : []),
              ] as Row[],
            },
            ...(estimate.note ? [{ text: estimate.note }] : []),
            ...(estimate.isTooLate
              ? [
                  {
                    text: `That’s more than ${LATE_DAYS} days later than we first said. You can cancel at any time, and we’ll refund everything you’ve paid. To cancel, please call us.`,
                  },
                ]
              : []),
          ]
        : []),
      { action: 'Track your car', url: mailPaths(deps).customer('agreements') },
    ],
  })
}
