import type { PurchaseOffer } from '#lib/contract/shapes/offer.ts'
import type { Quote } from '#lib/contract/shapes/quote.ts'
import { aucklandDay } from '#lib/domain/dates.ts'
import { offersFor } from '#lib/domain/offers.ts'
import { isReservation } from '#lib/domain/pay-options.ts'
import type { PurchaseJourneyRow } from '../db/tables/purchase.ts'
import type { Deps } from '../deps.ts'

/**
 * The offers that a purchase has: those of the day it was confirmed, and of today until then. A reservation buys nothing
 * yet, and what is not gone through with has none.
 */
export const offersOf = (
  { catalogue, now }: Pick<Deps, 'catalogue' | 'now'>,
  { confirmed_at, status }: Pick<PurchaseJourneyRow, 'confirmed_at' | 'status'>,
  { payOption, request }: Pick<Quote, 'payOption' | 'request'>,
): PurchaseOffer[] =>
  isReservation(payOption) || status === 'CANCELLED' || status === 'EXPIRED'
    ? []
    : offersFor(request.kdcd, aucklandDay(confirmed_at ?? now()), catalogue)
