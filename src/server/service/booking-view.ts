import type * as calls from '#lib/service/calls.ts'
import type { BookedRecall, OpenRecall } from '#lib/vehicles/recall-shapes.ts'
import type { ServiceBooking, ServiceContact } from '#lib/service/shapes.ts'
import { changeUntil } from '#lib/service/slots.ts'
import type { z } from '#lib/shared/zod.ts'
import type { ServiceBookingRow } from './tables.ts'
import { findBooking, listBookings, listBookingsAfter } from './queries.ts'
import { vinsOf } from '#server/vehicles/queries.ts'
import type { Db } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import { notFound } from '#server/platform/http/api-problem.ts'
import { unseal } from '#server/platform/crypto/encryption.ts'
import { columnContext } from '#server/platform/crypto/encryption-context.ts'
import { openRecallsOf, storedOpenRecalls } from '#server/vehicles/open-recalls.ts'
import { formatCursor, pageOf, parseCursor } from '#server/platform/database/pages.ts'

/** Bookings shown of a customer. */
const MAX_LISTED = 50

/** The personal details of a booking, stored encrypted. */
export interface Details {
  contact: ServiceContact
  note: string
}
export const placeOfDetails = (bookingId: string) =>
  columnContext('service_booking', 'details', bookingId)
export const detailsOf = ({ keys }: Deps, { booking_id, details }: ServiceBookingRow): Details =>
  JSON.parse(unseal(keys, placeOfDetails(booking_id), details)) as Details

/** Whether a booking was not confirmed in time, so its slot is free again. */
export const isLapsed = ({ confirm_by }: ServiceBookingRow, now: string): boolean =>
  confirm_by !== null && confirm_by <= now

export function toBooking(deps: Deps, row: ServiceBookingRow): ServiceBooking {
  const outlet = deps.catalogue.dealers.find(({ outletCode }) => outletCode === row.outlet_code)
  const until = changeUntil(row.starts_at)
  const now = deps.now().toISOString()
  const status = isLapsed(row, now) ? 'CANCELLED' : row.status
  return {
    bookingId: row.booking_id,
    status,
    confirmBy: row.confirm_by,
    registration: row.registration,
    isElectric: row.is_electric === null ? null : row.is_electric === 1,
    service: {
      code: row.service_code,
      name: row.service_name,
      minutes: (Date.parse(row.ends_at) - Date.parse(row.starts_at)) / 60_000,
      priceCents: row.price_cents,
      evPriceCents: row.ev_price_cents,
    },
    outlet: {
      outletCode: row.outlet_code,
      name: outlet?.name ?? deps.catalogue.brand.name,
      phone: outlet?.phone ?? deps.catalogue.brand.phone,
      address: outlet?.address ?? null,
    },
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    ...detailsOf(deps, row),
    recalls: JSON.parse(row.recalls) as BookedRecall[],
    changeUntil: until,
    canChange: status === 'BOOKED' && row.confirm_by === null && now < until,
    created: row.created_at,
    version: row.version,
  }
}

/** A booking with the recalls of its car that it leaves open. */
export async function showBooking(
  deps: Deps,
  db: Db,
  row: ServiceBookingRow,
): Promise<ServiceBooking> {
  const booking = toBooking(deps, row)
  const { customer_id: customerId, registration } = row
  const open = await storedOpenRecalls(deps, db, { customerId, registration })
  return { ...booking, openRecalls: notBooked(booking, open) }
}

const notBooked = ({ recalls }: ServiceBooking, open: OpenRecall[]): OpenRecall[] =>
  open.filter(({ recallNumber }) => !recalls.some((booked) => booked.recallNumber === recallNumber))

/** @throws {ApiProblem} 404 when there is none. Who may see it is decided before. */
export async function getBooking(deps: Deps, bookingId: string): Promise<ServiceBooking> {
  const row = await findBooking(deps.db, bookingId)
  if (!row) throw notFound()
  return showBooking(deps, deps.db, row)
}

/** A customer's bookings: the upcoming ones, next first, then the past and cancelled ones. */
export async function bookingsOf(
  deps: Deps,
  customerId: number,
): Promise<{ bookings: ServiceBooking[] }> {
  const now = deps.now().toISOString()
  const rows = await listBookings(deps.db, customerId, MAX_LISTED)
  const isToCome = (row: ServiceBookingRow) => row.status === 'BOOKED' && row.ends_at > now
  return {
    bookings: [...rows.filter(isToCome).reverse(), ...rows.filter((row) => !isToCome(row))].map(
      (row) => toBooking(deps, row),
    ),
  }
}

/** A page of all upcoming bookings. */
export async function listToCome(
  deps: Deps,
  { limit, cursor }: z.output<typeof calls.listBookingsToCome.query>,
) {
  const now = deps.now().toISOString()
  const { items, nextCursor } = await pageOf(
    limit,
    (most) => listBookingsAfter(deps.db, { now, after: parseCursor(cursor), most }),
    ({ ends_at, booking_id }) => formatCursor(ends_at, booking_id),
  )
  const vins = await vinsOf(
    deps.db,
    items.map(({ registration }) => registration),
  )
  const open = await openRecallsOf(
    deps.db,
    items.map(({ registration }) => ({ registration, vin: vins.get(registration) ?? null })),
  )
  return {
    bookings: items.map((row, at) => {
      const booking = toBooking(deps, row)
      return { ...booking, openRecalls: notBooked(booking, open[at]!) }
    }),
    nextCursor,
  }
}
