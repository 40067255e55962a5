import { PAY_OPTIONS, type JourneyStatus } from '#lib/codes.ts'
import type { CreditDecision } from '#lib/purchases/shapes.ts'
import { withoutConditions, withoutFigures } from '#lib/finance/credit.ts'
import { isFinance, isLease } from '#lib/payments/pay-options.ts'
import { nextStatus } from '#lib/purchases/journey-status.ts'
import type { Db } from '#server/database.ts'
import { deleteDocuments } from '#server/purchase-files/queries.ts'
import { lockJourney, updateJourney } from '#server/journeys/queries.ts'
import { hasApplication, hasFinance } from '#server/journeys/retention-queries.ts'
import type { FinanceSignatureRow } from './tables.ts'

export const insertFinanceSignature = async (db: Db, row: FinanceSignatureRow): Promise<void> => {
  await db.insertInto('finance_signature').values(row).execute()
}

export const findFinanceSignature = async (
  db: Db,
  journeyId: string,
): Promise<FinanceSignatureRow | null> =>
  (await db
    .selectFrom('finance_signature')
    .selectAll()
    .where('purchase_journey_id', '=', journeyId)
    .executeTakeFirst()) ?? null

/** Ids of purchases whose finance application was signed before an instant and declined. */
export const declinedApplications = async (
  db: Db,
  signedBefore: string,
  most: number,
): Promise<string[]> =>
  (
    await db
      .selectFrom('finance_signature')
      .innerJoin('purchase_journey', (join) =>
        join.onRef(
          'purchase_journey.purchase_journey_id',
          '=',
          'finance_signature.purchase_journey_id',
        ),
      )
      .select('purchase_journey.purchase_journey_id')
      .where('finance_signature.signed_at', '<', signedBefore)
      .where('purchase_journey.credit_decision', 'like', '%"code":"DECLINE"%')
      .orderBy('finance_signature.signed_at')
      .limit(most)
      .execute()
  ).map(({ purchase_journey_id }) => purchase_journey_id)

const CREDIT = PAY_OPTIONS.filter((option) => isFinance(option) || isLease(option))

/** An application is sent before; then a purchase can only be changed to cash. */
const CONFIRMED: JourneyStatus[] = ['CONFIRMED', 'AGREEMENT', 'COMPLETE']

/**
 * Ids of confirmed purchases, untouched since an instant, with finance answers that were not used: the purchase was
 * paid another way, or they were never sent.
 */
export const unusedApplications = async (
  db: Db,
  untouchedSince: string,
  most: number,
): Promise<string[]> =>
  (
    await db
      .selectFrom('purchase_journey')
      .innerJoin('quote', 'quote.quote_id', 'purchase_journey.current_quote_id')
      .select('purchase_journey_id')
      .where('purchase_journey.status', 'in', CONFIRMED)
      .where('last_activity_at', '<', untouchedSince)
      // The decision is kept until the car is handed over, so it alone does not make a purchase one of these.
      .where((eb) =>
        eb.or([
          hasApplication(eb),
          eb.and([eb('purchase_journey.status', '=', 'COMPLETE'), hasFinance(eb)]),
        ]),
      )
      .where((eb) =>
        eb.or([
          eb('quote.pay_option', 'not in', CREDIT),
          eb.and([
            eb('finance_application', 'is not', null),
            eb('purchase_journey.finance_applied', '=', 0),
          ]),
          // The dealer arranged the lease: what was applied for here was a loan.
          eb('credit_decision', 'like', '%"isArranged":true%'),
          ...[isFinance, isLease].map((isOfKind) =>
            eb.and([
              eb('quote.pay_option', 'not in', CREDIT.filter(isOfKind)),
              eb.or(
                CREDIT.filter(isOfKind).map((option) =>
                  eb('credit_decision', 'like', `%"appliedFor":{"payOption":"${option}"%`),
                ),
              ),
            ]),
          ),
        ]),
      )
      .orderBy('last_activity_at')
      .limit(most)
      .execute()
  ).map(({ purchase_journey_id }) => purchase_journey_id)

/**
 * Begins to ask the lender about a purchase, which one request at a time does.
 *
 * @param before What began earlier came to nothing.
 * @returns Whether no other is under way and no application was sent.
 */
export const beginApplication = async (
  db: Db,
  purchaseJourneyId: string,
  now: string,
  before: string,
): Promise<boolean> =>
  (await db
    .updateTable('purchase_journey')
    .set({ finance_asked_at: now })
    .where('purchase_journey_id', '=', purchaseJourneyId)
    .where('finance_applied', '=', 0)
    .where(({ eb, or }) =>
      or([eb('finance_asked_at', 'is', null), eb('finance_asked_at', '<', before)]),
    )
    .returning('purchase_journey_id')
    .executeTakeFirst()) !== undefined

export const endApplication = async (db: Db, purchaseJourneyId: string): Promise<void> => {
  await db
    .updateTable('purchase_journey')
    .set({ finance_asked_at: null })
    .where('purchase_journey_id', '=', purchaseJourneyId)
    .execute()
}

/**
 * Deletes a finance application with its signature and documents. The decision keeps its code, and what it covers where
 * the purchase can still go on.
 *
 * @param isBuyerGone The account is deleted, so it cannot.
 */
export async function forgetApplication(
  trx: Db,
  journeyId: string,
  isBuyerGone = false,
): Promise<void> {
  const journey = await lockJourney(trx, journeyId)
  if (!journey) return
  const decision =
    journey.credit_decision && (JSON.parse(journey.credit_decision) as CreditDecision)
  const hasEnded = isBuyerGone || nextStatus(journey.status, 'cancelled') === null
  await updateJourney(trx, journey, {
    finance_application: null,
    credit_decision:
      decision &&
      JSON.stringify(hasEnded ? withoutFigures(decision.code) : withoutConditions(decision)),
    referred_at: null,
  })
  await deleteDocuments(trx, journeyId)
  await trx.deleteFrom('finance_signature').where('purchase_journey_id', '=', journeyId).execute()
}
