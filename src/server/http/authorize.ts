import { createHash } from 'node:crypto'
import { hasRight, rightRefusal } from '#lib/domain/staff-roles.ts'
import { compiled } from '../db/compiled.ts'
import { findFile } from '../db/purchase-files.ts'
import type { Deps } from '../deps.ts'
import { findBookingOwner } from '../db/service.ts'
import { logSecurity } from '../security-events.ts'
import { appendAudit } from '../services/audit.ts'
import { isBookingKey } from '../services/service-keys.ts'
import { actorName, type Actor, type Scope } from './actor.ts'
import {
  ApiProblem,
  insufficientScope,
  notFound,
  notLoggedIn,
  notPermitted,
} from './api-problem.ts'
import { POLICIES } from './policies.ts'
import { DOCUMENT_SCOPE, type CallInput, type Named, type NamedInBody } from './policy.ts'
import type { AnyCall } from './route.ts'

/** PostgreSQL's largest integer: no customer has a higher number. */
const MAX_CUSTOMER_ID = 2_147_483_647

const SECOND_FACTOR_FIRST =
  'Your account needs a second factor first. Add a passkey or set up an authenticator app under “Your sign-in”.'

/** What a call is about, looked up. */
interface Resource {
  kind: Named['kind']
  isMissing: boolean
  /** Whose it is; `null` for an anonymous quote. */
  customerId: number | null
  /** An anonymous quote that this browser made. */
  isThisBrowsers: boolean
  /** What came along as the key of a booking. */
  key: 'none' | 'wrong' | 'right'
  /** What a machine client needs for it, besides the scope of the call. */
  scope?: Scope
}

/** Whether something of a customer's is the actor's to see: the customer's own, or anybody's for staff. */
export const mayReach = (actor: Actor, customerId: number | null): boolean =>
  actor.type === 'STAFF' ||
  actor.type === 'APICLIENT' ||
  (actor.type === 'CUSTOMER' && actor.customerId === customerId)

/**
 * Lets an actor do something with a thing, by the table of policies and by nothing else.
 *
 * @param action The call's name.
 * @param resource What it is about, or `null` for a call that names nothing.
 * @param input What came along, where a right of staff depends on it.
 * @throws {ApiProblem} 401 for nobody; 403 for somebody who may not, and for another customer's number; 404 for a
 *   quote or a purchase that is missing or somebody else's, byte for byte the same.
 */
function authorize(
  actor: Actor,
  action: string,
  resource: Resource | null,
  input: CallInput,
): void {
  const policy = POLICIES[action]
  if (!policy) throw new Error(`the policies say nothing of ${action}`)
  const { who, scope, orBrowser, orVisitor, refusal } = policy
  if (who === 'anyone') return
  if (actor.type === 'ANONYMOUS') {
    if (orBrowser && resource?.isThisBrowsers) return
    if (orVisitor && !resource) return
    if (!orVisitor || resource?.key === 'none') throw notLoggedIn()
    if (resource?.key === 'right' && !resource.isMissing) return
    throw notFound()
  }
  if (who === 'signed in') return
  if (actor.type === 'APICLIENT' && !(scope && actor.scopes.includes(scope)))
    throw insufficientScope(scope)
  if (actor.type === 'STAFF') {
    if (who === 'staff for themselves') return
    if (actor.lacksSecondFactor) throw notPermitted(SECOND_FACTOR_FIRST)
    if (!('right' in policy)) throw notPermitted(refusal)
    const right = typeof policy.right === 'function' ? policy.right(input) : policy.right
    if (!hasRight(actor.roles, right)) throw notPermitted(rightRefusal(right))
  }
  if (actor.type === 'CUSTOMER' && (who === 'staff only' || who === 'staff for themselves'))
    throw notPermitted()
  if (!resource) return
  if (actor.type === 'APICLIENT' && resource.scope && !actor.scopes.includes(resource.scope))
    throw insufficientScope(resource.scope)
  const isForBrowserAlone =
    policy.anonymousForItsBrowser && resource.kind === 'quote' && resource.customerId === null
  const isOwn =
    (mayReach(actor, resource.customerId) && !isForBrowserAlone) ||
    resource.key === 'right' ||
    (resource.customerId === null && resource.isThisBrowsers)
  if (isOwn && !resource.isMissing) return
  throw resource.kind === 'customer' && !isOwn
    ? notPermitted('You are not permitted to view another customer')
    : notFound()
}

/** What stands for a browser in the quotes it made. */
export const hashBrowserId = (browserId: string): string =>
  createHash('sha256').update(browserId).digest('base64url')

interface Owner {
  customer_id: number | null
  browser_id_hash?: string | null
}

const ownerOfQuote = compiled<{ id: string }, Owner>((db, { id }) =>
  db.selectFrom('quote').select(['customer_id', 'browser_id_hash']).where('quote_id', '=', id),
)
const ownerOfJourney = compiled<{ id: string }, Owner>((db, { id }) =>
  db.selectFrom('purchase_journey').select('customer_id').where('purchase_journey_id', '=', id),
)

