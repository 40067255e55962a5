import type { DeliveryStatus } from '#lib/codes.ts'
import { LATE_DAYS, type Days, formatDays } from '#lib/catalogue/delivery.ts'
import type { Deps } from '#server/deps.ts'
import { writePurchaseMail, type PurchaseMail } from '#server/journeys/mail-context.ts'
import type { Mail, Row } from '#server/platform/mail/mail.ts'
import { mailPaths } from '#server/site/mail-paths.ts'
import { carBlocks, carName } from '#server/quotes/quote-blocks.ts'

const STAGES: Record<DeliveryStatus, string> = {
  ONORDER: 'It is on order from the factory.',
  SHIPPED: 'It has left the factory and is on its way to New Zealand by sea.',
  LANDED: 'It has arrived in New Zealand.',
  DISPATCHED: 'It is on its way to your outlet.',
  AVAIL4PKUP: 'It is ready to pick up. Choose a time under My Purchases, or call your outlet.',
}

/**
 * News of a delivery: the stage it has reached, the days the car should be ready, or both.
 *
 * @param estimate The days that are expected now; without it they are as they were.
 */
export const deliveryUpdatedMail = (
  deps: Deps,
  purchase: PurchaseMail & {
    deliveryStatus?: DeliveryStatus | undefined
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
        ? `Your ${car} is ready to pick up`
        : deliveryStatus
          ? `Your ${car} has come a step closer`
          : `New days for your ${car}`,
    blocks: [
      ...carBlocks(deps, purchase.quote),
      {
        text: `There is news of your ${car}.${deliveryStatus ? ` ${STAGES[deliveryStatus]}` : ''}`,
      },
      ...(estimate
        ? [
            {
              rows: [
                ['Expected now', formatDays(estimate.from, estimate.to)],
                ...(estimate.before
                  ? [['Expected before', formatDays(estimate.before.from, estimate.before.to)]]
                  : []),
              ] as Row[],
            },
            ...(estimate.note ? [{ text: estimate.note }] : []),
            ...(estimate.isTooLate
              ? [
                  {
                    text: `That is more than ${LATE_DAYS} days later than we said at first. You may cancel at any time, and we refund everything you have paid: please call us.`,
                  },
                ]
              : []),
          ]
        : []),
      { action: 'See its journey', url: mailPaths(deps).customer('agreements') },
    ],
  })
}
