import { sql, type ExpressionBuilder } from 'kysely'
import { HELD } from '#lib/pricing/price-promise.ts'
import type { Database, Db } from '#server/database.ts'
import { newerThan, type Cursor } from '#server/platform/database/cursor.ts'
import type { PriceCreditTable } from './tables.ts'

/** How a note begins that says how staff have settled a fall of the price. */
export const PRICE_PROMISE_NOTE = 'Price promise'

/** SQLite compares small and capital letters as one, PostgreSQL does not. */
const saysHowItWasSettled = sql<boolean>`lower(trim(purchase_note.text)) like ${`${PRICE_PROMISE_NOTE.toLowerCase()}%`}`

/** What a fall may have been before. */
const EARLIER = { later: [], staff: ['later'], credit: ['later', 'staff'] } as const

/**
 * Stores a fall. One that waits for a payment, or was left to staff, becomes a credit once it can be.
 *
 * @returns `false` where this fall has been counted already.
 */
export const insertPriceCredit = async (db: Db, row: PriceCreditTable): Promise<boolean> =>
  (await db
    .insertInto('price_credit')
    .values(row)
    .onConflict((conflict) => {
      const known = conflict.columns(['purchase_journey_id', 'price_cents'])
      const earlier = EARLIER[row.outcome]
      return earlier.length === 0
        ? known.doNothing()
        : known
            // With its time: a note of before is not about it.
            .doUpdateSet({
              outcome: row.outcome,
              amount_cents: row.amount_cents,
              created_at: row.created_at,
            })
            .where('price_credit.outcome', 'in', earlier)
    })
    .returning('credit_id')
    .executeTakeFirst()) !== undefined

/** Whether staff have ever settled a fall of a purchase's price in their own way. */
export const hasSettledFall = async (db: Db, purchaseJourneyId: string): Promise<boolean> =>
  (await db
    .selectFrom('price_credit')
    .innerJoin(
      'purchase_note',
      'purchase_note.purchase_journey_id',
      'price_credit.purchase_journey_id',
    )
    .select('price_credit.credit_id')
    .where('price_credit.purchase_journey_id', '=', purchaseJourneyId)
    .where('price_credit.outcome', '=', 'staff')
    .where(saysHowItWasSettled)
    .executeTakeFirst()) !== undefined

/**
 * Has staff settle their falls of a purchase's price again, at the time of a change to cash: what they had settled with the
 * lender is void.
 */
export const reopenFalls = async (db: Db, purchaseJourneyId: string, at: string): Promise<void> => {
  await db
    .updateTable('price_credit')
    .set({ created_at: at })
    .where('purchase_journey_id', '=', purchaseJourneyId)
    .where('outcome', '=', 'staff')
    .execute()
}

/** Removes the falls that are part of a credit. */
export const dropFallsWithin = async (
  db: Db,
  { purchase_journey_id, price_cents }: PriceCreditTable,
): Promise<void> => {
  await db
    .deleteFrom('price_credit')
    .where('purchase_journey_id', '=', purchase_journey_id)
    .where('outcome', '!=', 'credit')
    .where('price_cents', '>', price_cents)
    .execute()
}

/** The falls of a purchase's price so far. */
export const listPriceCredits = (db: Db, purchaseJourneyId: string): Promise<PriceCreditTable[]> =>
  db
    .selectFrom('price_credit')
    .selectAll()
    .where('purchase_journey_id', '=', purchaseJourneyId)
    .execute()

const isUnsettled = ({ not, exists, selectFrom }: ExpressionBuilder<Database, 'price_credit'>) =>
  not(
    exists(
      selectFrom('purchase_note')
        .select('note_id')
        .whereRef('purchase_note.purchase_journey_id', '=', 'price_credit.purchase_journey_id')
        .whereRef('purchase_note.at', '>=', 'price_credit.created_at')
        .where(saysHowItWasSettled),
    ),
  )

/** The lowest price of each of some purchases that is not credited yet, nor settled by staff. */
export const lowestUncredited = async (
  db: Db,
  purchaseJourneyIds: string[],
): Promise<Map<string, number>> => {
  if (purchaseJourneyIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('price_credit')
    .select(['purchase_journey_id', 'price_cents'])
    .where('purchase_journey_id', 'in', purchaseJourneyIds)
    .where((of) =>
      of.or([of('outcome', '=', 'later'), of.and([of('outcome', '=', 'staff'), isUnsettled(of)])]),
    )
    .orderBy('price_cents', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.purchase_journey_id, row.price_cents]))
}

/** Falls that staff have not settled yet. */
const unsettledFalls = (db: Db) =>
  db
    .selectFrom('price_credit')
    .innerJoin(
      'purchase_journey',
      'purchase_journey.purchase_journey_id',
      'price_credit.purchase_journey_id',
    )
    .selectAll('price_credit')
    // Written out, so that the index of such falls serves.
    .where('price_credit.outcome', '=', sql.lit('staff' as const))
    .where('purchase_journey.status', 'in', HELD)
    .where(isUnsettled)

/** Whether a fall of a purchase’s price waits for staff. */
export const hasUnsettledFall = async (db: Db, purchaseJourneyId: string): Promise<boolean> =>
  (await unsettledFalls(db)
    .where('price_credit.purchase_journey_id', '=', purchaseJourneyId)
    .executeTakeFirst()) !== undefined

/** Falls that staff have not settled yet, the longest waiting first. */
export const waitingPriceFalls = (
  db: Db,
  most: number,
  after: Cursor | null,
): Promise<PriceCreditTable[]> => {
  const query = unsettledFalls(db)
    .orderBy('price_credit.created_at')
    .orderBy('price_credit.credit_id')
    .limit(most)
  return (
    after
      ? query.where(newerThan('price_credit.created_at', 'price_credit.credit_id', after))
      : query
  ).execute()
}
