import type { PurchaseRecord } from '#lib/payments/shapes.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { deliveryEstimate, type Days } from '#lib/catalogue/delivery.ts'
import { isReservation } from '#lib/payments/pay-options.ts'
import type { Db } from '#server/database.ts'
import { findHeldCar, listDelivery, listEstimates } from './queries.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import type { Deps } from '#server/deps.ts'
import { findReservationFor } from '#server/purchases/held-reservations.ts'
import { deliveryIfOrdered } from '#server/stock/showroom.ts'

/** The delivery of a purchase: its stages, the days its car should be ready, and whether a car is held. */
export async function deliveryOf(
  db: Db,
  journey: PurchaseJourneyRow,
): Promise<Pick<PurchaseRecord, 'delivery'> & { isCarHeld: boolean }> {
  const { purchase_journey_id: id, delivery_status: status, confirmed_at } = journey
  const held = journey.status === 'COMPLETE' ? null : await findHeldCar(db, id)
  const isComing = held !== null && confirmed_at !== null && status !== 'AVAIL4PKUP'
  const history = await listDelivery(db, id)
  const estimates = await listEstimates(db, id)
  const last = history.at(-1)
  const latest = last && { status: last.status, day: aucklandDay(last.at) }
  // Days set by staff replace the calculated ones, but not those of a reservation that were over when it was bought.
  const said = estimates.at(-1)
  const isSaid = said && confirmed_at !== null && said.to >= aucklandDay(confirmed_at)
  return {
    delivery: {
      status,
      history,
      estimate: !isComing
        ? null
        : isSaid
          ? { from: said.from, to: said.to }
          : deliveryEstimate(held.car, aucklandDay(confirmed_at), latest),
      estimates,
    },
    isCarHeld: held !== null,
  }
}

/**
 * The delivery to show beside the price (decision 66): before confirmation, the days that confirming now would bring,
 * of the car that the customer has reserved, if any; then the promised days.
 *
 * @returns Its days, `null` where no car can be had, `undefined` where there is nothing to show.
 */
export async function deliveryToShow(
  deps: Deps,
  db: Db,
  journey: PurchaseJourneyRow,
  quote: Pick<Quote, 'request' | 'payOption'>,
): Promise<Days | null | undefined> {
  if (journey.status === 'STARTED') {
    const reserved = await findReservationFor(deps, db, journey.customer_id, quote)
    if (!reserved) return deliveryIfOrdered(deps, quote.request, db)
    const taken = { ...reserved.journey, confirmed_at: deps.now().toISOString() }
    return (await deliveryOf(db, taken)).delivery.estimate ?? undefined
  }
  if (journey.status === 'NOCARAVAIL') return null
  const isComing = journey.status === 'CONFIRMED' || journey.status === 'AGREEMENT'
  if (!isComing || isReservation(quote.payOption)) return undefined
  return (await deliveryOf(db, journey)).delivery.estimate ?? undefined
}
