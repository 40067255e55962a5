import { compiled } from '#server/platform/database/compiled.ts'
import type { Db, Trx } from '#server/database.ts'
import type { SessionRow } from './tables.ts'

/** Whose session it is: one of the two is `null`. */
export type SessionOwner = Pick<SessionRow, 'customer_id' | 'staff_id'>

export type RevokeReason =
  | 'sign-out'
  | 'reuse'
  | 'too-many'
  | 'password'
  | 'second-factor'
  | 'passkey'
  | 'email'
  | 'elsewhere'
  | 'erased'

export const insertSession = async (db: Db, session: SessionRow): Promise<void> => {
  await db.insertInto('session').values(session).execute()
}

/** A session with the status of its customer's account, or the roles (JSON) of its member of staff. */
export type FoundSession = SessionRow & {
  account_status: string | null
  roles: string | null
  totp_since: string | null
  /** How many passkeys its member of staff has; `null` for one who never had any, and of a customer. */
  staff_passkeys: number | null
}

const found = (db: Db) =>
  db
    .selectFrom('session')
    .leftJoin('customer', 'customer.id', 'session.customer_id')
    .leftJoin('staff', 'staff.id', 'session.staff_id')
    .leftJoin('passkey_owner', 'passkey_owner.staff_id', 'session.staff_id')
    .selectAll('session')
    .select([
      'customer.web_account_status as account_status',
      'staff.roles',
      'staff.totp_since',
      'passkey_owner.passkeys as staff_passkeys',
    ])

const sessionById = compiled((db, { sessionId }: { sessionId: string }) =>
  found(db).where('session_id', '=', sessionId),
)

export const findSession = async (db: Db, sessionId: string): Promise<FoundSession | null> =>
  (await sessionById(db, { sessionId })).rows[0] ?? null

/** An account's sessions that were not revoked, last used first. They may have expired. */
export const openSessions = (
  db: Db,
  { customer_id, staff_id }: SessionOwner,
): Promise<FoundSession[]> =>
  found(db)
    .where(
      customer_id === null ? 'session.staff_id' : 'session.customer_id',
      '=',
      customer_id ?? staff_id,
    )
    .where('session.revoked_at', 'is', null)
    .orderBy('session.rotated_at', 'desc')
    .orderBy('session.session_id')
    .execute()

/**
 * Moves a session to its next generation, if it is still in the one given.
 *
 * @returns The session as it is now, or `null` when another refresh was first or the session has ended.
 */
export const rotateSession = async (
  db: Db,
  { session_id, generation }: Pick<SessionRow, 'session_id' | 'generation'>,
  set: Pick<SessionRow, 'rotated_at' | 'user_agent_hash'>,
): Promise<SessionRow | null> =>
  (await db
    .updateTable('session')
    .set({ ...set, generation: generation + 1, replays: 0 })
    .where('session_id', '=', session_id)
    .where('generation', '=', generation)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()) ?? null

/**
 * Counts that the predecessor of the session's generation was presented once more.
 *
 * @returns `null` when it has been too often, or the session has moved on or ended.
 */
export const countReplay = async (
  db: Db,
  { session_id, generation }: Pick<SessionRow, 'session_id' | 'generation'>,
  most: number,
): Promise<SessionRow | null> =>
  (await db
    .updateTable('session')
    .set((eb) => ({ replays: eb('replays', '+', 1) }))
    .where('session_id', '=', session_id)
    .where('generation', '=', generation)
    .where('revoked_at', 'is', null)
    .where('replays', '<', most)
    .returningAll()
    .executeTakeFirst()) ?? null

