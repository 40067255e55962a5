import type { JourneyEvent } from '#lib/purchases/journey-status.ts'
import { referenceOfRound } from './references.ts'
import { deleteAttempts } from './retention-queries.ts'
import { compiled } from '#server/platform/database/compiled.ts'
import type { Db } from '#server/database.ts'
import type {
  JourneyEventTable,
  NewPurchaseJourneyRow,
  PurchaseJourneyPatch,
  PurchaseJourneyRow,
} from './tables.ts'
import type { Insertable } from 'kysely'
import { olderThan, type Cursor } from '#server/platform/database/cursor.ts'
import { deleteQuotes } from '#server/quotes/queries.ts'
import { hasExclusiveWrite } from '#server/platform/database/sqlite-dialect.ts'

export const findJourney = async (
  db: Db,
  purchaseJourneyId: string,
): Promise<PurchaseJourneyRow | null> =>
  (await journeyById(db, { purchaseJourneyId })).rows[0] ?? null

const journeyById = compiled((db, { purchaseJourneyId }: { purchaseJourneyId: string }) =>
  db
    .selectFrom('purchase_journey')
    .selectAll()
    .where('purchase_journey_id', '=', purchaseJourneyId),
)

/** Reads a journey and locks it until the transaction ends. */
export const lockJourney = async (
  trx: Db,
  purchaseJourneyId: string,
): Promise<PurchaseJourneyRow | null> => {
  if (hasExclusiveWrite(trx)) return findJourney(trx, purchaseJourneyId)
  // An update that changes nothing locks the row.
  const row = await trx
    .updateTable('purchase_journey')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('purchase_journey_id', '=', purchaseJourneyId)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Locks the purchase that a journey's payments count for: of a reservation that was bought, the one that took it over. */
export const lockPayingJourney = async (
  trx: Db,
  journey: PurchaseJourneyRow,
): Promise<PurchaseJourneyRow> => {
  const buyer = await trx
    .selectFrom('purchase_journey')
    .select('purchase_journey_id')
    .where('customer_id', '=', journey.customer_id)
    .where('credited_from', '=', journey.purchase_journey_id)
    .executeTakeFirst()
  return buyer ? (await lockJourney(trx, buyer.purchase_journey_id))! : journey
}

/** A customer's journeys, newest first. */
export const listJourneys = (
  db: Db,
  customerId: number,
  most: number,
  after: Cursor | null = null,
): Promise<PurchaseJourneyRow[]> => {
  const query = db
    .selectFrom('purchase_journey')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('created_at', 'desc')
    .orderBy('purchase_journey_id', 'desc')
    .limit(most)
  return (
    after ? query.where(olderThan('created_at', 'purchase_journey_id', after)) : query
  ).execute()
}

/** Journeys that were started from a quote, or refer to it now. */
export const journeysOfQuote = (db: Db, quoteId: string): Promise<PurchaseJourneyRow[]> =>
  db
    .selectFrom('purchase_journey')
    .selectAll()
    .where((eb) =>
      eb.or([eb('original_quote_id', '=', quoteId), eb('current_quote_id', '=', quoteId)]),
    )
    .execute()

/** With a tenth of all references taken, one purchase in a million needs more. */
const REFERENCE_ROUNDS = 6

/**
 * Stores a journey with a reference of its own.
 *
 * @returns `null` if the quote has a journey already; nothing is stored then.
 */
export async function insertJourney(
  db: Db,
  journey: Omit<NewPurchaseJourneyRow, 'reference'>,
): Promise<PurchaseJourneyRow | null> {
  for (let round = 0; round < REFERENCE_ROUNDS; round += 1) {
    const row = await db
      .insertInto('purchase_journey')
      .values({ ...journey, reference: referenceOfRound(journey.purchase_journey_id, round) })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (row) return row
    const ofQuote = await db
      .selectFrom('purchase_journey')
      .select('purchase_journey_id')
      .where('customer_id', '=', journey.customer_id)
      .where('original_quote_id', '=', journey.original_quote_id)
      .executeTakeFirst()
    if (ofQuote) return null
  }
  throw new Error('no reference is free')
}

export const findJourneyByReference = async (
  db: Db,
  reference: string,
): Promise<PurchaseJourneyRow | null> =>
  (await db
    .selectFrom('purchase_journey')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirst()) ?? null

/**
 * Changes a journey and counts its version up. For a row that the transaction has locked.
 *
 * @param journey As it is now.
 */
export async function updateJourney(
  trx: Db,
  journey: PurchaseJourneyRow,
  patch: PurchaseJourneyPatch,
): Promise<PurchaseJourneyRow> {
  const set = { ...patch, version: journey.version + 1 }
  const { numAffectedRows } = await changeJourney(trx, { ...set, id: journey.purchase_journey_id })
  if (numAffectedRows !== 1n) throw new Error('a locked journey is gone')
  return { ...journey, ...set }
}

const changeJourney = compiled((trx, { id, ...set }: PurchaseJourneyPatch & { id: string }) =>
  trx.updateTable('purchase_journey').set(set).where('purchase_journey_id', '=', id),
)

/** Deletes a journey, what belongs to it, and the quote that held only its changes. */
export async function deleteJourney(trx: Db, journey: PurchaseJourneyRow): Promise<void> {
  const { purchase_journey_id, original_quote_id, current_quote_id } = journey
  await deleteAttempts(trx, [purchase_journey_id])
  await trx
    .deleteFrom('purchase_journey')
    .where('purchase_journey_id', '=', purchase_journey_id)
    .execute()
  if (current_quote_id !== original_quote_id) await deleteQuotes(trx, [current_quote_id])
}

export const insertJourneyEvent = async (
  trx: Db,
  event: Insertable<JourneyEventTable>,
): Promise<void> => {
  await trx.insertInto('journey_event').values(event).execute()
}

/** Whether a request has caused an event of a journey already. */
export const hasEvent = async (trx: Db, journeyId: string, effectId: string): Promise<boolean> =>
  (await trx
    .selectFrom('journey_event')
    .select('id')
    .where('purchase_journey_id', '=', journeyId)
    .where('effect_id', '=', effectId)
    .executeTakeFirst()) !== undefined

/** When an event of a journey happened last; `null` where it has not. */
export const eventInstant = async (
  db: Db,
  journeyId: string,
  event: JourneyEvent,
): Promise<string | null> =>
  (
    await db
      .selectFrom('journey_event')
      .select('at')
      .where('purchase_journey_id', '=', journeyId)
      .where('event', '=', event)
      .orderBy('id', 'desc')
      .executeTakeFirst()
  )?.at ?? null
