import { ACTING_IDLE_MS, ACTING_MAX_MS, actingEndsAtMs } from '#lib/staff/acting.ts'
import type { Acting } from '#lib/customers/shapes.ts'
import {
  deleteActing,
  findActing,
  insertActing,
  listOverActing,
  touchActing,
} from './acting-queries.ts'
import { lastActedFor } from './audit-queries.ts'
import { findCustomer, lockCustomer } from '#server/customers/queries.ts'
import type { Trx } from '#server/database.ts'
import type { ActingRow } from './tables.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { conflict, notFound, notPermitted } from '#server/platform/http/api-problem.ts'
import { appendAudit } from './audit.ts'

/** The last call is recorded no more often than this. */
const TOUCH_MS = 60_000
/** A session of staff lasts no longer. */
const RECENT_MS = 12 * 60 * 60_000
const RECENT_CUSTOMERS = 5

/** Why acting ended without the member of staff ending it. */
type End = 'actingTimedOut' | 'actingEndedWithSession'

const endsAtMs = ({ started_at, last_active_at }: ActingRow): number =>
  actingEndsAtMs({
    startedAtMs: Date.parse(started_at),
    lastActiveAtMs: Date.parse(last_active_at),
  })

const toActing = (row: ActingRow): Acting => ({
  customerId: row.customer_id,
  startedAt: row.started_at,
  endsAt: new Date(endsAtMs(row)).toISOString(),
})

const note = (
  { now }: Deps,
  trx: Trx,
  { staff_id, customer_id }: Pick<ActingRow, 'staff_id' | 'customer_id'>,
  action: 'startActing' | 'endActing' | End,
  requestId = '',
) =>
  appendAudit(trx, {
    at: now().toISOString(),
    actor: `staff:${staff_id}`,
    customer_id,
    action,
    is_acting: 1,
    outcome: 'ALLOWED',
    fields: '[]',
    request_id: requestId,
  })

/** Ends a session's acting, with a row in the audit; does nothing when it acts for no customer. */
export async function stopActing(
  deps: Deps,
  trx: Trx,
  sessionId: string,
  action: 'endActing' | End,
  requestId?: string,
): Promise<void> {
  const ended = await deleteActing(trx, sessionId)
  if (ended) await note(deps, trx, ended, action, requestId)
}

export type StaffActor = Extract<Actor, { type: 'STAFF' }>

/** The actor of a call that only staff may make. */
export function staffActor(actor: Actor): StaffActor {
  if (actor.type !== 'STAFF') throw notPermitted()
  return actor
}

/**
 * Starts acting for a customer. Acting for another one ends; a repeated request returns the same.
 *
 * @throws {ApiProblem} 404 when there is no such customer.
 */
export async function startActing(
  deps: Deps,
  { staffId, sessionId }: StaffActor,
  customerId: number,
  requestId: string,
): Promise<Acting> {
  const now = deps.now().toISOString()
  const row: ActingRow = {
    session_id: sessionId,
    staff_id: staffId,
    customer_id: customerId,
    started_at: now,
    last_active_at: now,
  }
  return deps.db.transaction().execute(async (trx) => {
    if (!(await findCustomer(trx, customerId))) throw notFound()
    await lockCustomer(trx, customerId)
    const before = await findActing(trx, sessionId)
    if (before?.customer_id === customerId) return toActing(before)
    if (before) await stopActing(deps, trx, sessionId, 'endActing', requestId)
    if (await insertActing(trx, row)) await note(deps, trx, row, 'startActing', requestId)
    // A second request at the same moment finds the first one's row.
    const found = (await findActing(trx, sessionId)) ?? row
    if (found.customer_id !== customerId)
      throw conflict('You chose another customer at the same moment. Please choose again.')
    return toActing(found)
  })
}

/** Stops acting for a customer. */
export const endActing = (deps: Deps, { sessionId }: StaffActor, requestId: string) =>
  deps.db.transaction().execute((trx) => stopActing(deps, trx, sessionId, 'endActing', requestId))

/** The customer a session acts for and until when, or `null`. */
export async function getActing(deps: Deps, { sessionId }: StaffActor): Promise<Acting | null> {
  const row = await findActing(deps.db, sessionId)
  return row && toActing(row)
}

/** The customers a member of staff acted for lately, the latest first. */
export async function listRecentCustomers({ db, now }: Deps, { staffId }: StaffActor) {
  const since = new Date(now().getTime() - RECENT_MS).toISOString()
  const ids = await lastActedFor(db, { staffId, since, most: RECENT_CUSTOMERS })
  const customers = await Promise.all(ids.map((id) => findCustomer(db, id)))
  return customers.flatMap((one) => (one ? [{ id: one.id, name: one.name, email: one.email }] : []))
}

/**
 * The customer that a staff session acts for as it makes a call, or `null`. Ends acting that is over, if the job has
 * not done so before.
 */
export async function actingFor(deps: Deps, sessionId: string): Promise<number | null> {
  const row = await findActing(deps.db, sessionId)
  if (!row) return null
  const nowMs = deps.now().getTime()
  if (nowMs >= endsAtMs(row)) {
    await deps.db.transaction().execute((trx) => stopActing(deps, trx, sessionId, 'actingTimedOut'))
    return null
  }
  if (nowMs - Date.parse(row.last_active_at) >= TOUCH_MS)
    await touchActing(deps.db, sessionId, deps.now().toISOString())
  return row.customer_id
}

/** Ends all acting whose time is over. */
export async function endStaleActing(deps: Deps): Promise<void> {
  const before = (ms: number) => new Date(deps.now().getTime() - ms).toISOString()
  const over = await listOverActing(deps.db, {
    idleSince: before(ACTING_IDLE_MS),
    startedBefore: before(ACTING_MAX_MS),
  })
  for (const { session_id, revoked_at } of over)
    await deps.db
      .transaction()
      .execute((trx) =>
        stopActing(
          deps,
          trx,
          session_id,
          revoked_at === null ? 'actingTimedOut' : 'actingEndedWithSession',
        ),
      )
}
