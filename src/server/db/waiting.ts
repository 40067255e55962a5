import type { Kysely } from 'kysely'
import type { Database } from './database.ts'

/** More than ever wait at once. */
const MOST = 500

/** The purchases that wait for a car, the longest waiting first, each with what it wants. */
export const waitingForCar = (
  db: Kysely<Database>,
): Promise<{ purchase_journey_id: string; request: string }[]> =>
  db
    .selectFrom('purchase_journey')
    .innerJoin('quote', 'quote.quote_id', 'purchase_journey.current_quote_id')
    .select(['purchase_journey.purchase_journey_id', 'quote.request'])
    .where('purchase_journey.status', '=', 'NOCARAVAIL')
    .orderBy('purchase_journey.confirmed_at')
    .orderBy('purchase_journey.purchase_journey_id')
    .limit(MOST)
    .execute()
