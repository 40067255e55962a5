import type { PurchaseOffer } from '#lib/catalogue/offer-shapes.ts'
import { endedWithoutCar } from '#lib/purchases/journey-status.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { offersFor } from '#lib/catalogue/offers.ts'
import { isReservation } from '#lib/payments/pay-options.ts'
import type { PurchaseJourneyRow } from './tables.ts'
import type { Deps } from '#server/deps.ts'

type Bought = Pick<Quote, 'payOption' | 'request' | 'lines'>

/**
 * The offers of a purchase: today's until it is confirmed, then the promised ones. A reservation has none, nor has a
 * purchase that ended.
 */
export function offersOf(
  deps: Pick<Deps, 'catalogue' | 'now'>,
  { promised_offers, status }: Pick<PurchaseJourneyRow, 'promised_offers' | 'status'>,
  bought: Bought,
): PurchaseOffer[] {
  if (endedWithoutCar(status)) return []
  if (promised_offers !== null) return JSON.parse(promised_offers) as PurchaseOffer[]
  return offersOn(deps, deps.now(), bought)
}

/** The offers of a purchase that is confirmed at an instant. */
export const offersOn = (
  { catalogue }: Pick<Deps, 'catalogue'>,
  at: Date | string,
  { payOption, request, lines }: Bought,
): PurchaseOffer[] =>
  isReservation(payOption)
    ? []
    : withoutCharged(offersFor(request.kdcd, aucklandDay(at), catalogue), lines)

/** A price that was quoted before an offer began charges for what the offer gives: that is not promised as a gift. */
const withoutCharged = (offers: PurchaseOffer[], lines: Quote['lines']): PurchaseOffer[] =>
  offers.flatMap((offer) => {
    const accessories = offer.accessories.filter(
      ({ code }) =>
        !lines.some(
          (line) => line.kind === 'ACCESSORY' && line.code === code && line.amountCents > 0,
        ),
    )
    if (accessories.length === offer.accessories.length) return offer
    const names = accessories.map(({ name }) => name).join(', ')
    return names === '' ? [] : { ...offer, accessories, summary: `${names}, at no charge.` }
  })
