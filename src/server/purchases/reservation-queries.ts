import { sql } from 'kysely'
import { compiled } from '#server/platform/database/compiled.ts'
import type { Db } from '#server/database.ts'
import type { PurchaseJourneyRow } from '../journeys/tables.ts'

const reservations = (db: Db) =>
  db
    .selectFrom('purchase_journey')
    .where('status', '=', sql.lit('CONFIRMED'))
    .where('reserved_until', 'is not', null)

/** A customer's reservations that have a car, whether their time is over or not; the newest first. */
export const openReservations = async (db: Db, customerId: number): Promise<PurchaseJourneyRow[]> =>
  (await openByCustomer(db, { customerId })).rows

const openByCustomer = compiled((db, { customerId }: { customerId: number }) =>
  reservations(db)
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('confirmed_at', 'desc')
    .orderBy('purchase_journey_id'),
)

/** Ids of reservations whose time was over by an instant, the first to end first. */
export const endedReservations = async (db: Db, by: string, most: number): Promise<string[]> =>
  (
    await reservations(db)
      .select('purchase_journey_id')
      .where('reserved_until', '<=', by)
      .orderBy('reserved_until')
      .orderBy('purchase_journey_id')
      .limit(most)
      .execute()
  ).map(({ purchase_journey_id }) => purchase_journey_id)
