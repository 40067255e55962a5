import { reservationDays } from '#content/reservation.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { isReservation } from '#lib/payments/pay-options.ts'
import { lastInstantOf } from '#lib/service/times.ts'
import { addDays, aucklandDay } from '#lib/shared/dates.ts'
import type { Deps } from '#server/deps.ts'
import type { PurchaseJourneyRow } from './tables.ts'

/** The days to cancel a purchase, or that a reservation holds its car: those of today's terms. */
export const daysToPromise = (
  { settings, catalogue }: Pick<Deps, 'settings' | 'catalogue'>,
  { payOption }: Pick<Quote, 'payOption'>,
): number => (isReservation(payOption) ? reservationDays(catalogue) : settings.cancelDays)

/**
 * Until when the days count that were promised as a purchase was confirmed, whatever the settings say since: to the end
 * of the last one. Without days there is no time to cancel.
 *
 * @param since When it had a car, ISO 8601.
 */
export function promisedUntil(
  { payOption }: Pick<Quote, 'payOption'>,
  days: number,
  since: string,
): Pick<PurchaseJourneyRow, 'cancel_until' | 'reserved_until'> {
  const until = days === 0 ? since : lastInstantOf(addDays(aucklandDay(since), days))
  return isReservation(payOption)
    ? { cancel_until: null, reserved_until: until }
    : { cancel_until: until, reserved_until: null }
}

/** Until when its buyer can cancel a purchase that has a car; a reservation, for as long as it is one. */
export const cancelUntilOf = ({
  cancel_until,
  reserved_until,
}: Pick<PurchaseJourneyRow, 'cancel_until' | 'reserved_until'>): string | null =>
  cancel_until ?? reserved_until
