import type { Db } from '#server/database.ts'
import type { PurchaseJourneyRow } from '../journeys/tables.ts'

/** A reservation, and since when its car is held. */
export type ReservationRow = PurchaseJourneyRow & { held_at: string }

const reservations = (db: Db) =>
  db
    .selectFrom('purchase_journey')
    .innerJoin(
      'allocation',
      'allocation.purchase_journey_id',
      'purchase_journey.purchase_journey_id',
    )
    .innerJoin('quote', 'quote.quote_id', 'purchase_journey.current_quote_id')
    .where('quote.pay_option', '=', 'RESERVATION')
    .where('purchase_journey.status', '=', 'CONFIRMED')

/** A customer's confirmed reservations, whether their time is over or not; the newest first. */
export const openReservations = (db: Db, customerId: number): Promise<ReservationRow[]> =>
  reservations(db)
    .selectAll('purchase_journey')
    .select('allocation.created_at as held_at')
    .where('purchase_journey.customer_id', '=', customerId)
    .orderBy('purchase_journey.confirmed_at', 'desc')
    .orderBy('purchase_journey.purchase_journey_id')
    .execute()

/** Ids of reservations whose car is held since an instant or longer, the longest first. */
export const endedReservations = async (db: Db, heldBy: string, most: number): Promise<string[]> =>
  (
    await reservations(db)
      .select('purchase_journey.purchase_journey_id')
      .where('allocation.created_at', '<=', heldBy)
      .orderBy('allocation.created_at')
      .limit(most)
      .execute()
  ).map(({ purchase_journey_id }) => purchase_journey_id)
