import type { PurchaseOffer } from './offer-shapes.ts'
import { formatDay } from '#lib/shared/dates.ts'
import { findCar, offeredAccessories } from '#lib/pricing/pricing-cars.ts'
import type {
  PricingCatalogue,
  PricingDiscount,
  PricingGift,
} from '#lib/pricing/pricing-catalogue.ts'

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

/**
 * What an offer saves, in cents; `null` where that has no price. Its gifts together: a car that has one of them already
 * gets the others.
 */
export function offerWorthCents(
  { accessoryCodes, discount }: Pick<PricedOffer, 'accessoryCodes' | 'discount'>,
  accessories: readonly { code: string; priceCents: number }[],
): number | null {
  const gifts = accessories.filter(({ code }) => accessoryCodes.includes(code))
  const cents = gifts.reduce((sum, { priceCents }) => sum + priceCents, discount?.cents ?? 0)
  return cents > 0 ? cents : null
}

/** What stands before that. */
export const worthLabel = ({
  accessoryCodes,
  discount,
}: Pick<PricedOffer, 'accessoryCodes' | 'discount'>): string =>
  discount ? 'Save' : accessoryCodes.length > 1 ? 'Worth up to' : 'Worth'

type PricedOffer = OfferDays &
  Pick<PricingGift, 'modelSlugs' | 'accessoryCodes'> &
  Pick<PricingDiscount, 'slug' | 'heading'> & {
    discount?: Pick<PricingDiscount, 'cents' | 'variantCodes'> | undefined
  }

/**
 * A catalogue with the discounts and the gifts of its offers on a day.
 *
 * @param today The day it is in New Zealand, `yyyy-mm-dd`.
 */
export const withRunningOffers = <C extends { offers: readonly PricedOffer[] }>(
  catalogue: C,
  today: string,
): C & { discounts: PricingDiscount[]; gifts: PricingGift[] } => {
  const gifts = catalogue.offers.filter((offer) => offerState(offer, today) === 'running')
  return {
    ...catalogue,
    gifts,
    discounts: gifts.flatMap(({ discount, ...offer }) =>
      discount ? [{ ...offer, ...discount }] : [],
    ),
  }
}

interface GivingOffer
  extends
    OfferDays,
    Omit<PurchaseOffer, 'accessories'>,
    Pick<PricingGift, 'modelSlugs' | 'accessoryCodes'> {
  discount?: unknown
}

type OfferCatalogue = PricingCatalogue & { offers: readonly GivingOffer[] }

/**
 * The offers that come with a car bought on a day. A plain discount is not one of them: it is a line of the price. Nor is
 * an offer whose gifts the car already has.
 *
 * @param kdcd The orderable code of the car; an unknown one has no offers.
 * @param day The day the purchase is confirmed, `yyyy-mm-dd` in New Zealand.
 */
export function offersFor(kdcd: string, day: string, catalogue: OfferCatalogue): PurchaseOffer[] {
  const car = findCar(kdcd, catalogue)
  if (!car) return []
  const canBeAdded = offeredAccessories(car, catalogue)
  return catalogue.offers
    .filter((offer) => offerState(offer, day) === 'running')
    .filter(({ modelSlugs }) => modelSlugs.length === 0 || modelSlugs.includes(car.model.slug))
    .filter(({ accessoryCodes, discount }) =>
      accessoryCodes.length > 0
        ? canBeAdded.some(({ code }) => accessoryCodes.includes(code))
        : !discount,
    )
    .map(({ slug, heading, summary, terms, accessoryCodes }) => ({
      slug,
      heading,
      summary,
      terms,
      accessories: canBeAdded
        .filter(({ code }) => accessoryCodes.includes(code))
        .map(({ code, name }) => ({ code, name })),
    }))
}
