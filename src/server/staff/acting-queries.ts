import type { Db } from '#server/database.ts'
import type { ActingRow } from './tables.ts'

export const findActing = async (db: Db, sessionId: string): Promise<ActingRow | null> =>
  (await db
    .selectFrom('acting')
    .selectAll()
    .where('session_id', '=', sessionId)
    .executeTakeFirst()) ?? null

/**
 * Starts acting for a customer in a session that acts for none.
 *
 * @returns `false` when the session acts for a customer already.
 */
export const insertActing = async (db: Db, acting: ActingRow): Promise<boolean> => {
  const row = await db
    .insertInto('acting')
    .values(acting)
    .onConflict((conflict) => conflict.column('session_id').doNothing())
    .returning('session_id')
    .executeTakeFirst()
  return row !== undefined
}

export const touchActing = async (db: Db, sessionId: string, now: string): Promise<void> => {
  await db
    .updateTable('acting')
    .set({ last_active_at: now })
    .where('session_id', '=', sessionId)
    .execute()
}

/**
 * Ends a session's acting.
 *
 * @returns The ended row, or `null` when it had ended already: of several requests at once one gets it.
 */
export const deleteActing = async (db: Db, sessionId: string): Promise<ActingRow | null> =>
  (await db
    .deleteFrom('acting')
    .where('session_id', '=', sessionId)
    .returningAll()
    .executeTakeFirst()) ?? null

/** Sessions whose acting has to end: idle, too long, or signed out. */
export const listOverActing = async (
  db: Db,
  { idleSince, startedBefore }: { idleSince: string; startedBefore: string },
): Promise<(ActingRow & { revoked_at: string | null })[]> =>
  db
    .selectFrom('acting')
    .innerJoin('session', 'session.session_id', 'acting.session_id')
    .selectAll('acting')
    .select('session.revoked_at')
    .where((eb) =>
      eb.or([
        eb('acting.last_active_at', '<=', idleSince),
        eb('acting.started_at', '<=', startedBefore),
        eb('session.revoked_at', 'is not', null),
      ]),
    )
    .execute()
