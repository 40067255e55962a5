import type { Endpoint } from '#lib/api/endpoint.ts'
import { inLine, lineOfCall } from '#server/platform/caller-line.ts'
import { fairTurns } from '#server/platform/fair-queue.ts'
import { actorName, type Actor } from './actor.ts'
import { ApiProblem } from './api-problem.ts'
import { siteOf } from './network.ts'
import type { AnyCall } from './route.ts'

/**
 * Calls that keep the process busy: 200 quotes take 12 ms, the times of six weeks 10 ms, a
 * search in a list of all addresses up to 20 ms. A PDF takes 40 ms, and waits in
 * the same lines while it is written ({@link writtenInTurn}): sixty at once would take five seconds of everyone’s.
 */
const HEAVY_CALLS = new Set([
  'listQuotes',
  'listPurchaseJourneys',
  'listSharedPurchases',
  'listServiceBookings',
  'listAudit',
  'listServiceSlots',
  'searchAddresses',
])

const inTurn = fairTurns({
  atOnce: 1,
  mostWaiting: 200,
  mostWaitingOfLine: 20,
  mostRestMs: 25,
  busy: () =>
    new ApiProblem(
      503,
      'Unavailable',
      'We’re still answering other requests. Please try again in a few seconds.',
      [],
      { retryAfterS: 2 },
    ),
})

/** The line of a caller who is not known yet. */
export const lineOfVisitor = (ip: string): string => `ANONYMOUS ${siteOf(ip)}`

/**
 * Those who wait in one line. Visitors and customers of a site have one each, since an account costs only a captcha;
 * members of staff have one of their own, as a dealership shares one address with its visitors.
 */
const lineOf = (actor: Actor, ip: string): string =>
  actor.type === 'STAFF' || actor.type === 'APICLIENT'
    ? actorName(actor)
    : `${actor.type} ${siteOf(ip)}`

/**
 * Answers a heavy call when it is its line’s turn, and everything else at once.
 *
 * @throws {ApiProblem} 503 where too many wait.
 */
export function heavyInTurn<T>(
  { name }: Endpoint,
  { actor, ip }: Pick<AnyCall, 'actor' | 'ip'>,
  answer: () => Promise<T>,
): Promise<T> {
  const line = lineOf(actor, ip)
  return inLine(line, () => (HEAVY_CALLS.has(name) ? inTurn(line, answer) : answer()))
}

/**
 * Writes a document in its caller's turn, for any call.
 *
 * @throws {ApiProblem} 503 where too many wait.
 */
export const writtenInTurn = <T>(write: () => Promise<T>): Promise<T> =>
  inTurn(lineOfCall() ?? 'jobs', write)
