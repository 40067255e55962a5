import { CreditDecisionCode, type JourneyStatus, type PaymentStatus } from '#lib/codes.ts'
import { withoutFigures } from '#lib/finance/credit.ts'
import type { Database, Db } from '#server/database.ts'
import type { ExpressionBuilder } from 'kysely'

// Which purchases have run out or may be forgotten, and what of them.

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

/** Whether a purchase still has finance answers, or documents for them. */
export const hasApplication = ({
  eb,
  exists,
  or,
  selectFrom,
}: ExpressionBuilder<Database, 'purchase_journey'>) =>
  or([
    eb('finance_application', 'is not', null),
    exists(
      selectFrom('purchase_file')
        .select('file_id')
        .whereRef('purchase_file.purchase_journey_id', '=', 'purchase_journey.purchase_journey_id')
        .where('kind', '=', 'FINANCE_DOCUMENT'),
    ),
  ])

/** Whether a purchase still has finance answers, documents for them, or figures or conditions of a decision. */
export const hasFinance = (of: ExpressionBuilder<Database, 'purchase_journey'>) =>
  of.or([hasApplication(of), of('credit_decision', 'not in', FORGOTTEN_DECISIONS)])

/** How a payment ends that nothing came of. */
const CAME_TO_NOTHING: PaymentStatus[] = ['FAILED', 'CANCELLED', 'EXPIRED']

/** A payment whose page was left, or that was declined: no money ever came. */
const isAttempt = ({
  and,
  eb,
  not,
  or,
  exists,
  selectFrom,
}: ExpressionBuilder<Database, 'payment'>) =>
  and([
    eb('payment.status', 'in', CAME_TO_NOTHING),
    // A bank that was unsure has named a payment. That none came was decided afterwards.
    or([
      eb('payment.provider_payment', 'is', null),
      and([eb('payment.status', '=', 'FAILED'), eb('payment.decided_at', 'is not', null)]),
    ]),
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
