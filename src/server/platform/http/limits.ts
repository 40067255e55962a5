import type { Endpoint } from '#lib/api/endpoint.ts'
import type { Deps } from '#server/deps.ts'
import type { LimitName } from '#server/platform/settings/limits.ts'
import { logSecurity } from '#server/platform/security-events.ts'
import { actorName, type Actor } from './actor.ts'
import { ApiProblem, tooMany } from './api-problem.ts'
import { countedBy } from './network.ts'
import { MINUTE_MS } from '#lib/shared/durations.ts'

interface Limit {
  name: LimitName
  windowMs: number
  /** Counts what is done, by {@link countingDone}. */
  countsDone?: boolean
}

const EVERY_CALL: Limit = { name: 'LIMIT_CALLS_PER_MINUTE', windowMs: MINUTE_MS }

const EVERY_CHANGE: Limit = { name: 'LIMIT_CHANGES_PER_MINUTE', windowMs: MINUTE_MS }

const perHour = (name: LimitName): Limit => ({
  name,
  windowMs: 60 * MINUTE_MS,
  countsDone: true,
})

/** Limits of single calls, per caller. Limits that must survive a restart are counted in the database instead. */
const LIMITS_OF: Record<string, Limit> = {
  startPasskey: { name: 'LIMIT_TOKEN_PER_MINUTE', windowMs: MINUTE_MS },
  createCustomer: perHour('LIMIT_ACCOUNTS_PER_HOUR'),
  leaveMessage: perHour('LIMIT_MESSAGES_PER_HOUR'),
  sendEnquiry: perHour('LIMIT_MESSAGES_PER_HOUR'),
  watchConfiguration: perHour('LIMIT_MESSAGES_PER_HOUR'),
  calculateQuote: { name: 'LIMIT_QUOTES_PER_MINUTE', windowMs: MINUTE_MS },
  emailQuote: { name: 'LIMIT_DOCUMENTS_PER_MINUTE', windowMs: MINUTE_MS },
  acceptAgreement: { name: 'LIMIT_DOCUMENTS_PER_MINUTE', windowMs: MINUTE_MS },
  getQuoteDocument: { name: 'LIMIT_DOCUMENTS_PER_MINUTE', windowMs: MINUTE_MS },
  getAgreementDocument: { name: 'LIMIT_DOCUMENTS_PER_MINUTE', windowMs: MINUTE_MS },
  getReceiptDocument: { name: 'LIMIT_DOCUMENTS_PER_MINUTE', windowMs: MINUTE_MS },
  getFinanceApplicationDocument: { name: 'LIMIT_DOCUMENTS_PER_MINUTE', windowMs: MINUTE_MS },
  getQuoteByCode: { name: 'LIMIT_QUOTE_CODES_PER_MINUTE', windowMs: MINUTE_MS },
  getSharedOrder: { name: 'LIMIT_PURCHASE_LINKS_PER_MINUTE', windowMs: MINUTE_MS },
  getOrderCalendar: { name: 'LIMIT_PURCHASE_LINKS_PER_MINUTE', windowMs: MINUTE_MS },
  addTradeInPhoto: { name: 'LIMIT_UPLOADS_PER_MINUTE', windowMs: MINUTE_MS },
  addFinanceDocument: { name: 'LIMIT_UPLOADS_PER_MINUTE', windowMs: MINUTE_MS },
  checkStripePayment: { name: 'LIMIT_PAYMENT_CHECKS_PER_MINUTE', windowMs: MINUTE_MS },
  checkPoliPayment: { name: 'LIMIT_PAYMENT_CHECKS_PER_MINUTE', windowMs: MINUTE_MS },
  returnFromStripe: { name: 'LIMIT_PAYMENT_CHECKS_PER_MINUTE', windowMs: MINUTE_MS },
  returnFromPoli: { name: 'LIMIT_PAYMENT_CHECKS_PER_MINUTE', windowMs: MINUTE_MS },
  returnFromPoliByForm: { name: 'LIMIT_PAYMENT_CHECKS_PER_MINUTE', windowMs: MINUTE_MS },
  receivePoliNudge: { name: 'LIMIT_PAYMENT_CHECKS_PER_MINUTE', windowMs: MINUTE_MS },
  findRecalls: { name: 'LIMIT_RECALL_LOOKUPS_PER_MINUTE', windowMs: MINUTE_MS },
  searchAddresses: { name: 'LIMIT_ADDRESS_SEARCHES_PER_MINUTE', windowMs: MINUTE_MS },
  getAddress: { name: 'LIMIT_ADDRESS_SEARCHES_PER_MINUTE', windowMs: MINUTE_MS },
  holdServiceSlot: { name: 'LIMIT_SERVICE_HOLDS_PER_MINUTE', windowMs: MINUTE_MS },
  bookService: perHour('LIMIT_SERVICE_BOOKINGS_PER_HOUR'),
  retrieveAndCreateCar: { name: 'LIMIT_CAR_LOOKUPS_PER_MINUTE', windowMs: MINUTE_MS },
}

