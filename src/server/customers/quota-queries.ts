import type { Db } from '#server/database.ts'
import type { madeFrom } from '#server/platform/http/network-marks.ts'

/** How many quotes are kept for a customer, those of purchases included. */
export const countQuotes = async (db: Db, customerId: number): Promise<number> => {
  const { count } = await db
    .selectFrom('quote')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** How many purchases a customer has started and not confirmed. */
export const countStarted = async (db: Db, customerId: number): Promise<number> => {
  const { count } = await db
    .selectFrom('purchase_journey')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('customer_id', '=', customerId)
    .where('status', '=', 'STARTED')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** How many trade-ins of a customer wait for an offer. */
export const countAppraisals = async (db: Db, customerId: number): Promise<number> => {
  const { count } = await db
    .selectFrom('trade_vehicle')
    .innerJoin(
      'purchase_journey as j',
      'j.purchase_journey_id',
      'trade_vehicle.purchase_journey_id',
    )
    .select((eb) => eb.fn.countAll().as('count'))
    .where('j.customer_id', '=', customerId)
    .where('j.status', 'in', ['STARTED', 'CONFIRMED', 'NOCARAVAIL'])
    .where('trade_vehicle.status', '=', 'APPRAISAL_REQUESTED')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** How many service bookings of a customer are to come; one that was not confirmed in time is not. */
export const countBookingsToCome = async (
  db: Db,
  whose: { customerId: number } | { ids: ReturnType<typeof madeFrom>[number]['ids'] },
  now: string,
): Promise<number> => {
  const { count } = await db
    .selectFrom('service_booking')
    .select((eb) => eb.fn.countAll().as('count'))
    .where((eb) =>
      'ids' in whose ? eb('booking_id', 'in', whose.ids) : eb('customer_id', '=', whose.customerId),
    )
    .where('status', '=', 'BOOKED')
    .where('ends_at', '>', now)
    .where((eb) => eb.or([eb('confirm_by', 'is', null), eb('confirm_by', '>', now)]))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** How many bytes of photos and documents are kept for a customer. */
export const countFileBytes = async (db: Db, customerId: number): Promise<number> => {
  const { bytes } = await db
    .selectFrom('purchase_file')
    .innerJoin(
      'purchase_journey as j',
      'j.purchase_journey_id',
      'purchase_file.purchase_journey_id',
    )
    .select((eb) => eb.fn.sum('size_bytes').as('bytes'))
    .where('j.customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return Number(bytes ?? 0)
}
