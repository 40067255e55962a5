import { paymentFacts } from '#lib/payments/deal-sums.ts'
import { isReservation } from '#lib/payments/pay-options.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import type { Db } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import { findDeals, payFacts, type Deal } from '#server/journeys/deal.ts'
import { openReservations } from './reservation-queries.ts'

type Clock = Pick<Deps, 'now'>

/** Whether a reservation holds its car: it is paid and not over. */
export const isHeld = ({ now }: Clock, deal: Deal): boolean => {
  const { status, reserved_until } = deal.journey
  return (
    status === 'CONFIRMED' &&
    reserved_until !== null &&
    now().toISOString() < reserved_until &&
    paymentFacts(payFacts(deal)).depositPaid
  )
}

export const isOfSameCar = (
  { currentQuote: { request: one } }: Pick<Deal, 'currentQuote'>,
  { request: other }: Pick<Quote, 'request'>,
): boolean => one.kdcd === other.kdcd && one.colourCode === other.colourCode

/** A customer's reservations that hold a car, the newest first. */
export const findHeldReservations = async (
  clock: Clock,
  db: Db,
  customerId: number,
): Promise<Deal[]> =>
  (await findDeals(db, await openReservations(db, customerId))).filter((deal) =>
    isHeld(clock, deal),
  )

/** The reservation whose car a purchase gets when it is confirmed. */
export const findReservationFor = async (
  clock: Clock,
  db: Db,
  customerId: number,
  quote: Pick<Quote, 'request' | 'payOption'>,
): Promise<Deal | undefined> =>
  isReservation(quote.payOption)
    ? undefined
    : (await findHeldReservations(clock, db, customerId)).find((deal) => isOfSameCar(deal, quote))
