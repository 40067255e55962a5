import { aucklandDay } from '#lib/shared/dates.ts'
import type { Days } from '#lib/catalogue/delivery.ts'
import { countsTradeIn, isReservation } from '#lib/payments/pay-options.ts'
import { isUndecided } from '#lib/trade-in/trade-in-offers.ts'
import type { Outlet } from '#lib/service/labels.ts'
import type { Db } from '#server/database.ts'
import type { PurchaseJourneyRow } from '../journeys/tables.ts'
import type { Deps } from '#server/deps.ts'
import { deliveryOf } from '#server/delivery/purchase-delivery.ts'
import { creditTroubleOf, findDeal, type Deal } from '#server/journeys/deal.ts'
import { amountDue, type PayRows } from '#server/journeys/amount-due.ts'

/** What the mails about a confirmed purchase say of the steps ahead. */
export interface Outlook {
  /** `null` while the lender refuses it, or once it has ended. */
  amountDue: PayRows | null
  /** When the car should be ready; `null` where no day is set. */
  estimate: Days | null
  /** Why the lender stops it, as a sentence; `null` where it does not. */
  refusal: string | null
  /** An undecided trade-in. */
  tradeIn: 'offer-to-come' | 'offer-to-answer' | null
  /** The outlet that hands it over; `null` where none is chosen. */
  outlet: Outlet | null
}

export async function deliveryOutlook(
  deps: Deps,
  db: Db,
  journey: PurchaseJourneyRow,
): Promise<Outlook> {
  const deal = await findDeal(db, journey)
  const today = aucklandDay(deps.now())
  const refusal = creditTroubleOf(deal, today)?.sentence ?? null
  const isComing = !isReservation(deal.currentQuote.payOption) && refusal === null
  return {
    amountDue: amountDue(deal, today),
    estimate: isComing ? (await deliveryOf(db, journey)).delivery.estimate : null,
    refusal,
    tradeIn: tradeInOf(deal),
    outlet:
      deps.catalogue.dealers.find(({ outletCode }) => outletCode === journey.outlet_code) ?? null,
  }
}

function tradeInOf({ currentQuote: { payOption }, vehicles }: Deal): Outlook['tradeIn'] {
  if (!countsTradeIn(payOption)) return null
  if (vehicles.some(({ status }) => status === 'APPRAISAL_REQUESTED')) return 'offer-to-come'
  return vehicles.some(isUndecided) ? 'offer-to-answer' : null
}
