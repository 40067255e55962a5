import type { Db } from '#server/database.ts'
import type { ServiceHoldRow } from '#server/service/tables.ts'

// A clock that was put back leaves what was written later than now: it comes after everything else.

/** The quote of the purchase that was touched last of those that are not confirmed. */
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

/** The hold that was made last of those that still hold their time. */
export const findNewestHold = async (db: Db, now: string): Promise<ServiceHoldRow | null> =>
  (await db
    .selectFrom('service_hold')
    .selectAll()
    .where('held_until', '>', now)
    .orderBy((row) => row('created_at', '>', now))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null

/** The session that was begun or refreshed last. */
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

/** What the provider calls the payment that was started last and is not settled. */
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
