import type { Insertable } from 'kysely'
import type { Db } from '#server/database.ts'
import type { OwnershipRow, OwnershipTable } from './tables.ts'

const current = (db: Db) => db.selectFrom('ownership').selectAll().where('ended_day', 'is', null)

/** A customer's current cars, in the order they were added. */
export const listOwnerships = (db: Db, customerId: number): Promise<OwnershipRow[]> =>
  current(db).where('customer_id', '=', customerId).orderBy('id').execute()

/** A customer's current and former cars. */
export const listAllOwnerships = (db: Db, customerId: number): Promise<OwnershipRow[]> =>
  db
    .selectFrom('ownership')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute()

/** A customer's current car by its plate. */
export const findOwnership = async (
  db: Db,
  customerId: number,
  registration: string,
): Promise<OwnershipRow | null> =>
  (await current(db)
    .where('customer_id', '=', customerId)
    .where('registration', '=', registration)
    .executeTakeFirst()) ?? null

/** A customer's current or former car by its VIN; the current one first. */
export const findOwnershipByVin = async (
  db: Db,
  customerId: number,
  vin: string,
): Promise<OwnershipRow | null> => {
  const rows = await listAllOwnerships(db, customerId)
  const same = rows.filter((row) => row.vin === vin)
  return same.find(({ ended_day }) => ended_day === null) ?? same[0] ?? null
}

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

/** A page of all current cars, by id. */
export const listOwnershipsAfter = (
  db: Db,
  lastId: number,
  most: number,
): Promise<OwnershipRow[]> =>
  current(db).where('id', '>', lastId).orderBy('id').limit(most).execute()

/** A customer's former car by its plate. */
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

/** Undoes the removal of a car. As one that was added: it may have been sold since, and its plate moved. */
export const reopenOwnership = async (db: Db, id: number, added_at: string): Promise<void> => {
  await db
    .updateTable('ownership')
    .set({ ended_day: null, added_at })
    .where('id', '=', id)
    .execute()
}

/** The VINs of plates that are a customer's current car. */
export const vinsOf = async (
  db: Db,
  registrations: string[],
): Promise<ReadonlyMap<string, string>> => {
  if (registrations.length === 0) return new Map()
  const rows = await current(db).where('registration', 'in', registrations).execute()
  return new Map(rows.flatMap(({ registration, vin }) => (vin ? [[registration, vin]] : [])))
}

/** Whether a plate is on record as another customer's car. Cars that customers added themselves do not count. */
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

/** Stores a customer's car, in place of one with the same plate. */
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

/** Ends a customer's ownership of cars. Returns the plates of those they owned. */
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
