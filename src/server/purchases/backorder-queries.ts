import type { QuoteRequest } from '#lib/quotes/shapes.ts'
import type { Db } from '#server/database.ts'
import { newerThan, type Cursor } from '#server/platform/database/cursor.ts'

/** Purchases that wait for a car, the longest waiting first, each with its request. */
export const listBackorders = (
  db: Db,
  most: number,
  after: Cursor | null,
): Promise<{ purchase_journey_id: string; confirmed_at: string | null; request: string }[]> => {
  const query = db
    .selectFrom('purchase_journey')
    .innerJoin('quote', 'quote.quote_id', 'purchase_journey.current_quote_id')
    .select([
      'purchase_journey.purchase_journey_id',
      'purchase_journey.confirmed_at',
      'quote.request',
    ])
    .where('purchase_journey.status', '=', 'NOCARAVAIL')
    .orderBy('purchase_journey.confirmed_at')
    .orderBy('purchase_journey.purchase_journey_id')
    .limit(most)
  return (
    after
      ? query.where(
          newerThan('purchase_journey.confirmed_at', 'purchase_journey.purchase_journey_id', after),
        )
      : query
  ).execute()
}

/** The request of a backorder; `null` where it cannot be read, so that it does not block the others. */
export function readRequest(text: string): QuoteRequest | null {
  try {
    return JSON.parse(text) as QuoteRequest
  } catch {
    return null
  }
}
