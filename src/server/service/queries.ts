import type { Db } from '#server/database.ts'
import { newerThan, olderThan, type Cursor } from '#server/platform/database/cursor.ts'
import type { NewServiceBookingRow, ServiceBookingPatch, ServiceBookingRow } from './tables.ts'

/** @returns `null` when the hold has become a booking already; nothing is stored then. */
export const insertBooking = async (
  db: Db,
  booking: NewServiceBookingRow,
): Promise<ServiceBookingRow | null> =>
  (await db
    .insertInto('service_booking')
    .values(booking)
    .onConflict((conflict) => conflict.column('hold_id').doNothing())
    .returningAll()
    .executeTakeFirst()) ?? null

export const findBooking = async (db: Db, bookingId: string): Promise<ServiceBookingRow | null> =>
  (await db
    .selectFrom('service_booking')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()) ?? null

export const findBookingOfHold = async (
  db: Db,
  holdId: string,
): Promise<ServiceBookingRow | null> =>
  (await db
    .selectFrom('service_booking')
    .selectAll()
    .where('hold_id', '=', holdId)
    .executeTakeFirst()) ?? null

/** The customer of a booking; `null` for an unknown booking. */
export const findBookingOwner = async (
  db: Db,
  bookingId: string,
): Promise<Pick<ServiceBookingRow, 'customer_id'> | null> =>
  (await db
    .selectFrom('service_booking')
    .select('customer_id')
    .where('booking_id', '=', bookingId)
    .executeTakeFirst()) ?? null

/** Reads a booking and locks it until the transaction ends. */
export const lockBooking = async (trx: Db, bookingId: string): Promise<ServiceBookingRow | null> =>
  (await trx
    .updateTable('service_booking')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('booking_id', '=', bookingId)
    .returningAll()
    .executeTakeFirst()) ?? null

/** Changes a booking that the transaction has locked, and counts its version up. */
export const updateBooking = (
  trx: Db,
  { booking_id, version }: ServiceBookingRow,
  patch: ServiceBookingPatch,
): Promise<ServiceBookingRow> =>
  trx
    .updateTable('service_booking')
    .set({ ...patch, version: version + 1 })
    .where('booking_id', '=', booking_id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** A page of a customer's bookings, the latest start first. */
export const listBookings = (
  db: Db,
  customerId: number,
  most: number,
  after: Cursor | null = null,
): Promise<ServiceBookingRow[]> => {
  const query = db
    .selectFrom('service_booking')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('starts_at', 'desc')
    .orderBy('booking_id', 'desc')
    .limit(most)
  return (after ? query.where(olderThan('starts_at', 'booking_id', after)) : query).execute()
}

/** All confirmed bookings that have not ended at an instant, the next to end first. */
export const listBookingsAfter = (
  db: Db,
  { now, after, most }: { now: string; after: Cursor | null; most: number },
): Promise<ServiceBookingRow[]> => {
  const query = db
    .selectFrom('service_booking')
    .selectAll()
    .where('ends_at', '>', now)
    .where('status', '=', 'BOOKED')
    .where('confirm_by', 'is', null)
    .orderBy('ends_at')
    .orderBy('booking_id')
    .limit(most)
  return (after ? query.where(newerThan('ends_at', 'booking_id', after)) : query).execute()
}

/** Deletes bookings, with what they took, that ended before an instant. */
export async function deleteBookingsBefore(db: Db, endedBefore: string): Promise<void> {
  await db.deleteFrom('service_slot').where('starts_at', '<', endedBefore).execute()
  await db.deleteFrom('service_booking').where('ends_at', '<', endedBefore).execute()
}

/** Deletes bookings that were to be confirmed before an instant and were not. */
export const deleteUnconfirmedBefore = async (db: Db, confirmBy: string): Promise<void> => {
  await db.deleteFrom('service_booking').where('confirm_by', '<', confirmBy).execute()
}

/** Marks a booking as confirmed by the owner of its address. The appointment does not change. */
export const confirmBooking = (
  trx: Db,
  bookingId: string,
  now: string,
): Promise<ServiceBookingRow> =>
  trx
    .updateTable('service_booking')
    .set({ confirm_by: null, is_address_proven: 1, updated_at: now })
    .where('booking_id', '=', bookingId)
    .returningAll()
    .executeTakeFirstOrThrow()

/**
 * Deletes a customer's bookings and frees their slots.
 *
 * @returns Those to come, which the workshop still expects.
 */
export async function eraseBookings(trx: Db, customerId: number, now: string): Promise<string[]> {
  const erased = await trx
    .deleteFrom('service_booking')
    .where('customer_id', '=', customerId)
    .returning(['booking_id', 'status', 'ends_at', 'confirm_by'])
    .execute()
  // After the bookings, as everything else takes them.
  const ids = erased.map(({ booking_id }) => booking_id)
  if (ids.length > 0) await trx.deleteFrom('service_slot').where('owner_id', 'in', ids).execute()
  return erased
    .filter((row) => row.status === 'BOOKED' && row.confirm_by === null && row.ends_at > now)
    .map(({ booking_id }) => booking_id)
}
