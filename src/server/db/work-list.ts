import { sql, type Kysely } from 'kysely'
import type { JourneyStatus } from '#lib/contract/shapes/codes.ts'
import type { Database } from './database.ts'
import type { PaymentRow } from './tables/payment.ts'
import type { PurchaseJourneyRow } from './tables/purchase.ts'
import { newerThan, type Place } from './place.ts'

type Db = Kysely<Database>

/** Trade-ins that wait for an offer, with whose they are; the longest waiting first. */
export const listRequestedAppraisals = (db: Db, most: number, after: Place | null) => {
  const query = db
    .selectFrom('trade_vehicle')
    .innerJoin('purchase_journey', (join) =>
      join.onRef('purchase_journey.purchase_journey_id', '=', 'trade_vehicle.purchase_journey_id'),
    )
    // Written out, so that the index of such vehicles serves.
    .where('trade_vehicle.status', '=', sql.lit('APPRAISAL_REQUESTED'))
    .where('purchase_journey.status', '=', 'STARTED')
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

/** Journeys in a status, the longest untouched first. */
export const listJourneysIn = (
  db: Db,
  status: JourneyStatus,
  most: number,
  after: Place | null,
): Promise<PurchaseJourneyRow[]> => {
  const query = db
    .selectFrom('purchase_journey')
    .selectAll()
    .where('status', '=', status)
    .orderBy('last_activity_at')
    .orderBy('purchase_journey_id')
    .limit(most)
  return (
    after ? query.where(newerThan('last_activity_at', 'purchase_journey_id', after)) : query
  ).execute()
}

/** Journeys whose finance application a person has to decide, the longest waiting first. */
export const listReferrals = (
  db: Db,
  most: number,
  after: Place | null,
): Promise<PurchaseJourneyRow[]> => {
  const query = db
    .selectFrom('purchase_journey')
    .selectAll()
    .where('referred_at', 'is not', null)
    .where('status', 'in', ['STARTED', 'CONFIRMED', 'NOCARAVAIL', 'AGREEMENT'])
    .orderBy('referred_at')
    .orderBy('purchase_journey_id')
    .limit(most)
  return (
    after ? query.where(newerThan('referred_at', 'purchase_journey_id', after)) : query
  ).execute()
}

/** Journeys by their ids. */
export const findJourneys = (db: Db, ids: string[]): Promise<PurchaseJourneyRow[]> =>
  db
    .selectFrom('purchase_journey')
    .selectAll()
    .where('purchase_journey_id', 'in', [...new Set(ids)])
    .execute()

/** Payments that a person has to look at, the longest waiting first. */
export const listPaymentsToReview = (
  db: Db,
  most: number,
  after: Place | null,
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

/** Who the customers of some journeys are, by their numbers. */
export const namesOfCustomers = async (db: Db, ids: number[]) => {
  if (ids.length === 0) return new Map<number, Buyer>()
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'first_name', 'last_name', 'email', 'mobile_phone'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map<number, Buyer>(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        name: `${row.first_name} ${row.last_name}`.trim(),
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
