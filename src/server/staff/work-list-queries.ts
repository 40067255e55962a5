import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely'
import { PAY_OPTIONS, type JourneyStatus } from '#lib/codes.ts'
import { countsTradeIn } from '#lib/payments/pay-options.ts'
import type { Database, Db } from '#server/database.ts'
import type { PaymentRow } from '#server/payments/tables.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import { newerThan, type Cursor } from '#server/platform/database/cursor.ts'

/** Narrows a list of journeys, so that few others are read. */
type Narrow = (of: ExpressionBuilder<Database, 'purchase_journey'>) => Expression<SqlBool>

/** Purchases that take a trade-in: not confirmed yet, or with no agreement accepted (decision 62). */
const takesTradeIn: Narrow = (of) =>
  of.or([
    of('purchase_journey.status', '=', 'STARTED'),
    of.and([
      of('purchase_journey.status', 'in', ['CONFIRMED', 'NOCARAVAIL']),
      of.exists(
        of
          .selectFrom('quote')
          .select('quote_id')
          .whereRef('quote.quote_id', '=', 'purchase_journey.current_quote_id')
          .where('quote.pay_option', 'in', PAY_OPTIONS.filter(countsTradeIn)),
      ),
    ]),
  ])

/** Trade-ins that wait for an offer, with whose they are; the longest waiting first. */
export const listRequestedAppraisals = (db: Db, most: number, after: Cursor | null) => {
  const query = db
    .selectFrom('trade_vehicle')
    .innerJoin('purchase_journey', (join) =>
      join.onRef('purchase_journey.purchase_journey_id', '=', 'trade_vehicle.purchase_journey_id'),
    )
    // Written out, so that the index of such vehicles serves.
    .where('trade_vehicle.status', '=', sql.lit('APPRAISAL_REQUESTED'))
    .where((of) => takesTradeIn(of as unknown as Parameters<Narrow>[0]))
    .selectAll('trade_vehicle')
    .select(['purchase_journey.customer_id', 'purchase_journey.last_activity_at'])
    .orderBy('purchase_journey.last_activity_at')
    .orderBy('trade_vehicle.trade_vehicle_id')
    .limit(most)
  return (
    after
      ? query.where(
          newerThan('purchase_journey.last_activity_at', 'trade_vehicle.trade_vehicle_id', after),
        )
      : query
  ).execute()
}

const hasPaidDeposit: Narrow = ({ exists, selectFrom }) =>
  exists(
    selectFrom('payment')
      .select('payment_id')
      .whereRef('payment.purchase_journey_id', '=', 'purchase_journey.purchase_journey_id')
      .where('payment.type', '=', 'DEPOSIT')
      .where('payment.status', '=', 'PAID')
      .where('payment.duplicate', '=', 0)
      .where('payment.source', '<>', 'MTF'),
  )

/** The bank has taken back a payment of the purchase, or the fee of the reservation that it took over. */
const hasLostMoney: Narrow = ({ exists, or, selectFrom }) =>
  or(
    (['purchase_journey_id', 'credited_from'] as const).map((paidFor) =>
      exists(
        selectFrom('payment')
          .select('payment_id')
          .whereRef('payment.purchase_journey_id', '=', `purchase_journey.${paidFor}`)
          .where('payment.status', '=', 'CHARGED_BACK'),
      ),
    ),
  )

/** All that owe a deposit, or a part of one, are among these. */
export const mayOweDeposit: Narrow = (of) =>
  of.or([of.not(hasPaidDeposit(of)), of('deposit_due_at', 'is not', null), hasLostMoney(of)])

/** All that owe none are among these: it is paid, something else counts towards it, or none was asked. */
export const mayOweNoDeposit: Narrow = (of) =>
  of.or([
    hasPaidDeposit(of),
    of('credited_from', 'is not', null),
    of.exists(
      of
        .selectFrom('trade_vehicle')
        .select('trade_vehicle_id')
        .whereRef('trade_vehicle.purchase_journey_id', '=', 'purchase_journey.purchase_journey_id')
        .where('trade_vehicle.status', '=', 'APPRAISAL_ACCEPTED'),
    ),
    of.exists(
      of
        .selectFrom('quote')
        .select('quote_id')
        .whereRef('quote.quote_id', '=', 'purchase_journey.current_quote_id')
        .where('quote.priced', 'like', '%"depositDueCents":0}%'),
    ),
  ])

