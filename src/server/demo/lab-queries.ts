import type { Db } from '#server/database.ts'
import type { ServiceHoldRow } from '#server/service/tables.ts'

// After the clock is set back, some rows are later than now. They come after all others.

/** The quote of the unconfirmed purchase with the latest activity. */
export const findOpenQuoteId = async (db: Db, now: string): Promise<string | null> =>
  (
    await db
      .selectFrom('purchase_journey')
      .select('current_quote_id')
      .where('status', '=', 'STARTED')
      .orderBy((row) => row('last_activity_at', '>', now))
      .orderBy('last_activity_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.current_quote_id ?? null

/** The latest hold that has not expired. */
export const findNewestHold = async (db: Db, now: string): Promise<ServiceHoldRow | null> =>
  (await db
    .selectFrom('service_hold')
    .selectAll()
    .where('held_until', '>', now)
    .orderBy((row) => row('created_at', '>', now))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null

/** The session with the latest sign-in or refresh. */
export const findNewestSession = async (
  db: Db,
  now: string,
): Promise<{ session_id: string; device: string | null } | null> =>
  (await db
    .selectFrom('session')
    .select(['session_id', 'device'])
    .where('revoked_at', 'is', null)
    .orderBy((row) => row('rotated_at', '>', now))
    .orderBy('rotated_at', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null

/** The provider's reference of the latest payment that is not settled. */
export const findOpenReference = async (db: Db, now: string): Promise<string | null> =>
  (
    await db
      .selectFrom('payment')
      .select('provider_reference')
      .where('method', '=', 'STRIPE')
      .where('status', 'in', ['CREATED', 'PENDING'])
      .where('provider_reference', 'is not', null)
      .orderBy((row) => row('created_at', '>', now))
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.provider_reference ?? null