type LimitDeps = Pick<Deps, 'now' | 'settings' | 'log' | 'keys'>

/** The most addresses remembered; of the oldest the one furthest from its limit is forgotten first. */
const MAX_BUCKETS = 50_000

interface Bucket {
  endsAtMs: number
  points: number
  most: number
}
const bucketsOf = new WeakMap<LimitDeps, Map<string, Bucket>>()

/** Who calls, and from where. */
interface Caller {
  actor?: Actor
  ip: string
}

/**
 * What a caller is counted by. Visitors and customers behind one address are counted apart, and staff and machine
 * clients by themselves: a dealership shares its address with its visitors.
 */
const countedAs = ({ actor = { type: 'ANONYMOUS' }, ip }: Caller): ReturnType<typeof countedBy> =>
  actor.type === 'STAFF' || actor.type === 'APICLIENT'
    ? [{ network: actorName(actor), times: 1 }]
    : countedBy(ip).map(({ network, times }) => ({ network: `${actor.type} ${network}`, times }))

/**
 * Calls that no one else at the address can keep a person from. A password beyond its limits needs a captcha; a renewal
 * and an answer to a passkey's challenge can't be guessed, and those that are made up read no database.
 */
const WAYS_IN = ['token', 'startPasskeySignIn', 'signInWithPasskey']

/** Counts a call of a session, or a machine client, before it is looked up. */
export const enforceLimitOfSession = (deps: LimitDeps, sessionId: string, ip: string): void =>
  spend(deps, EVERY_CALL, 'calls of a session', { counted: [{ network: sessionId, times: 1 }], ip })

/**
 * Counts a request against the limits of its call and of every call, for one caller in this process.
 *
 * @throws {ApiProblem} 429 with the seconds to wait.
 */
export function enforceLimits(deps: LimitDeps, endpoint: Endpoint, caller: Caller): void {
  const { ip } = caller
  const counted = countedAs(caller)
  if (WAYS_IN.includes(endpoint.name)) return
  spend(deps, EVERY_CALL, EVERY_CALL.name, { counted, ip })
  if (endpoint.method !== 'GET') spend(deps, EVERY_CHANGE, EVERY_CHANGE.name, { counted, ip })
  const own = LIMITS_OF[endpoint.name]
  if (own && !own.countsDone) spend(deps, own, endpoint.name, { counted, ip })
}

/**
 * Counts what a call does, where that is limited. A refused request is taken back, and one that is still arriving isn't
 * counted yet: neither keeps out those who share its address.
 *
 * @param isRefused Whether an answer is a refusal, where one isn't thrown.
 * @throws {ApiProblem} 429 with the seconds to wait.
 */
export async function countingDone<T>(
  deps: LimitDeps,
  endpoint: Endpoint,
  caller: Caller,
  work: () => Promise<T>,
  isRefused: (answer: T) => boolean = () => false,
): Promise<T> {
  const own = LIMITS_OF[endpoint.name]
  if (!own?.countsDone) return work()
  const counted = countedAs(caller)
  spend(deps, own, endpoint.name, { counted, ip: caller.ip })
  const refund = () => takeBack(deps, endpoint.name, counted)
  try {
    const answer = await work()
    if (isRefused(answer)) refund()
    return answer
  } catch (error) {
    if (error instanceof ApiProblem && error.status < 500) refund()
    throw error
  }
}

/**
 * Counts a request against the limit of every call.
 *
 * @throws {ApiProblem} 429 with the seconds to wait.
 */
export const enforceLimitOfAll = (deps: LimitDeps, ip: string): void =>
  spend(deps, EVERY_CALL, EVERY_CALL.name, { counted: countedAs({ ip }), ip })

const SIGN_INS: Limit = { name: 'LIMIT_TOKEN_PER_MINUTE', windowMs: MINUTE_MS }

