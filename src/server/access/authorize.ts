import type { Endpoint } from '#lib/api/endpoint.ts'
import { DOCUMENT_SCOPE, grantOf, type Scope } from '#lib/api/who.ts'
import { hasRight } from '#lib/staff/staff-roles.ts'
import { rightRefusal } from '#lib/staff/right-refusal.ts'
import { compiled } from '#server/platform/database/compiled.ts'
import { findFile } from '#server/purchase-files/queries.ts'
import type { Deps } from '#server/deps.ts'
import { findBookingOwner } from '#server/service/queries.ts'
import { logSecurity } from '#server/platform/security-events.ts'
import { appendAudit } from '#server/staff/audit.ts'
import { isBookingKey } from '#server/service/keys.ts'
import { actorName, canAccess, type Actor } from '#server/platform/http/actor.ts'
import {
  ApiProblem,
  insufficientScope,
  notFound,
  notLoggedIn,
  notPermitted,
} from '#server/platform/http/api-problem.ts'
import { hashBrowserId } from '#server/platform/http/browser-id.ts'
import { resourceRefs, rightFor, type CallInput, type Named } from './policy.ts'
import type { AnyCall } from '#server/platform/http/route.ts'

/** PostgreSQL's largest integer: no customer has a higher number. */
const MAX_CUSTOMER_ID = 2_147_483_647

const SECOND_FACTOR_FIRST =
  'Your account needs a second factor first. Add a passkey or set up an authenticator app under “Your sign-in”.'

/** A resource named by a call, looked up. */
interface Resource {
  kind: Named['kind']
  isMissing: boolean
  /** Its customer; `null` for an anonymous quote. */
  customerId: number | null
  /** An anonymous quote that this browser made. */
  isThisBrowsers: boolean
  /** Whether the request has the key of the booking. */
  key: 'none' | 'wrong' | 'right'
  /** A scope that a machine client needs for it, besides the scope of the call. */
  scope?: Scope
}

/**
 * Checks that an actor may make a call about a resource, by the call's declaration only.
 *
 * @param resource `null` for a call that names none.
 * @param input The input, for staff rights that depend on it.
 * @throws {ApiProblem} 401 without a sign-in; 403 without the right, and for another customer's number; 404 for a quote or
 *   a purchase that is missing or another customer's, byte for byte the same.
 */
function authorize(
  actor: Actor,
  { who, auth }: Endpoint,
  resource: Resource | null,
  input: CallInput,
): void {
  if (auth === 'none') return
  const { owner, staff, machine, visitor, browser, refusal } = grantOf(who)
  if (actor.type === 'ANONYMOUS') {
    if (browser === 'without a token' && resource?.isThisBrowsers) return
    if (visitor && !resource) return
    if (!visitor || resource?.key === 'none') throw notLoggedIn()
    if (resource?.key === 'right' && !resource.isMissing) return
    throw notFound()
  }
  if (who === 'signed in') return
  if (actor.type === 'APICLIENT' && !(machine && actor.scopes.includes(machine)))
    throw insufficientScope(machine)
  if (actor.type === 'STAFF') {
    if (who === 'staff for themselves') return
    if (actor.lacksSecondFactor) throw notPermitted(SECOND_FACTOR_FIRST)
    if (!staff) throw notPermitted(refusal)
    const right = rightFor(staff, input)
    if (!hasRight(actor.roles, right)) throw notPermitted(rightRefusal(right))
  }
  if (actor.type === 'CUSTOMER' && !owner) throw notPermitted()
  if (!resource) return
  if (actor.type === 'APICLIENT' && resource.scope && !actor.scopes.includes(resource.scope))
    throw insufficientScope(resource.scope)
  const isForBrowserAlone =
    browser === 'with a token' && resource.kind === 'quote' && resource.customerId === null
  const isOwn =
    (canAccess(actor, resource.customerId) && !isForBrowserAlone) ||
    resource.key === 'right' ||
    (resource.customerId === null && resource.isThisBrowsers)
  if (isOwn && !resource.isMissing) return
  throw resource.kind === 'customer' && !isOwn
    ? notPermitted('You are not permitted to view another customer')
    : notFound()
}

