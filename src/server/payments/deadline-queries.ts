import { sql } from 'kysely'
import type { JourneyStatus } from '#lib/codes.ts'
import type { Db } from '#server/database.ts'
import { lockCustomer } from '#server/customers/queries.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'

const due =
  (column: 'deposit_due_at' | 'deposit_remind_at') =>
  async (db: Db, now: string): Promise<string[]> =>
    (
      await db
        .selectFrom('purchase_journey')
        .select('purchase_journey_id')
        // Written out, so that the index of such purchases serves.
        .where('status', '=', sql.lit('CONFIRMED' as const))
        .where(column, '<=', now)
        .orderBy(column)
        .orderBy('purchase_journey_id')
        .execute()
    ).map(({ purchase_journey_id }) => purchase_journey_id)

/** Ids of purchases whose deposit deadline has passed, the longest first. */
export const listOverdueDeposits = due('deposit_due_at')

/** Ids of purchases whose deposit reminder is due, the longest first. */
export const listDueReminders = due('deposit_remind_at')

/**
 * A customer's purchases in some statuses. Locks the customer until the transaction ends, so that two purchases confirmed
 * at once count one another.
 */
export const lockPurchases = async (
  trx: Db,
  customerId: number,
  statuses: JourneyStatus[],
): Promise<PurchaseJourneyRow[]> => {
  await lockCustomer(trx, customerId)
  return trx
    .selectFrom('purchase_journey')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('status', 'in', statuses)
    .execute()
}