/** Journeys in a status, the longest untouched first. */
export const listJourneysIn = (
  db: Db,
  status: JourneyStatus,
  most: number,
  after: Cursor | null,
  narrow: Narrow = () => sql.lit(true),
): Promise<PurchaseJourneyRow[]> => {
  const query = db
    .selectFrom('purchase_journey')
    .selectAll()
    .where('status', '=', status)
    .where(narrow)
    .orderBy('last_activity_at')
    .orderBy('purchase_journey_id')
    .limit(most)
  return (
    after ? query.where(newerThan('last_activity_at', 'purchase_journey_id', after)) : query
  ).execute()
}

/** Statuses of purchases that are not over. */
const OPEN: JourneyStatus[] = ['STARTED', 'CONFIRMED', 'NOCARAVAIL', 'AGREEMENT']

/** Journeys whose finance application a person has to decide, the longest waiting first. */
export const listReferrals = (
  db: Db,
  most: number,
  after: Cursor | null,
): Promise<PurchaseJourneyRow[]> => {
  const query = db
    .selectFrom('purchase_journey')
    .selectAll()
    .where('referred_at', 'is not', null)
    .where('status', 'in', OPEN)
    .orderBy('referred_at')
    .orderBy('purchase_journey_id')
    .limit(most)
  return (
    after ? query.where(newerThan('referred_at', 'purchase_journey_id', after)) : query
  ).execute()
}

/** Journeys with finance documents that staff have not opened, the longest waiting first. */
export const listUnreadDocuments = (db: Db, most: number, after: Cursor | null) => {
  const query = db
    .selectFrom('purchase_file')
    .innerJoin('purchase_journey', (join) =>
      join.onRef('purchase_journey.purchase_journey_id', '=', 'purchase_file.purchase_journey_id'),
    )
    // Written out, so that the index of such files serves.
    .where('purchase_file.kind', '=', sql.lit('FINANCE_DOCUMENT'))
    .where('purchase_file.read_at', 'is', null)
    .where('purchase_journey.status', 'in', OPEN)
    .select(({ fn }) => [
      'purchase_file.purchase_journey_id',
      fn.min('purchase_file.created_at').as('since'),
    ])
    .groupBy('purchase_file.purchase_journey_id')
    .orderBy('since')
    .orderBy('purchase_file.purchase_journey_id')
    .limit(most)
  return (
    after
      ? query.having(
          sql<boolean>`(min(purchase_file.created_at), purchase_file.purchase_journey_id) > (${after[0]}, ${after[1]})`,
        )
      : query
  ).execute()
}

/** Journeys by their ids. */
export const findJourneys = (db: Db, ids: string[]): Promise<PurchaseJourneyRow[]> =>
  db
    .selectFrom('purchase_journey')
    .selectAll()
    .where('purchase_journey_id', 'in', [...new Set(ids)])
    .execute()

/** Payments under review, the longest waiting first. */
export const listPaymentsToReview = (
  db: Db,
  most: number,
  after: Cursor | null,
): Promise<PaymentRow[]> => {
  const query = db
    .selectFrom('payment')
    .selectAll()
    .where('status', '=', sql.lit('NEEDS_REVIEW'))
    .orderBy('created_at')
    .orderBy('payment_id')
    .limit(most)
  return (after ? query.where(newerThan('created_at', 'payment_id', after)) : query).execute()
}

/** The customers of some journeys by their ids. */
export const namesOfCustomers = async (db: Db, ids: number[]) => {
  if (ids.length === 0) return new Map<number, Buyer>()
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'first_name', 'last_name', 'company_name', 'email', 'mobile_phone'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map<number, Buyer>(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        // A company's purchase is the company's.
        name: row.company_name ?? `${row.first_name} ${row.last_name}`.trim(),
        email: row.email,
        mobilePhone: row.mobile_phone,
      },
    ]),
  )
}

export interface Buyer {
  id: number
  name: string
  email: string
  mobilePhone: string | null
}
