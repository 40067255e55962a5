import type { Insertable } from 'kysely'
import type { Db } from '#server/database.ts'
import type { OwnershipRow, OwnershipTable } from './tables.ts'

const current = (db: Db) => db.selectFrom('ownership').selectAll().where('ended_day', 'is', null)

/** The cars that are a customer's today, in the order in which they came. */
export const listOwnerships = (db: Db, customerId: number): Promise<OwnershipRow[]> =>
  current(db).where('customer_id', '=', customerId).orderBy('id').execute()

/** Every car that is or was a customer's. */
export const listAllOwnerships = (db: Db, customerId: number): Promise<OwnershipRow[]> =>
  db
    .selectFrom('ownership')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute()

/** What is known of a customer's car; `null` when it is not theirs today. */
export const findOwnership = async (
  db: Db,
  customerId: number,
  registration: string,
): Promise<OwnershipRow | null> =>
  (await current(db)
    .where('customer_id', '=', customerId)
    .where('registration', '=', registration)
    .executeTakeFirst()) ?? null

/** The car that was handed over with a purchase. */
export const findOwnershipOf = async (
  db: Db,
  purchaseJourneyId: string,
): Promise<OwnershipRow | null> =>
  (await db
    .selectFrom('ownership')
    .selectAll()
    .where('purchase_journey_id', '=', purchaseJourneyId)
    .executeTakeFirst()) ?? null

/** A page of everybody's cars, by their ids. */
export const listOwnershipsAfter = (
  db: Db,
  lastId: number,
  most: number,
): Promise<OwnershipRow[]> =>
  current(db).where('id', '>', lastId).orderBy('id').limit(most).execute()

/** A car that was a customer's. */
export const findEnded = async (
  db: Db,
  customerId: number,
  registration: string,
): Promise<OwnershipRow | null> =>
  (await db
    .selectFrom('ownership')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('registration', '=', registration)
    .where('ended_day', 'is not', null)
    .executeTakeFirst()) ?? null

/** Takes back that a car was removed. */
export const reopenOwnership = async (db: Db, id: number): Promise<void> => {
  await db.updateTable('ownership').set({ ended_day: null }).where('id', '=', id).execute()
}

/** The VINs of some plates, where a customer's car has that plate today. */
export const vinsOf = async (
  db: Db,
  registrations: string[],
): Promise<ReadonlyMap<string, string>> => {
  if (registrations.length === 0) return new Map()
  const rows = await current(db).where('registration', 'in', registrations).execute()
  return new Map(rows.flatMap(({ registration, vin }) => (vin ? [[registration, vin]] : [])))
}

/** Whether a plate is on record as the car of someone other than a customer. What people added themselves does not count. */
export const isAnotherCustomers = async (
  db: Db,
  customerId: number,
  registration: string,
): Promise<boolean> =>
  (await current(db)
    .where('registration', '=', registration)
    .where('customer_id', '<>', customerId)
    .where('added_at', 'is', null)
    .executeTakeFirst()) !== undefined

/** Makes a car a customer's. A plate that they have or had already is this car's from now on. */
export async function saveOwnership(db: Db, row: Insertable<OwnershipTable>): Promise<void> {
  const facts = {
    vin: row.vin,
    make: row.make,
    model: row.model,
    year: row.year,
    purchase_journey_id: row.purchase_journey_id ?? null,
    since_day: row.since_day ?? null,
    ended_day: null,
    added_at: row.added_at ?? null,
    warranty_until: row.warranty_until ?? null,
    warranty_km: row.warranty_km ?? null,
    first_service_day: row.first_service_day ?? null,
    first_service_km: row.first_service_km ?? null,
  }
  await db
    .insertInto('ownership')
    .values({ ...facts, customer_id: row.customer_id, registration: row.registration })
    .onConflict((conflict) => conflict.columns(['customer_id', 'registration']).doUpdateSet(facts))
    .execute()
}

/** Ends that cars are a customer's. Returns the plates of those that were. */
export const endOwnerships = async (
  db: Db,
  customerId: number,
  registrations: string[],
  day: string,
): Promise<string[]> => {
  if (registrations.length === 0) return []
  const rows = await db
    .updateTable('ownership')
    .set({ ended_day: day })
    .where('customer_id', '=', customerId)
    .where('registration', 'in', registrations)
    .where('ended_day', 'is', null)
    .returning('registration')
    .execute()
  return rows.map(({ registration }) => registration)
}