async function lookUp(
  { db, keys }: Deps,
  named: Named,
  { browserId, header }: Pick<AnyCall, 'browserId' | 'header'>,
): Promise<Resource> {
  const { kind } = named
  if (named.kind === 'customer') {
    const isMissing = named.id > MAX_CUSTOMER_ID
    const customerId = isMissing ? null : named.id
    return { kind, isMissing, customerId, isThisBrowsers: false, key: 'none' }
  }
  if (named.kind === 'booking') {
    const row = await findBookingOwner(db, named.id)
    const given = header('x-booking-key')
    return {
      kind,
      isMissing: !row,
      customerId: row?.customer_id ?? null,
      isThisBrowsers: false,
      key: given === undefined ? 'none' : isBookingKey(keys, named.id, given) ? 'right' : 'wrong',
    }
  }
  const [row] = await (named.kind === 'quote' ? ownerOfQuote : ownerOfJourney)(db, { id: named.id })
  const file = named.fileId === undefined ? null : await findFile(db, named.id, named.fileId)
  const browserIdHash = row?.browser_id_hash ?? null
  const customerId = row?.customer_id ?? null
  return {
    kind,
    isMissing: !row,
    customerId,
    isThisBrowsers:
      customerId === null &&
      browserId !== null &&
      browserIdHash !== null &&
      browserIdHash === hashBrowserId(browserId),
    key: 'none',
    ...(file?.kind === 'FINANCE_DOCUMENT' && { scope: DOCUMENT_SCOPE }),
  }
}

/**
 * Authorises a call for everything it names. What staff and machine clients do with a customer's record, and what
 * they are refused, is in the audit before it happens: exactly one row.
 *
 * @param action The call's name.
 * @throws {ApiProblem} As {@link authorize}.
 */
export async function authorizeCall(deps: Deps, action: string, call: AnyCall): Promise<void> {
  const policy = POLICIES[action]
  if (policy?.who === 'anyone') return
  const { actor } = call
  const input = {
    params: call.params,
    query: call.query as CallInput['query'],
    body: call.body as NamedInBody,
  }
  const resources: Resource[] = []
  for (const named of policy?.about?.(input) ?? []) resources.push(await lookUp(deps, named, call))

  let refused: unknown = null
  try {
    if (resources.length === 0) authorize(actor, action, null, input)
    for (const resource of resources) authorize(actor, action, resource, input)
    const { customersField, refusal } = policy ?? {}
    if (customersField && customersField in input.body && actor.type !== 'CUSTOMER')
      throw notPermitted(refusal)
  } catch (error) {
    refused = error
  }
  const customerId = resources.find((one) => one.customerId !== null)?.customerId ?? null
  const isAudited = actor.type === 'STAFF' || actor.type === 'APICLIENT'
  if (isAudited && !policy?.auditsItself && (customerId !== null || policy?.isSearch))
    await deps.db.transaction().execute((trx) =>
      appendAudit(trx, {
        at: deps.now().toISOString(),
        actor: actorName(actor),
        customer_id: customerId,
        action,
        is_acting:
          actor.type === 'STAFF' && actor.actingFor !== null && actor.actingFor === customerId
            ? 1
            : 0,
        outcome: refused ? 'REFUSED' : 'ALLOWED',
        fields: JSON.stringify([...fieldNames(call.query), ...fieldNames(call.body)]),
        request_id: call.requestId,
      }),
    )
  if (!refused) return
  // Nobody is signed in, or nothing is there: neither says that somebody tried for what is not theirs.
  const status = refused instanceof ApiProblem ? refused.status : 0
  if (status === 403 || (status === 404 && resources.some(({ isMissing }) => !isMissing)))
    logSecurity(deps, 'refused', {
      requestId: call.requestId,
      action,
      actor: actorName(actor),
      status,
      ip: call.ip,
    })
  throw refused
}

const NO_INPUT: CallInput = { params: {}, query: {}, body: {} as NamedInBody }

/**
 * Refuses those who may not make a call, whatever it is about, before its body is read. Once it is,
 * {@link authorizeCall} says the rest.
 *
 * @throws {ApiProblem} As {@link authorizeCall}.
 */
export async function authorizeBeforeBody(
  deps: Deps,
  action: string,
  call: AnyCall,
): Promise<void> {
  const policy = POLICIES[action]!
  const isUpToBody = 'right' in policy && typeof policy.right === 'function'
  if (isUpToBody || (call.actor.type === 'ANONYMOUS' && policy.orBrowser)) return
  try {
    authorize(call.actor, action, null, NO_INPUT)
  } catch (error) {
    const withoutBody = { ...call, body: {} }
    const named = policy.about?.({ ...NO_INPUT, params: call.params }) ?? []
    // The audit says whose record was asked for, and there the body names it.
    if (named.some(({ id }) => id === undefined)) return
    await authorizeCall(deps, action, withoutBody)
    throw error
  }
}

/** The names of what came along, such as `name.firstName`; lists count as one, and a file has none. */
const fieldNames = (input: unknown, prefix = ''): string[] =>
  typeof input === 'object' && input !== null && !(input instanceof Uint8Array)
    ? Object.entries(input).flatMap(([name, value]) => {
        const inner = Array.isArray(value) ? [] : fieldNames(value, `${prefix}${name}.`)
        return inner.length > 0 ? inner : [`${prefix}${name}`]
      })
    : []
