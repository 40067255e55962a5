import type { Db } from '#server/database.ts'
import type { ServiceHoldRow } from './tables.ts'

/** Half an hour of a bay. */
interface Unit {
  outlet_code: string
  starts_at: string
  bay: number
}

/**
 * Takes consecutive units of a bay, all or none. Of two requests at once the second gets none.
 *
 * @param units Their starts, in order.
 * @param heldUntil Until then, for a hold; `null` for a booking.
 */
export async function takeBay(
  trx: Db,
  {
    outletCode,
    bay,
    units,
    ownerId,
    heldUntil,
  }: {
    outletCode: string
    bay: number
    units: readonly string[]
    ownerId: string
    heldUntil: string | null
  },
): Promise<boolean> {
  const taken = await trx
    .insertInto('service_slot')
    .values(
      units.map((starts_at) => ({
        outlet_code: outletCode,
        starts_at,
        bay,
        owner_id: ownerId,
        held_until: heldUntil,
      })),
    )
    .onConflict((conflict) => conflict.columns(['outlet_code', 'starts_at', 'bay']).doNothing())
    .returning('bay')
    .execute()
  if (taken.length === units.length) return true
  await freeSlots(trx, ownerId)
  return false
}

/** Frees the slots of a booking or a hold. */
export const freeSlots = async (db: Db, ownerId: string): Promise<void> => {
  await db.deleteFrom('service_slot').where('owner_id', '=', ownerId).execute()
}

/** Frees the slots of lapsed holds: some units of an outlet, or all. */
export async function freeLapsed(
  db: Db,
  now: string,
  at?: { outletCode: string; units: readonly string[] },
): Promise<void> {
  let lapsed = db.deleteFrom('service_slot').where('held_until', '<=', now)
  if (at)
    lapsed = lapsed.where('outlet_code', '=', at.outletCode).where('starts_at', 'in', at.units)
  await lapsed.execute()
}

/**
 * Passes the slots of a hold to another owner, or holds them longer.
 *
 * @returns The number of units.
 */
export const passOn = async (
  db: Db,
  ownerId: string,
  set: { owner_id: string; held_until: string | null },
): Promise<number> =>
  (
    await db
      .updateTable('service_slot')
      .set(set)
      .where('owner_id', '=', ownerId)
      .returning('bay')
      .execute()
  ).length

/** The units of an outlet that are taken from one instant to before another. */
export const listTaken = (
  db: Db,
  {
    outletCode,
    from,
    before,
    now,
  }: {
    outletCode: string
    from: string
    before: string
    now: string
  },
): Promise<Unit[]> =>
  db
    .selectFrom('service_slot')
    .select(['outlet_code', 'starts_at', 'bay'])
    .where('outlet_code', '=', outletCode)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', before)
    .where((eb) => eb.or([eb('held_until', 'is', null), eb('held_until', '>', now)]))
    .execute()

/**
 * How many units of an outlet are held between two instants, for bookings that are being made or are not confirmed yet.
 *
 * @param except The owner of units that do not count.
 */
export const countHeld = async (
  db: Db,
  {
    outletCode,
    from,
    before,
    now,
    except,
  }: { outletCode: string; from: string; before: string; now: string; except: string },
): Promise<number> => {
  const { count } = await db
    .selectFrom('service_slot')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('outlet_code', '=', outletCode)
    .where('starts_at', '>=', from)
    .where('starts_at', '<', before)
    .where('held_until', '>', now)
    .where('owner_id', '<>', except)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const insertHold = async (db: Db, hold: ServiceHoldRow): Promise<void> => {
  await db.insertInto('service_hold').values(hold).execute()
}

export const hasHold = async (db: Db, holdId: string): Promise<boolean> =>
  (await db
    .selectFrom('service_hold')
    .select('hold_id')
    .where('hold_id', '=', holdId)
    .executeTakeFirst()) !== undefined

/** Reads a hold and locks it until the transaction ends. */
export const lockHold = async (trx: Db, holdId: string): Promise<ServiceHoldRow | null> =>
  (await trx
    .updateTable('service_hold')
    .set((eb) => ({ held_until: eb.ref('held_until') }))
    .where('hold_id', '=', holdId)
    .returningAll()
    .executeTakeFirst()) ?? null

export const setHeldUntil = async (db: Db, holdId: string, heldUntil: string): Promise<void> => {
  await db
    .updateTable('service_hold')
    .set({ held_until: heldUntil })
    .where('hold_id', '=', holdId)
    .execute()
}

export const deleteHold = async (db: Db, holdId: string): Promise<void> => {
  await db.deleteFrom('service_hold').where('hold_id', '=', holdId).execute()
}

/** How many holds one site, one network or one customer has at an instant. */
export const countHolds = async (
  db: Db,
  whose: { site: string } | { network: string } | { customer_id: number },
  now: string,
): Promise<number> => {
  const { count } = await db
    .selectFrom('service_hold')
    .select((eb) => eb.fn.countAll().as('count'))
    .where((where) => where.and(whose))
    .where('held_until', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const deleteHoldsBefore = async (db: Db, createdBefore: string): Promise<void> => {
  await db.deleteFrom('service_hold').where('created_at', '<', createdBefore).execute()
}
