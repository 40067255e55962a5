import { CreditDecisionCode, type JourneyStatus, type PaymentStatus } from '#lib/codes.ts'
import { withoutFigures } from '#lib/finance/credit.ts'
import type { JourneyEvent } from '#lib/purchases/journey-status.ts'
import { referenceOfRound } from './references.ts'
import { compiled } from '#server/platform/database/compiled.ts'
import type { Database, Db } from '#server/database.ts'
import type {
  JourneyEventTable,
  NewPurchaseJourneyRow,
  PurchaseJourneyPatch,
  PurchaseJourneyRow,
} from './tables.ts'
import type { ExpressionBuilder, Insertable } from 'kysely'
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

const RUNNING_OUT: JourneyStatus[] = ['STARTED', 'NOCARAVAIL']
const ENDED: JourneyStatus[] = ['EXPIRED', 'CANCELLED']

/** Journeys in some statuses without activity since an instant, the longest first. */
const untouched = (db: Db, statuses: JourneyStatus[], since: string, most: number) =>
  db
    .selectFrom('purchase_journey')
    .select('purchase_journey_id')
    .where('status', 'in', statuses)
    .where('last_activity_at', '<', since)
    .orderBy('last_activity_at')
    .limit(most)

const idsOf = async (query: ReturnType<typeof untouched>): Promise<string[]> =>
  (await query.execute()).map(({ purchase_journey_id }) => purchase_journey_id)

/** Ids of journeys without activity since an instant, in the statuses that can expire. */
export const idleJourneys = (db: Db, untouchedSince: string, most: number): Promise<string[]> =>
  idsOf(untouched(db, RUNNING_OUT, untouchedSince, most))

/** Ids of purchases that ended before the car was bought, untouched since an instant, with finance answers still kept. */
export const endedApplications = (
  db: Db,
  untouchedSince: string,
  most: number,
): Promise<string[]> => idsOf(untouched(db, ENDED, untouchedSince, most).where(hasFinance))

/** What `forgetApplication` leaves of decisions. */
const FORGOTTEN_DECISIONS = CreditDecisionCode.options.map((code) =>
  JSON.stringify(withoutFigures(code)),
)

/** Whether a purchase still has finance answers, figures or conditions of a decision, or documents for one. */
export const hasFinance = ({
  eb,
  exists,
  or,
  selectFrom,
}: ExpressionBuilder<Database, 'purchase_journey'>) =>
  or([
    eb('finance_application', 'is not', null),
    eb('credit_decision', 'not in', FORGOTTEN_DECISIONS),
    exists(
      selectFrom('purchase_file')
        .select('file_id')
        .whereRef('purchase_file.purchase_journey_id', '=', 'purchase_journey.purchase_journey_id')
        .where('kind', '=', 'FINANCE_DOCUMENT'),
    ),
  ])

/** How a payment ends that nothing came of. */
const CAME_TO_NOTHING: PaymentStatus[] = ['FAILED', 'CANCELLED', 'EXPIRED']

/** A payment whose page was left, or that was declined: no money ever came. */
const isAttempt = ({ and, eb, not, exists, selectFrom }: ExpressionBuilder<Database, 'payment'>) =>
  and([
    eb('payment.status', 'in', CAME_TO_NOTHING),
    eb('payment.provider_payment', 'is', null),
    eb('payment.received_cents', 'is', null),
    ...(['refund', 'dispute'] as const).map((table) =>
      not(
        exists(
          selectFrom(table)
            .select(`${table}.payment_id`)
            .whereRef(`${table}.payment_id`, '=', 'payment.payment_id'),
        ),
      ),
    ),
  ])

/** Whether no money came for a purchase: what did, such as a transfer sent too early, is kept with its purchase. */
export const hasNoMoney = ({
  and,
  eb,
  not,
  exists,
  selectFrom,
}: ExpressionBuilder<Database, 'purchase_journey'>) =>
  and([
    eb('purchase_journey.credited_from', 'is', null),
    not(
      exists(
        selectFrom('payment')
          .select('payment.payment_id')
          .whereRef('payment.purchase_journey_id', '=', 'purchase_journey.purchase_journey_id')
          .where((of) => of.not(isAttempt(of))),
      ),
    ),
    not(
      exists(
        selectFrom('receipt')
          .select('receipt.receipt_id')
          .whereRef('receipt.purchase_journey_id', '=', 'purchase_journey.purchase_journey_id'),
      ),
    ),
  ])

/** Deletes payments of purchases that came to nothing, so that the purchases can go. Any other keeps its purchase. */
export async function deleteAttempts(trx: Db, journeyIds: string[]): Promise<void> {
  const rows = await trx
    .selectFrom('payment')
    .select('payment_id')
    .where('purchase_journey_id', 'in', journeyIds)
    .where(isAttempt)
    .execute()
  const ids = rows.map(({ payment_id }) => payment_id)
  if (ids.length === 0) return
  await trx.deleteFrom('payment_review').where('payment_id', 'in', ids).execute()
  await trx.deleteFrom('payment').where('payment_id', 'in', ids).execute()
}

/** Ids of purchases that ended without any money, confirmed or not, and without activity since an instant. */
export const leftJourneys = (db: Db, untouchedSince: string, most: number): Promise<string[]> =>
  idsOf(untouched(db, ENDED, untouchedSince, most).where(hasNoMoney))
