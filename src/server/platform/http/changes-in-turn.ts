import type { Endpoint } from '#lib/api/endpoint.ts'
import type { Db } from '#server/database.ts'
import { hasExclusiveWrite } from '#server/platform/database/sqlite-dialect.ts'
import { ApiProblem } from './api-problem.ts'
import { siteOf } from './network.ts'
import type { AnyCall } from './route.ts'

/** Changes of one thing that run at once: on PostgreSQL each that waits for its row keeps one of ten connections. */
const AT_ONCE = 2
const MOST_WAITING = 300

const lines = new Map<string, { running: number; waiting: (() => void)[] }>()

/**
 * What a change is of: in the path or the body the id of a purchase, a customer or a booking, a payment's token, an
 * email address or a dealer.
 */
function changedBy(
  { method, path }: Endpoint,
  { params, body, ip }: Pick<AnyCall, 'params' | 'body' | 'ip'>,
) {
  if (method === 'GET') return null
  // Read, not copied: the body may be a file of ten megabytes.
  const read = (name: string) =>
    (params as Record<string, unknown> | undefined)?.[name] ??
    (body as Record<string, unknown> | null | undefined)?.[name]
  const [id, purchaseJourneyId, token, sessionId, email, username, outletCode] = [
    'id',
    'purchaseJourneyId',
    'token',
    'sessionId',
    'email',
    'username',
    'outletCode',
  ].map(read)
  const subject = id ?? purchaseJourneyId
  // Customers are numbered: only calls of a customer, which are authorised for it, are in that customer's line.
  const isGuess = /^\d+$/.test(String(subject)) && !path.startsWith('/customer/')
  if (typeof subject === 'string') return isGuess ? `typed ${subject} ${siteOf(ip)}` : subject
  // A workshop's times, which strangers hold too.
  const other = token ?? sessionId ?? email ?? username ?? outletCode
  // None of these is an id: strangers type them, and wait in a line of their own site, not in front of the owner.
  return typeof other === 'string' ? `typed ${other.toLowerCase()} ${siteOf(ip)}` : null
}

/**
 * Answers a change when few others of the same thing run, without a connection to the database while it waits: requests
 * for one purchase would hold up everyone else's. SQLite takes one change after the other anyway.
 *
 * @throws {ApiProblem} 503 where too many wait.
 */
export async function changeInTurn<T>(
  db: Db,
  endpoint: Endpoint,
  call: Pick<AnyCall, 'params' | 'body' | 'ip'>,
  answer: () => Promise<T>,
): Promise<T> {
  const subject = hasExclusiveWrite(db) ? null : changedBy(endpoint, call)
  if (subject === null) return answer()
  const line = lines.get(subject) ?? { running: 0, waiting: [] }
  lines.set(subject, line)
  if (line.running < AT_ONCE) line.running += 1
  else {
    if (line.waiting.length >= MOST_WAITING) throw busy()
    await new Promise<void>((begin) => line.waiting.push(begin))
  }
  try {
    return await answer()
  } finally {
    const next = line.waiting.shift()
    if (next) next()
    else if ((line.running -= 1) === 0) lines.delete(subject)
  }
}

const busy = () =>
  new ApiProblem(
    503,
    'Unavailable',
    'We’re still saving other changes to this. Please try again in a few seconds.',
    [],
    { retryAfterS: 2 },
  )
