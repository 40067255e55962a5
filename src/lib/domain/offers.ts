import { formatDay } from './dates.ts'
import type { PricingDiscount } from './pricing-catalogue.ts'

export interface OfferDays {
  /** First and last day it can be taken, `yyyy-mm-dd` in New Zealand. */
  from: string
  until: string
}

export type OfferState = 'coming' | 'running' | 'ended'

/** @param today The day it is in New Zealand, `yyyy-mm-dd`. */
export const offerState = ({ from, until }: OfferDays, today: string): OfferState =>
  today < from ? 'coming' : today > until ? 'ended' : 'running'

/** When an offer can be taken: `Until 31 January 2027`, or both days before it begins and after it has ended. */
export const offerDays = (offer: OfferDays, today: string): string =>
  offerState(offer, today) === 'running'
    ? `Until ${formatDay(offer.until)}`
    : `${formatDay(offer.from)} to ${formatDay(offer.until)}`

type PricedOffer = OfferDays &
  Pick<PricingDiscount, 'slug' | 'heading'> & {
    discount?: Pick<PricingDiscount, 'cents' | 'variantCodes'> | undefined
  }

/**
 * A catalogue with what its offers take off a price on a day.
 *
 * @param today The day it is in New Zealand, `yyyy-mm-dd`.
 */
export const withRunningOffers = <C extends { offers: readonly PricedOffer[] }>(
  catalogue: C,
  today: string,
): C & { discounts: PricingDiscount[] } => ({
  ...catalogue,
  discounts: catalogue.offers.flatMap(({ slug, heading, discount, ...days }) =>
    discount && offerState(days, today) === 'running'
      ? [{ slug, heading, until: days.until, ...discount }]
      : [],
  ),
})
