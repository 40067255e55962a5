import { reservationDays } from '#content/reservation.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { isReservation } from '#lib/payments/pay-options.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import type { Deps } from '#server/deps.ts'
import type { PurchaseJourneyRow } from './tables.ts'

/** The days to cancel a purchase, or that a reservation holds its car: those of today's terms. */
export const daysToPromise = (
  { settings, catalogue }: Pick<Deps, 'settings' | 'catalogue'>,
  { payOption }: Pick<Quote, 'payOption'>,
): number => (isReservation(payOption) ? reservationDays(catalogue) : settings.cancelDays)

/**
 * Until when the days count that were promised as a purchase was confirmed, whatever the settings say since.
 *
 * @param since When it had a car, ISO 8601.
 */
export function promisedUntil(
  { payOption }: Pick<Quote, 'payOption'>,
  days: number,
  since: string,
): Pick<PurchaseJourneyRow, 'cancel_until' | 'reserved_until'> {
  const until = new Date(Date.parse(since) + days * DAY_MS).toISOString()
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
