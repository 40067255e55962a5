import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Endpoint } from '#lib/api/endpoint.ts'
import type { Deps } from '#server/deps.ts'
import { seal, unseal } from '#server/platform/crypto/encryption.ts'
import { returnDaily, spendDaily } from '#server/platform/http/daily-limits.ts'
import { columnContext } from '#server/platform/crypto/encryption-context.ts'
import { actorName } from './actor.ts'
import { ApiProblem, fieldError, invalid } from './api-problem.ts'
import { returnToNetwork, spendOfNetwork } from './network-budgets.ts'
import type { AnyCall } from './route.ts'

/** A key claimed this long ago without an answer belongs to a process that died; the request may run again. */
const ABANDONED_AFTER_MS = 10_000
/** How often a claim that could not be let go of is tried again. */
const RELEASE_EVERY_MS = 250
/** A longer answer isn't kept, because many would fill the disk: a repetition runs the call again, which changes nothing. */
const MOST_KEPT_BYTES = 16_384

const canonical = (value: unknown): unknown =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([name, part]) => [name, canonical(part)]),
      )
    : Array.isArray(value)
      ? value.map(canonical)
      : value

/**
 * Runs a call once for its `Idempotency-Key`; a repetition gets the stored answer.
 *
 * The key is claimed before the call runs. If the process dies before the answer, the call may run again; the natural
 * keys of the rows it creates prevent duplicates, and rows without one use the call's `effectId`. Failures and very long
 * answers are not stored: a retry runs the call again.
 *
 * @throws {ApiProblem} 409 with `Retry-After` while the first request is running, 422 when the key came with another body.
 */
export async function withIdempotency<T>(
  deps: Deps,
  endpoint: Endpoint,
  call: AnyCall,
  run: () => Promise<T>,
): Promise<T> {
  const key = call.header('idempotency-key')
  if (key === undefined) return run()
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw invalid([fieldError('Idempotency-Key', 'must be 1 to 255 visible characters')])

  // Keyed, because a body may hold a password, and a visitor has one of few addresses: plain hashes could be guessed.
  const hmac = (text: string) =>
    createHmac('sha256', deps.keys.request).update(text).digest('base64url')
  const visitor = () => `anonymous:${hmac(`address ${call.ip}`)}`
  const id = {
    subject: call.actor.type === 'ANONYMOUS' ? visitor() : actorName(call.actor),
    operation: endpoint.name,
    key,
  }
  const request = JSON.stringify(canonical({ params: call.params, body: call.body ?? null }))
  const { length } = call.effectId
  const fingerprint = hmac(request)
  // Includes the request: a created row outlives its key, which may then come with another request.
  const effect = JSON.stringify(['effect', ...Object.values(id), fingerprint])
  call.effectId = hmac(effect).slice(0, length)
  // An answer may hold data that its own table encrypts, such as a licence or a date of birth.
  const place = columnContext('idempotency', 'body', Object.values(id).join('|'))
  const now = deps.now().toISOString()
  const claimed = await deps.db
    .insertInto('idempotency')
    .values({ ...id, fingerprint, status: null, body: null, created_at: now })
    .onConflict((conflict) => conflict.columns(['subject', 'operation', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()

  if (!claimed) {
    const kept = await deps.db
      .selectFrom('idempotency')
      .selectAll()
      .where((where) => where.and(id))
      .executeTakeFirst()
    if (kept && kept.fingerprint !== fingerprint)
      throw new ApiProblem(422, 'Conflict', 'This key was used for another request.')
    if (kept && kept.status !== null) {
      call.setHeader('idempotency-replayed', 'true')
      return (kept.body === null ? undefined : JSON.parse(unseal(deps.keys, place, kept.body))) as T
    }
    const abandonedBefore = new Date(deps.now().getTime() - ABANDONED_AFTER_MS).toISOString()
    const taken = await deps.db
      .updateTable('idempotency')
      .set({ created_at: now })
      .where((where) => where.and(id))
      .where('status', 'is', null)
      .where('created_at', '<', abandonedBefore)
      .returning('key')
      .executeTakeFirst()
    if (!taken)
      throw new ApiProblem(409, 'Conflict', 'We’re still working on the same request.', [], {
        retryAfterS: 1,
      })
  }

  /** Unless another process has taken the key since. */
  const release = () =>
    deps.db
      .deleteFrom('idempotency')
      .where((where) => where.and(id))
      .where('status', 'is', null)
      .where('created_at', '=', now)
      .execute()
  if (claimed)
    await countKeptAnswer(deps, call).catch(async (error: unknown) => {
      await release()
      throw error
    })
  try {
    const value = await run()
    const body = value === undefined ? null : JSON.stringify(value)
    if (body && Buffer.byteLength(body) > MOST_KEPT_BYTES) await release()
    else
      await deps.db
        .updateTable('idempotency')
        .set({ status: endpoint.ok, body: body && seal(deps.keys, place, body) })
        .where((where) => where.and(id))
        .execute()
    return value
  } catch (error) {
    // Where the database has just gone, its next primary has the claim, and a retry would wait for it to be abandoned.
    const isReleased = await release().then(
      () => true,
      () => void releaseLater(release),
    )
    // What fails is not kept.
    if (isReleased && claimed) await uncountKeptAnswer(deps, call)
    throw error
  }
}

async function releaseLater(release: () => Promise<unknown>): Promise<void> {
  const untilMs = performance.now() + ABANDONED_AFTER_MS
  while (performance.now() < untilMs) {
    await pause(RELEASE_EVERY_MS, undefined, { ref: false })
    if (await release().catch(() => false)) return
  }
}

async function countKeptAnswer(deps: Deps, call: AnyCall): Promise<void> {
  const { actor } = call
  if (actor.type === 'CUSTOMER') {
    await spendDaily(deps, deps.db, 'LIMIT_KEPT_ANSWERS_PER_DAY', actor.customerId)
    // Last: one who is refused uses up nothing of those who share the network.
    await spendOfNetwork(deps, deps.db, 'customerAnswers', call)
  }
  if (actor.type === 'ANONYMOUS') await spendOfNetwork(deps, deps.db, 'keptAnswers', call)
}

async function uncountKeptAnswer(deps: Deps, call: AnyCall): Promise<void> {
  const { actor } = call
  if (actor.type === 'CUSTOMER') {
    await returnToNetwork(deps, deps.db, 'customerAnswers', call)
    await returnDaily(deps, deps.db, 'LIMIT_KEPT_ANSWERS_PER_DAY', actor.customerId)
  }
  if (actor.type === 'ANONYMOUS') await returnToNetwork(deps, deps.db, 'keptAnswers', call)
}
