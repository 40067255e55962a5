import { createHash } from 'node:crypto'
import type { TokenAnswer } from '#lib/sign-in/calls.ts'
import type { SignedInDevice } from '#lib/customers/account-shapes.ts'
import type { WebAccountStatus } from '#lib/codes.ts'
import { deviceName } from '#lib/sign-in/device.ts'
import type { SessionRow } from './tables.ts'
import {
  countReplay,
  deleteEndedSessions,
  findSession,
  insertSession,
  lockAccount,
  openSessions,
  revokeOldSessions,
  revokeOwnSession,
  revokeSession,
  revokeSessionsOf,
  rotateSession,
  type FoundSession,
  type SessionOwner,
} from './session-queries.ts'
import type { Db, Trx } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { notLoggedIn, notPermitted } from '#server/platform/http/api-problem.ts'
import { networkOf } from '#server/platform/http/network.ts'
import { logSecurity } from '#server/platform/security-events.ts'
import { ACCOUNT_RIGHTS } from '#server/customers/account-status.ts'
import { actingFor, stopActing } from '#server/staff/acting.ts'
import { clientActor } from '#server/api-clients/api-clients.ts'
import { makeToken, readToken } from './tokens.ts'
import { DAY_MS, MINUTE_MS } from '#lib/shared/durations.ts'

interface Lifetimes {
  /** Of an access token. At least five minutes, or clients would refresh without end. */
  accessMs: number
  /** Without a refresh. */
  idleMs: number
  /** From the sign-in on. */
  absoluteMs: number
}

/** Decision 5. */
const LIFETIMES: Record<'CUSTOMER' | 'STAFF', Lifetimes> = {
  CUSTOMER: { accessMs: 15 * MINUTE_MS, idleMs: 14 * DAY_MS, absoluteMs: 30 * DAY_MS },
  STAFF: { accessMs: 15 * MINUTE_MS, idleMs: 60 * MINUTE_MS, absoluteMs: 12 * 60 * MINUTE_MS },
}

const MAX_SESSIONS = 10
/** Ended sessions of an account that are kept. */
const MAX_ENDED_SESSIONS = 50
/** How long the immediate predecessor of a refresh token gets the same successor: two tabs, a lost response. */
const GRACE_MS = 30_000
const MAX_REPLAYS = 50
/** How long the predecessor of an access token still works, for requests under way in other tabs. */
const ACCESS_OVERLAP_MS = 60_000

const lifetimesOf = ({ staff_id }: SessionOwner): Lifetimes =>
  staff_id === null ? LIFETIMES.CUSTOMER : LIFETIMES.STAFF

/** What the token endpoint answers for a session. */
export type SessionTokens = TokenAnswer & { refresh_token: string }

const isLive = (session: FoundSession, nowMs: number): boolean => {
  const { idleMs, absoluteMs } = lifetimesOf(session)
  const status = session.account_status as WebAccountStatus | null
  return (
    (status === null || ACCOUNT_RIGHTS[status].sessions) &&
    session.revoked_at === null &&
    nowMs < Date.parse(session.rotated_at) + idleMs &&
    nowMs < Date.parse(session.created_at) + absoluteMs
  )
}

/**
 * What the token endpoint answers for a session.
 *
 * @param nowMs When it was asked: what writing took since is not taken off the token's life.
 */
function tokensOf({ keys }: Deps, session: SessionRow, nowMs: number): SessionTokens {
  const claim = { sessionId: session.session_id, generation: session.generation }
  const expiresAtMs = Date.parse(session.rotated_at) + lifetimesOf(session).accessMs
  return {
    access_token: makeToken(keys, { kind: 'access', ...claim }),
    refresh_token: makeToken(keys, { kind: 'refresh', ...claim }),
    token_type: 'Bearer',
    expires_in: Math.max(1, Math.floor((expiresAtMs - nowMs) / 1000)),
  }
}

const hashOf = (userAgent: string | undefined): string =>
  createHash('sha256')
    .update(userAgent ?? '')
    .digest('base64url')

