import type { Endpoint } from '#lib/api/endpoint.ts'
import { fairTurns } from '#server/platform/fair-queue.ts'
import { ApiProblem } from './api-problem.ts'
import { networkOf } from './network.ts'

/** Calls whose answer may be long: 200 quotes take 12 ms of the process, and 40 at once half a second of everyone’s. */
const LONG_LISTS = new Set([
  'listQuotes',
  'listPurchaseJourneys',
  'listServiceBookings',
  'listAudit',
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

/**
 * Answers a long list when it is its network’s turn, and everything else at once.
 *
 * @throws {ApiProblem} 503 where too many wait.
 */
export const listInTurn = <T>(
  { name }: Endpoint,
  ip: string,
  answer: () => Promise<T>,
): Promise<T> => (LONG_LISTS.has(name) ? inTurn(networkOf(ip), answer) : answer())
