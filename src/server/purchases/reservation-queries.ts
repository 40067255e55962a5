import type { Db } from '#server/database.ts'
import type { PurchaseJourneyRow } from '../journeys/tables.ts'

const reservations = (db: Db) =>
  db
    .selectFrom('purchase_journey')
    .innerJoin('quote', 'quote.quote_id', 'purchase_journey.current_quote_id')
    .where('quote.pay_option', '=', 'RESERVATION')
    .where('purchase_journey.status', '=', 'CONFIRMED')

/** A customer's confirmed reservations, whether their time is over or not; the newest first. */
export const openReservations = (db: Db, customerId: number): Promise<PurchaseJourneyRow[]> =>
  reservations(db)
    .selectAll('purchase_journey')
    .where('purchase_journey.customer_id', '=', customerId)
    .orderBy('purchase_journey.confirmed_at', 'desc')
    .orderBy('purchase_journey.purchase_journey_id')
    .execute()

/** Ids of reservations that were confirmed at an instant or before, the oldest first. */
export const endedReservations = async (
  db: Db,
  confirmedBy: string,
  most: number,
): Promise<string[]> =>
  (
    await reservations(db)
      .select('purchase_journey.purchase_journey_id')
      .where('purchase_journey.confirmed_at', '<=', confirmedBy)
      .orderBy('purchase_journey.confirmed_at')
      .limit(most)
      .execute()
  ).map(({ purchase_journey_id }) => purchase_journey_id)