interface Owner {
  customer_id: number | null
  browser_id_hash?: string | null
}

const ownerOfQuote = compiled<{ id: string }, Owner>((db, { id }) =>
  db.selectFrom('quote').select(['customer_id', 'browser_id_hash']).where('quote_id', '=', id),
)
/** Of a purchase that somebody else shares: the person who was invited. */
const ownerOfPart = compiled<{ id: string }, Owner>((db, { id }) =>
  db
    .selectFrom('purchase_person')
    .select('customer_id')
    .where('person_id', '=', id)
    .where('customer_id', 'is not', null)
    .where('ended_at', 'is', null),
)
const ownerOfJourney = compiled<{ id: string }, Owner>((db, { id }) =>
  db.selectFrom('purchase_journey').select('customer_id').where('purchase_journey_id', '=', id),
)

const OWNER_OF = {
  quote: ownerOfQuote,
  purchase: ownerOfJourney,
  'shared purchase': ownerOfPart,
}

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
  const ownerOf = OWNER_OF[named.kind]
  const [row] = (await ownerOf(db, { id: named.id })).rows
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
 * Authorises a call for every resource it names. Calls of staff and machine clients about a customer, refused ones too,
 * get exactly one row in the audit before they run.
 *
 * @throws {ApiProblem} As {@link authorize}.
 */
export async function authorizeCall(deps: Deps, endpoint: Endpoint, call: AnyCall): Promise<void> {
  if (endpoint.auth === 'none') return
  const { name: action, who } = endpoint
  const grant = grantOf(who)
  const { actor } = call
  const input = {
    params: call.params,
    query: call.query as CallInput['query'],
    body: call.body as CallInput['body'],
  }
  const resources: Resource[] = []
  for (const named of resourceRefs(grant, input)) resources.push(await lookUp(deps, named, call))

  let refused: unknown = null
  try {
    if (resources.length === 0) authorize(actor, endpoint, null, input)
    for (const resource of resources) authorize(actor, endpoint, resource, input)
    const { ownersField, refusal } = grant
    if (ownersField && ownersField in input.body && actor.type !== 'CUSTOMER')
      throw notPermitted(refusal)
  } catch (error) {
    refused = error
  }
  const customerId = resources.find((one) => one.customerId !== null)?.customerId ?? null
  const isAudited = actor.type === 'STAFF' || actor.type === 'APICLIENT'
  const { audit } = grant
  if (isAudited && audit !== 'by its service' && (customerId !== null || audit === 'each call'))
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
  // 401 and 404 are not attempts to reach another customer's data.
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

const NO_INPUT: CallInput = { params: {}, query: {}, body: {} as CallInput['body'] }

/**
 * Refuses actors who may not make a call about any resource, before the body is read. {@link authorizeCall} decides the
 * rest afterwards.
 *
 * @throws {ApiProblem} As {@link authorizeCall}.
 */
export async function authorizeBeforeBody(
  deps: Deps,
  endpoint: Endpoint,
  call: AnyCall,
): Promise<void> {
  const grant = grantOf(endpoint.who)
  if (typeof grant.staff === 'object') return
  if (call.actor.type === 'ANONYMOUS' && grant.browser === 'without a token') return
  try {
    authorize(call.actor, endpoint, null, NO_INPUT)
  } catch (error) {
    const withoutBody = { ...call, body: {} }
    const named = resourceRefs(grant, { ...NO_INPUT, params: call.params })
    // The audit names the customer, who is only known from the body here.
    if (named.some(({ id }) => id === undefined)) return
    await authorizeCall(deps, endpoint, withoutBody)
    throw error
  }
}

/** The names of the input's fields, such as `name.firstName`. A list counts as one, and a file has none. */
const fieldNames = (input: unknown, prefix = ''): string[] =>
  typeof input === 'object' && input !== null && !(input instanceof Uint8Array)
    ? Object.entries(input).flatMap(([name, value]) => {
        const inner = Array.isArray(value) ? [] : fieldNames(value, `${prefix}${name}.`)
        return inner.length > 0 ? inner : [`${prefix}${name}`]
      })
    : []