/**
 * Counts a sign-in that has to wait beyond the limit, such as that of a machine client. Apart from people's, who get a
 * captcha: theirs would keep machines out.
 *
 * @throws {ApiProblem} 429 with the seconds to wait.
 */
export const enforceSignInLimit = (deps: LimitDeps, ip: string): void =>
  spend(deps, SIGN_INS, 'sign-ins that wait', { counted: countedBy(ip), ip })

/** Counts a sign-in; returns whether there are too many, where a captcha is asked for instead of waiting. */
export const isBeyondSignInLimit = (deps: LimitDeps, ip: string): boolean =>
  isBeyondLimit(deps, SIGN_INS, ip)

const RENDERED_PAGES: Limit = { name: 'LIMIT_RENDERED_PAGES_PER_MINUTE', windowMs: MINUTE_MS }

/**
 * Counts a page that is rendered for each request. Addresses without a page are counted apart: they don't keep others
 * behind the same address from a purchase.
 *
 * @throws {ApiProblem} 429 with the seconds to wait.
 */
export const enforcePageLimit = (deps: LimitDeps, ip: string, isPage: boolean): void =>
  spend(deps, RENDERED_PAGES, isPage ? RENDERED_PAGES.name : 'pages that are missing', {
    counted: countedBy(ip),
    ip,
  })

/**
 * Counts what costs more than its call does, for one network in this process.
 *
 * @throws {ApiProblem} 429 with the seconds to wait.
 */
export const spendOfLimit = (deps: LimitDeps, limit: Limit, ip: string): void =>
  spend(deps, limit, limit.name, { counted: countedBy(ip), ip })

/** As {@link spendOfLimit}; returns whether it is beyond the limit. */
export function isBeyondLimit(deps: LimitDeps, limit: Limit, ip: string): boolean {
  try {
    spendOfLimit(deps, limit, ip)
    return false
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 429) return true
    throw error
  }
}

/** Takes one back. */
export const returnOfLimit = (deps: LimitDeps, { name }: Limit, ip: string): void =>
  takeBack(deps, name, countedBy(ip))

function takeBack(deps: LimitDeps, what: string, counted: ReturnType<typeof countedBy>): void {
  for (const { network } of counted) {
    const bucket = bucketsOf.get(deps)?.get(`${what} ${network}`)
    // Counted in an hour that is over, it isn't in this one.
    if (bucket && bucket.points > 0) bucket.points -= 1
  }
}

function spend(
  deps: LimitDeps,
  limit: Limit,
  what: string,
  { counted, ip }: { counted: ReturnType<typeof countedBy>; ip: string },
): void {
  for (const [at, { network, times }] of counted.entries())
    try {
      spendOf(deps, limit, { key: `${what} ${network}`, times, ip })
    } catch (error) {
      // One network that goes on beyond its limit uses up nothing of its site.
      takeBack(deps, what, counted.slice(0, at))
      throw error
    }
}

const LOOKED_AT = 50

/** Forgets, of the oldest buckets, the one furthest from its limit: many new networks do not erase one that is used up. */
function forgetOne(buckets: Map<string, Bucket>, nowMs: number): void {
  let emptiest = { key: '', share: Infinity }
  let looked = 0
  for (const [key, { points, most, endsAtMs }] of buckets) {
    const share = nowMs >= endsAtMs ? 0 : points / most
    if (share < emptiest.share) emptiest = { key, share }
    if (++looked === LOOKED_AT) break
  }
  buckets.delete(emptiest.key)
}

function spendOf(
  deps: LimitDeps,
  { name, windowMs }: Limit,
  { key, times, ip }: { key: string; times: number; ip: string },
): void {
  const buckets = bucketsOf.get(deps) ?? new Map<string, Bucket>()
  bucketsOf.set(deps, buckets)
  const nowMs = deps.now().getTime()
  const most = deps.settings.limits[name] * times
  let bucket = buckets.get(key)
  if (!bucket || nowMs >= bucket.endsAtMs) {
    buckets.delete(key)
    bucket = { endsAtMs: nowMs + windowMs, points: 0, most }
    if (buckets.size >= MAX_BUCKETS) forgetOne(buckets, nowMs)
    buckets.set(key, bucket)
  }
  bucket.points += 1
  if (bucket.points <= most) return
  // Only once per window, so that a flood of calls does not flood the log.
  if (bucket.points === most + 1) logSecurity(deps, 'limited', { limit: name, ip })
  throw tooMany((bucket.endsAtMs - nowMs) / 1000)
}
