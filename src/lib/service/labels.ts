import type { Appointment } from './calendar.ts'
import { aucklandDay } from '#lib/shared/dates.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { formatFullDay } from '#lib/shared/weekdays.ts'
import { formatTime } from '#lib/shared/instants.ts'

/** Texts of a service booking, in messages and on the screen. */

interface Priced {
  priceCents: number
  /** Of a car without an engine. */
  evPriceCents: number
}

/** The price of a service for a car, or both prices where its kind is not known: `$389, or $249 for an electric car`. */
export function servicePrice(
  { priceCents, evPriceCents }: Priced,
  isElectric: boolean | null,
): string {
  if (isElectric === null && priceCents !== evPriceCents)
    return `${formatMoney(priceCents)}, or ${formatMoney(evPriceCents)} for an electric car`
  const cents = isElectric ? evPriceCents : priceCents
  return cents === 0 ? 'No charge' : formatMoney(cents)
}

/** When a car is brought in: `Tuesday 24 November 2026 at 8:00 am`. */
export const bookingTime = (startsAt: string): string =>
  `${formatFullDay(aucklandDay(startsAt))} at ${formatTime(startsAt)}`

/** The name and contact details of a dealer. */
export interface Outlet {
  name: string
  phone: string
  address: { line1: string; suburb: string; city: string; postcode: string } | null
}

interface Booking {
  bookingId: string
  status: 'BOOKED' | 'CANCELLED'
  version: number
  registration: string
  service: { name: string }
  recalls: readonly { recallNumber: string; title: string }[]
  outlet: Outlet
  startsAt: string
  endsAt: string
}

/** Where a dealer is, in one line. */
export const addressLine = ({ outlet: { address, name } }: Pick<Booking, 'outlet'>): string => {
  if (!address) return name
  const { line1, suburb, city, postcode } = address
  return [line1, ...(suburb && suburb !== city ? [suburb] : []), `${city} ${postcode}`].join(', ')
}

/** `Free recall repair TVN-2024-003: Front passenger airbag inflator` */
export const recallRepair = ({ recallNumber, title }: Booking['recalls'][number]): string =>
  `Free recall repair ${recallNumber}: ${title}`

/**
 * A booking for a calendar.
 *
 * @param url Where it can be changed.
 */
export const appointmentOf = (booking: Booking, url: string, writtenAt: string): Appointment => ({
  uid: `${booking.bookingId}@${new URL(url).hostname}`,
  sequence: booking.version - 1,
  isCancelled: booking.status === 'CANCELLED',
  writtenAt,
  startsAt: booking.startsAt,
  endsAt: booking.endsAt,
  title: `${booking.service.name}: ${booking.registration}`,
  location: `${booking.outlet.name}, ${addressLine(booking)}`,
  description: [
    `Bring ${booking.registration} to ${booking.outlet.name} at ${formatTime(booking.startsAt)}. Phone ${booking.outlet.phone}.`,
    ...booking.recalls.map((recall) => `Also: ${recallRepair(recall)}.`),
  ].join(' '),
  url,
})

/** How long something takes: `45 minutes`, `1 hour`, `1 hour 30 minutes`, `4 hours`. */
export function formatMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [
    ...(hours > 0 ? [`${hours} ${hours === 1 ? 'hour' : 'hours'}`] : []),
    ...(rest > 0 ? [`${rest} minutes`] : []),
  ].join(' ')
}