/** An account whose owner has proven to be here. */
export interface ProvenOwner {
  owner: SessionOwner
  /** How often all its sessions had ended when the proof was asked for. */
  epoch: number
}

/**
 * Starts a session. The oldest sessions beyond ten end.
 *
 * @returns `null` where all sessions of the account have ended since the proof was asked for.
 */
export async function startSession(
  deps: Deps,
  { owner, epoch }: ProvenOwner,
  userAgent: string | undefined,
  ip = '',
  passkeyId: string | null = null,
): Promise<SessionTokens | null> {
  const now = deps.now().toISOString()
  const session: SessionRow = {
    ...owner,
    session_id: deps.newId(),
    generation: 1,
    rotated_at: now,
    replays: 0,
    created_at: now,
    revoked_at: null,
    revoke_reason: null,
    user_agent_hash: hashOf(userAgent),
    device: deviceName(userAgent),
    network: networkOf(ip),
    passkey_id: passkeyId,
  }
  const isStarted = await deps.db.transaction().execute(async (trx) => {
    if ((await lockAccount(trx, owner)) !== epoch) return false
    await revokeOldSessions(trx, owner, MAX_SESSIONS - 1, now)
    await deleteEndedSessions(trx, owner, MAX_ENDED_SESSIONS)
    await insertSession(trx, session)
    return true
  })
  if (!isStarted) return null
  const actor =
    owner.staff_id === null ? `customer:${owner.customer_id}` : `staff:${owner.staff_id}`
  logSecurity(deps, 'sign_in', { actor, sessionId: session.session_id, ip })
  return tokensOf(deps, session, Date.parse(now))
}

/**
 * Exchanges a refresh token for its successor.
 *
 * The immediate predecessor gets the same successor for 30 seconds, from the same browser; anything older
 * is taken for theft and ends the session, for thief and owner alike.
 *
 * @returns `null` when the token is not good (any more).
 */
export async function refreshSession(
  deps: Deps,
  refreshToken: string,
  userAgent: string | undefined,
  ip: string,
): Promise<SessionTokens | null> {
  const claim = readToken(deps.keys, refreshToken)
  if (claim?.kind !== 'refresh') return null
  const nowMs = deps.now().getTime()
  const now = new Date(nowMs).toISOString()
  const userAgentHash = hashOf(userAgent)

  let session = await findSession(deps.db, claim.sessionId)
  if (!session || !isLive(session, nowMs)) return null
  if (session.generation === claim.generation) {
    const set = { rotated_at: now, user_agent_hash: userAgentHash }
    const rotated = await rotateSession(deps.db, session, set)
    if (rotated) return tokensOf(deps, rotated, nowMs)
    // Another refresh was first: now this token is its predecessor.
    session = await findSession(deps.db, claim.sessionId)
    if (!session || !isLive(session, nowMs)) return null
  }
  const isPredecessor = session.generation === claim.generation + 1
  const isInGrace = nowMs <= Date.parse(session.rotated_at) + GRACE_MS
  if (isPredecessor && isInGrace && session.user_agent_hash === userAgentHash) {
    const counted = await countReplay(deps.db, session, MAX_REPLAYS)
    if (counted) return tokensOf(deps, counted, nowMs)
  }
  await revokeSession(deps.db, session.session_id, 'reuse', now)
  logSecurity(deps, 'refresh_token_reuse', { sessionId: session.session_id, ip })
  return null
}

/** Ends the session that either token belongs to. Nothing happens for a token that is not ours. */
export async function endSession(deps: Deps, token: string): Promise<void> {
  const claim = readToken(deps.keys, token)
  if (!claim || claim.kind === 'client') return
  await deps.db.transaction().execute(async (trx) => {
    await revokeSession(trx, claim.sessionId, 'sign-out', deps.now().toISOString())
    await stopActing(deps, trx, claim.sessionId, 'actingEndedWithSession')
  })
}

