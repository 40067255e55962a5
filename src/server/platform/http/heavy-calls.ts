import type { Endpoint } from '#lib/api/endpoint.ts'
import { fairTurns } from '#server/platform/fair-queue.ts'
import { ApiProblem } from './api-problem.ts'
import { siteOf } from './network.ts'

/**
 * Calls that keep the process busy: 200 quotes take 12 ms, the times of six weeks 10 ms and a PDF 40 ms. Sixty PDFs at
 * once would take five seconds of everyone’s.
 */
const HEAVY_CALLS = new Set([
  'listQuotes',
  'listPurchaseJourneys',
  'listServiceBookings',
  'listAudit',
  'listServiceSlots',
  'getQuoteDocument',
  'getAgreementDocument',
  'getReceiptDocument',
  'getFinanceApplicationDocument',
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
 * Answers a heavy call when it is its site’s turn, and everything else at once.
 *
 * @throws {ApiProblem} 503 where too many wait.
 */
export const heavyInTurn = <T>(
  { name }: Endpoint,
  ip: string,
  answer: () => Promise<T>,
): Promise<T> => (HEAVY_CALLS.has(name) ? inTurn(siteOf(ip), answer) : answer())
