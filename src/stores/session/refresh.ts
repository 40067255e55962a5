import type { ApiFailure, Result } from '#lib/api/failure.ts'
import { tokenFailureMessage } from '#lib/api/token-failure.ts'
import {
  REFRESH_BEFORE_EXPIRY_MS,
  REFRESH_LOCK_TIMEOUT_MS,
  REFRESH_STORAGE_WAIT_MS,
} from '#lib/shared/constants.ts'
import { token, type TokenAnswer } from '#lib/sign-in/calls.ts'
import { delay, singleFlight, withinLimit } from '#lib/shared/timing.ts'
import { clientCredentials } from '#stores/site/config.ts'
import { endAtServer } from './revocations.ts'
import type { TokenRecord } from './session-shape.ts'
import { tokenRecord } from './token-record.ts'
import { $session, catchUp, endSession, setAccessToken } from './session.ts'
import { publicApi } from '#stores/site/public-api.ts'

/** Refreshes the session once, for all calls that wait for it. */
export const refreshOnce = createRefresh({
  read() {
    catchUp()
    return $session.get().token
  },
  write: (token) => (token ? setAccessToken(token) : endSession()),
  request: requestRefresh,
  revoke: (answer) => void endAtServer(answer, publicApi),
  withLock: withTabLock,
  nowMs: pageNowMs,
})

/** The outcome of a refresh. The message is for people; the failure is for the call that needed the token. */
export type Refreshed =
  { ok: true; token: TokenRecord } | { ok: false; message: string; failure: ApiFailure }

/** The dependencies of a refresh; tests give their own, to simulate several tabs. */
export interface RefreshDeps {
  read(): TokenRecord | null
  write(token: TokenRecord | null): void
  request(refreshToken: string): Promise<Result<TokenAnswer>>
  /** Ends a session that no tab holds any more. */
  revoke(token: TokenAnswer): void
  /** Runs in the tabs' lock, or after a bounded wait without it; passes how long it waited. */
  withLock<T>(run: (waitedMs: number) => Promise<T>): Promise<T>
  nowMs(): number
}

/** Pauses before the tries of a refresh that gets no definite answer (decision 6). */
const RETRY_PAUSES_MS = [0, 1_000, 2_000, 4_000]
/** A try waits this long for an answer, then the next one begins; the request itself goes on to its limit (decision 53). */
const TRY_LIMIT_MS = 15_000
/**
 * While a request is unanswered, its token is sent again only this soon after it was first sent: the server forgives a
 * token it has just replaced for 30 seconds (decision 5), and ends the session of one that comes later.
 */
const SEND_AGAIN_WITHIN_MS = 20_000
/** A lock granted later than this was held by another tab, whose new token may still be on its way into storage. */
const WAITED_MS = 20
const STORAGE_POLL_MS = 10
/** How long a write usually takes to reach the storage of the other tabs. */
const SETTLE_MS = 100

const signedOut = (message: string): Refreshed => ({
  ok: false,
  message,
  failure: { kind: 'signed-out' },
})
const NOT_LOGGED_IN = signedOut('Not logged in')
/** Whether the token still holds is not known. */
const NO_ANSWER = noAnswer({ kind: 'network', reason: 'timed-out' })

/** A failure that does not show whether the token still holds. */
interface NoAnswer {
  ok: 'unknown'
  message: string
  failure: ApiFailure
}

function noAnswer(failure: ApiFailure): NoAnswer {
  const message = tokenFailureMessage(failure)
  return {
    ok: 'unknown',
    message,
    failure:
      'status' in failure
        ? { kind: 'problem', status: failure.status, problem: { messages: [], message } }
        : failure,
  }
}

/**
 * Makes the refresh that is shared by all callers of a tab and agreed among tabs (decision 7).
 *
 * Only a try runs inside the lock, until its answer is in storage. A new token replaces only the one that was sent:
 * signing out or in during it wins. A refusal clears the session; a lack of answers does so only once the token has
 * expired and no request is on its way.
 */
export function createRefresh(deps: RefreshDeps): () => Promise<Refreshed> {
  const { send, isWaiting } = createSender(deps)
  return singleFlight(async () => {
    const before = deps.read()
    if (!before) return NOT_LOGGED_IN
    let last: NoAnswer = NO_ANSWER
    for (const pauseMs of RETRY_PAUSES_MS) {
      if (pauseMs) await delay(pauseMs)
      const outcome = await deps.withLock((waitedMs) => tryOnce(deps, send, before, waitedMs))
      if (outcome.ok !== 'unknown') return outcome
      last = outcome
    }
    const current = deps.read()
    const isOver = current && isSame(current, before) && deps.nowMs() >= expiresAtMs(current)
    if (isOver && !isWaiting()) deps.write(null)
    return { ok: false, message: last.message, failure: last.failure }
  })
}

type Send = (token: TokenRecord, refreshToken: string) => Promise<Refreshed | NoAnswer>