/** The session of a call and its owner. Machine clients have none. */
export function sessionOf(actor: Actor): { owner: SessionOwner; sessionId: string } {
  if (actor.type === 'CUSTOMER')
    return { owner: { customer_id: actor.customerId, staff_id: null }, sessionId: actor.sessionId }
  if (actor.type === 'STAFF')
    return { owner: { customer_id: null, staff_id: actor.staffId }, sessionId: actor.sessionId }
  throw notPermitted()
}

/** The devices an account is signed in on, last used first. */
export async function signedInDevices(deps: Deps, actor: Actor): Promise<SignedInDevice[]> {
  const { owner, sessionId } = sessionOf(actor)
  const nowMs = deps.now().getTime()
  return (await openSessions(deps.db, owner))
    .filter((session) => isLive(session, nowMs))
    .map(({ session_id, device, network, created_at, rotated_at }) => ({
      sessionId: session_id,
      device,
      signedInAt: created_at,
      network,
      lastUsedAt: rotated_at,
      isThis: session_id === sessionId,
    }))
}

/**
 * Ends one of the caller's own sessions. Another account's stays.
 *
 * @throws {ApiProblem} 401 where the caller's session has ended meanwhile.
 */
export const endOther = (deps: Deps, actor: Actor, sessionId: string): Promise<void> =>
  endSessions(deps, actor, (trx, { owner }, now) => revokeOwnSession(trx, owner, sessionId, now))

/**
 * Ends every session of the caller but this one.
 *
 * @throws {ApiProblem} 401 where it has ended meanwhile.
 */
export const endOthers = (deps: Deps, actor: Actor): Promise<void> =>
  endSessions(deps, actor, (trx, { owner, sessionId }, now) =>
    revokeSessionsOf(trx, owner, 'elsewhere', now, sessionId),
  )

const endSessions = (
  deps: Deps,
  actor: Actor,
  end: (trx: Trx, caller: ReturnType<typeof sessionOf>, now: string) => Promise<void>,
): Promise<void> =>
  deps.db.transaction().execute(async (trx) => {
    const caller = sessionOf(actor)
    await requireOpenSession(trx, caller)
    await end(trx, caller, deps.now().toISOString())
  })

/**
 * Refuses what a call changes about signing in where its session has ended meanwhile: a request may take a while, and
 * what ends all sessions also forgets what they added.
 *
 * @throws {ApiProblem} 401
 */
export async function requireOpenSession(
  trx: Trx,
  { owner, sessionId }: ReturnType<typeof sessionOf>,
): Promise<void> {
  await lockAccount(trx, owner)
  await requireUnrevoked(trx, sessionId)
}

/** @throws {ApiProblem} 401 where a session has been ended. */
export async function requireUnrevoked(db: Db, sessionId: string): Promise<void> {
  if ((await findSession(db, sessionId))?.revoked_at !== null) throw notLoggedIn()
}

/** The actor of an access token, or `null` when it is not valid. */
export async function actorOf(deps: Deps, accessToken: string): Promise<Actor | null> {
  const claim = readToken(deps.keys, accessToken)
  if (claim?.kind === 'client') return clientActor(deps, claim.sessionId)
  if (claim?.kind !== 'access') return null
  const session = await findSession(deps.db, claim.sessionId)
  const nowMs = deps.now().getTime()
  if (!session || !isLive(session, nowMs)) return null
  const ageMs = nowMs - Date.parse(session.rotated_at)
  const holds =
    (claim.generation === session.generation && ageMs < lifetimesOf(session).accessMs) ||
    (claim.generation === session.generation - 1 && ageMs < ACCESS_OVERLAP_MS)
  if (!holds) return null
  const sessionId = session.session_id
  return session.staff_id === null
    ? { type: 'CUSTOMER', customerId: session.customer_id!, sessionId }
    : {
        type: 'STAFF',
        staffId: session.staff_id,
        roles: JSON.parse(session.roles!) as string[],
        lacksSecondFactor:
          deps.settings.staffSecondFactor && session.totp_since === null && !session.staff_passkeys,
        sessionId,
        actingFor: await actingFor(deps, sessionId),
      }
}
