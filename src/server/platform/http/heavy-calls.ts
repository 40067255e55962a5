import type { Endpoint } from '#lib/api/endpoint.ts'
import { inLine, lineOfCall, siteOfCall } from '#server/platform/caller-line.ts'
import { fairTurns } from '#server/platform/fair-queue.ts'
import { actorName, type Actor } from './actor.ts'
import { ApiProblem } from './api-problem.ts'
import { siteOf } from './network.ts'
import type { AnyCall } from './route.ts'

/**
 * Calls that keep the process busy: 200 quotes take 12 ms, the times of six weeks 10 ms. A search in a list of all
 * addresses takes up to 20 ms and a PDF 40 ms: they wait in the same lines where they are done ({@link workInTurn}), since
 * their calls also wait for others.
 */
const HEAVY_CALLS = new Set([
  'listQuotes',
  'listPurchaseJourneys',
  'listSharedPurchases',
  'listServiceBookings',
  'listAudit',
  'listServiceSlots',
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
export const lineOf = (actor: Actor, ip: string): string =>
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
  return HEAVY_CALLS.has(name) ? atWork(line, answer) : inLine(line, answer)
}

/**
 * The work that has the turn waits for the database in a line of its own: in that of a crowded caller everyone's heavy
 * work would wait for the crowd.
 */
const atWork = <T>(line: string, work: () => Promise<T>): Promise<T> =>
  inTurn(line, () => inLine('heavy work', work, 'heavy work'), siteOfCall())

/**
 * Does heavy work of any call in its caller's turn. It must not wait for a provider: everyone's heavy work would too.
 *
 * @throws {ApiProblem} 503 where too many wait.
 */
export const workInTurn = <T>(work: () => Promise<T>): Promise<T> =>
  atWork(lineOfCall() ?? 'jobs', work)