/** One try, which may end without an answer. */
async function tryOnce(
  deps: RefreshDeps,
  send: Send,
  before: TokenRecord,
  waitedMs: number,
): Promise<Refreshed | NoAnswer> {
  if (waitedMs > WAITED_MS) await untilChanged(deps, before)
  const current = deps.read()
  if (!current) return NOT_LOGGED_IN
  if (!isSame(current, before) && deps.nowMs() < current.refreshAt)
    return { ok: true, token: current }
  if (!current.refresh_token) {
    deps.write(null)
    return signedOut('No longer logged in')
  }
  return withinLimit(send(current, current.refresh_token), TRY_LIMIT_MS, NO_ANSWER)
}

/**
 * Sends the refresh token, and applies each answer whenever it comes, even after its try has stopped waiting. A later try
 * waits for the first answer to any request with the same token.
 */
function createSender(deps: RefreshDeps): { send: Send; isWaiting: () => boolean } {
  let sent: TokenRecord | null = null
  let firstSentMs = 0
  let unanswered = new Set<Promise<Refreshed | NoAnswer>>()

  return {
    isWaiting: () => unanswered.size > 0,
    send(token, refreshToken) {
      if (!sent || !isSame(sent, token)) unanswered = new Set()
      if (unanswered.size === 0) firstSentMs = deps.nowMs()
      sent = token
      if (unanswered.size === 0 || deps.nowMs() - firstSentMs < SEND_AGAIN_WITHIN_MS) {
        const asked = unanswered
        const answer = deps
          .request(refreshToken)
          .then((result) => applyAnswer(deps, token, result))
          .finally(() => asked.delete(answer))
        asked.add(answer)
      }
      return Promise.race(unanswered)
    },
  }
}

/** Applies an answer to the session that is stored by now. */
async function applyAnswer(
  deps: RefreshDeps,
  sent: TokenRecord,
  answer: Result<TokenAnswer>,
): Promise<Refreshed | NoAnswer> {
  if (answer.ok) {
    const stored = deps.read()
    if (stored && isSame(stored, sent)) {
      const next = tokenRecord(answer.value, deps.nowMs())
      deps.write(next)
      // The next tab gets the lock once it can see this write.
      await delay(SETTLE_MS)
      return { ok: true, token: next }
    }
    if (stored) return { ok: true, token: stored }
    deps.revoke(answer.value)
    return NOT_LOGGED_IN
  }
  if (!isRefusal(answer.failure)) return noAnswer(answer.failure)
  await untilChanged(deps, sent)
  const stored = deps.read()
  if (stored && !isSame(stored, sent)) return { ok: true, token: stored }
  if (stored) deps.write(null)
  return NOT_LOGGED_IN
}

const isRefusal = (failure: ApiFailure): boolean =>
  'status' in failure && [400, 401].includes(failure.status)

/** Storage that another tab wrote is seen here a moment later (measured: up to 250 ms). */
async function untilChanged(deps: RefreshDeps, before: TokenRecord): Promise<void> {
  for (let waitedMs = 0; waitedMs < REFRESH_STORAGE_WAIT_MS; waitedMs += STORAGE_POLL_MS) {
    const current = deps.read()
    if (!current || !isSame(current, before)) return
    await delay(STORAGE_POLL_MS)
  }
}

const isSame = (a: TokenRecord, b: TokenRecord) =>
  a.access_token === b.access_token && a.refresh_token === b.refresh_token

const expiresAtMs = (token: TokenRecord) => token.refreshAt + REFRESH_BEFORE_EXPIRY_MS

/** The time since the page was opened, on its monotonic clock: setting the wall clock does not sign anyone out. */
export function pageNowMs(): number {
  return performance.timeOrigin + performance.now()
}

async function requestRefresh(refreshToken: string): Promise<Result<TokenAnswer>> {
  const client = await clientCredentials()
  if (!client.ok)
    // A refused configuration is no refusal of the token.
    return 'status' in client.failure
      ? { ok: false, failure: { kind: 'network', reason: 'failed' } }
      : client
  return publicApi(token, {
    body: { ...client.value, grant_type: 'refresh_token', refresh_token: refreshToken },
  })
}

/** Waits for the tabs' lock for at most five seconds, then runs without it; the server's grace makes that safe. */
async function withTabLock<T>(run: (waitedMs: number) => Promise<T>): Promise<T> {
  // Only secure contexts have locks.
  if (!navigator.locks) return run(0)
  const askedAtMs = performance.now()
  const waitedMs = () => performance.now() - askedAtMs
  let isGranted = false
  try {
    return await navigator.locks.request(
      'auth-refresh',
      { signal: AbortSignal.timeout(REFRESH_LOCK_TIMEOUT_MS) },
      () => {
        isGranted = true
        return run(waitedMs())
      },
    )
  } catch (error) {
    if (isGranted) throw error
    return run(waitedMs())
  }
}