/** Ends a session. One that has ended keeps its first reason. */
export const revokeSession = async (
  db: Db,
  sessionId: string,
  reason: RevokeReason,
  now: string,
): Promise<void> => {
  await db
    .updateTable('session')
    .set({ revoked_at: now, revoke_reason: reason })
    .where('session_id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()
}

const allOf = (db: Db, { customer_id, staff_id }: SessionOwner) => {
  const query = db.selectFrom('session').select('session_id')
  return customer_id === null
    ? query.where('staff_id', '=', staff_id)
    : query.where('customer_id', '=', customer_id)
}

const openOf = (db: Db, owner: SessionOwner) => allOf(db, owner).where('revoked_at', 'is', null)

/** Revokes an account's sessions but the newest ones. */
export const revokeOldSessions = async (
  db: Db,
  owner: SessionOwner,
  keep: number,
  now: string,
): Promise<void> => {
  const kept = openOf(db, owner).orderBy('created_at', 'desc').orderBy('session_id').limit(keep)
  await db
    .updateTable('session')
    .set({ revoked_at: now, revoke_reason: 'too-many' })
    .where('session_id', 'in', openOf(db, owner))
    .where('session_id', 'not in', kept)
    .execute()
}

/** How many go at a time, so that no sign-in waits for long. */
const MOST_DELETED = 100

/** Deletes an account's ended sessions but the latest: each sign-in leaves one, and signing in isn't limited. */
export const deleteEndedSessions = async (
  trx: Db,
  owner: SessionOwner,
  keep: number,
): Promise<void> => {
  const old = allOf(trx, owner)
    .where('revoked_at', 'is not', null)
    .orderBy('revoked_at', 'desc')
    .orderBy('session_id')
    .limit(MOST_DELETED)
    .offset(keep)
  await trx.deleteFrom('session').where('session_id', 'in', old).execute()
}

/** Ends the sessions that began with a passkey, but for `except`, and keeps sign-ins under way from starting one. */
export const revokeSessionsByPasskey = async (
  db: Trx,
  owner: SessionOwner,
  passkeyId: string,
  now: string,
  except: string,
): Promise<void> => {
  await beginEpoch(db, owner)
  await db
    .updateTable('session')
    .set({ revoked_at: now, revoke_reason: 'passkey' satisfies RevokeReason })
    .where('passkey_id', '=', passkeyId)
    .where('session_id', '<>', except)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Revokes one session of an account; another account's stays. */
export const revokeOwnSession = async (
  db: Db,
  { customer_id, staff_id }: SessionOwner,
  sessionId: string,
  now: string,
): Promise<void> => {
  await db
    .updateTable('session')
    .set({ revoked_at: now, revoke_reason: 'elsewhere' })
    .where('session_id', '=', sessionId)
    .where('customer_id', customer_id === null ? 'is' : '=', customer_id)
    .where('staff_id', staff_id === null ? 'is' : '=', staff_id)
    .where('revoked_at', 'is', null)
    .execute()
}

/**
 * Locks an account until the transaction ends: what all sessions of an account end with, and what ends them, take turns.
 *
 * @returns How often all its sessions have ended.
 */
export const lockAccount = async (
  trx: Trx,
  { customer_id, staff_id }: SessionOwner,
): Promise<number> => {
  // An update that changes nothing locks the row.
  const row =
    staff_id === null
      ? await trx
          .updateTable('customer')
          .set((eb) => ({ session_epoch: eb.ref('session_epoch') }))
          .where('id', '=', customer_id)
          .returning('session_epoch')
          .executeTakeFirstOrThrow()
      : await trx
          .updateTable('staff')
          .set((eb) => ({ session_epoch: eb.ref('session_epoch') }))
          .where('id', '=', staff_id)
          .returning('session_epoch')
          .executeTakeFirstOrThrow()
  return row.session_epoch
}

/** How often all sessions of an account have ended. */
export const epochOf = async (db: Db, { customer_id, staff_id }: SessionOwner): Promise<number> => {
  const rows =
    staff_id === null
      ? db.selectFrom('customer').select('session_epoch').where('id', '=', customer_id)
      : db.selectFrom('staff').select('session_epoch').where('id', '=', staff_id)
  return (await rows.executeTakeFirstOrThrow()).session_epoch
}

const beginEpoch = async (trx: Trx, { customer_id, staff_id }: SessionOwner): Promise<void> => {
  if (staff_id === null)
    await trx
      .updateTable('customer')
      .set((eb) => ({ session_epoch: eb('session_epoch', '+', 1) }))
      .where('id', '=', customer_id)
      .execute()
  else
    await trx
      .updateTable('staff')
      .set((eb) => ({ session_epoch: eb('session_epoch', '+', 1) }))
      .where('id', '=', staff_id)
      .execute()
}

/** Revokes every session of an account but `except`, and those of sign-ins that are under way. */
export const revokeSessionsOf = async (
  db: Trx,
  owner: SessionOwner,
  reason: RevokeReason,
  now: string,
  except = '',
): Promise<void> => {
  await beginEpoch(db, owner)
  await db
    .updateTable('session')
    .set({ revoked_at: now, revoke_reason: reason })
    .where('session_id', 'in', openOf(db, owner))
    .where('session_id', '<>', except)
    .execute()
}
