import { tokenFailureMessage, type Result } from '#lib/api/failure.ts'
import {
  REFRESH_BEFORE_EXPIRY_MS,
  REFRESH_LOCK_TIMEOUT_MS,
  REFRESH_STORAGE_WAIT_MS,
} from '#lib/constants.ts'
import { token, type TokenAnswer } from '#lib/contract/identity.ts'
import { delay, refreshAtMs, singleFlight, withinLimit } from '#lib/timing.ts'
import { clientCredentials } from './client-credentials.ts'
import { endAtServer } from './revocations.ts'
import type { TokenRecord } from './session-shape.ts'
import { $session, catchUp, endSession, setAccessToken } from './session.ts'
import { openCall } from './open-call.ts'

/** What a refresh came to. The message is for people. */
export type Refreshed = { ok: true; token: TokenRecord } | { ok: false; message: string }

/** What refreshing works with; a test gives its own, to play several tabs. */
export interface RefreshDeps {
  read(): TokenRecord | null
  write(token: TokenRecord | null): void
  request(refreshToken: string): Promise<Result<TokenAnswer>>
  /** Ends a session that nobody holds any more. */
  revoke(token: TokenAnswer): void
  /** Runs alone among the tabs, or after a bounded wait regardless; says how long it waited. */
  alone<T>(run: (waitedMs: number) => Promise<T>): Promise<T>
  nowMs(): number
}

/** Pauses before the tries of a refresh that gets no definite answer (decision 6). */
const RETRY_PAUSES_MS = [0, 1_000, 2_000, 4_000]
/** A try that takes longer than this is given up for the next one; the request limit itself stays (decision 53). */
const TRY_TIMEOUT_MS = 15_000
/** A lock granted later than this was held by another tab, whose new token may still be on its way into storage. */
const WAITED_MS = 20
const STORAGE_POLL_MS = 10
/** How long what was written takes to reach the storage of the other tabs, mostly. */
const SETTLE_MS = 100

const NOT_LOGGED_IN: Refreshed = { ok: false, message: 'Not logged in' }

/**
 * Makes the refresh that is shared by all callers of a tab and agreed among tabs (decision 7).
 *
 * Only the request runs inside the lock, until its answer is in storage, and a new token is written only over the one that was sent: whoever signed
 * out or in meanwhile wins. A refusal clears the session; a silent server does so only once the token has expired.
 */
export const createRefresh = (deps: RefreshDeps): (() => Promise<Refreshed>) =>
  singleFlight(async () => {
    const before = deps.read()
    if (!before) return NOT_LOGGED_IN
    let outcome: Refreshed | null = null
    let message = ''
    for (const pauseMs of RETRY_PAUSES_MS) {
      if (pauseMs) await delay(pauseMs)
      outcome = await deps.alone((waitedMs) =>
        tryOnce(deps, before, waitedMs, (why) => (message = why)),
      )
      if (outcome) return outcome
    }
    const current = deps.read()
    if (current && isSame(current, before) && deps.nowMs() >= expiresAtMs(current)) deps.write(null)
    return { ok: false, message }
  })

/** One try; `null` when it deserves another. */
async function tryOnce(
  deps: RefreshDeps,
  before: TokenRecord,
  waitedMs: number,
  explain: (message: string) => void,
): Promise<Refreshed | null> {
  if (waitedMs > WAITED_MS) await untilChanged(deps, before)
  const current = deps.read()
  if (!current) return NOT_LOGGED_IN
  if (!isSame(current, before) && deps.nowMs() < current.refreshAt)
    return { ok: true, token: current }
  if (!current.refresh_token) {
    deps.write(null)
    return { ok: false, message: 'No longer logged in' }
  }

  const answer = await deps.request(current.refresh_token)
  if (answer.ok) {
    const stored = deps.read()
    if (stored && isSame(stored, current)) {
      const next = tokenRecord(answer.value, deps.nowMs())
      deps.write(next)
      // The next tab has its turn when it can see what was written here.
      await delay(SETTLE_MS)
      return { ok: true, token: next }
    }
    if (stored) return { ok: true, token: stored }
    deps.revoke(answer.value)
    return NOT_LOGGED_IN
  }

  if (isRefusal(answer)) {
    await untilChanged(deps, current)
    const stored = deps.read()
    if (stored && !isSame(stored, current)) return { ok: true, token: stored }
    if (stored) deps.write(null)
    return NOT_LOGGED_IN
  }
  explain(tokenFailureMessage(answer.failure))
  return null
}

const isRefusal = (answer: Result<TokenAnswer>): boolean =>
  !answer.ok && 'status' in answer.failure && [400, 401].includes(answer.failure.status)

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

/** What is kept of a token endpoint's answer. */
export const tokenRecord = (answer: TokenAnswer, nowMs: number): TokenRecord => ({
  access_token: answer.access_token,
  refresh_token: answer.refresh_token,
  expires_in: answer.expires_in,
  refreshAt: refreshAtMs(nowMs, answer.expires_in),
})

/** The time as this page has lived it: setting the wall clock meanwhile signs nobody out. */
export const pageNowMs = () => performance.timeOrigin + performance.now()

async function requestRefresh(refreshToken: string): Promise<Result<TokenAnswer>> {
  // The lock is held meanwhile.
  const client = await withinLimit(clientCredentials(), TRY_TIMEOUT_MS, unreachable)
  if (!client.ok) return client.failure.kind === 'problem' ? unreachable : client
  return openCall(token, {
    body: { ...client.value, grant_type: 'refresh_token', refresh_token: refreshToken },
    signal: AbortSignal.timeout(TRY_TIMEOUT_MS),
  })
}

/** Whatever went wrong with the configuration is no word on the token. */
const unreachable: Result<TokenAnswer> = {
  ok: false,
  failure: { kind: 'network', reason: 'failed' },
}

/** Waits for the tabs' lock for at most five seconds, then runs without it; the server's grace makes that safe. */
async function aloneAmongTabs<T>(run: (waitedMs: number) => Promise<T>): Promise<T> {
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

/** Refreshes the session once, whoever asks meanwhile. */
export const refreshOnce = createRefresh({
  read() {
    catchUp()
    return $session.get().token
  },
  write: (token) => (token ? setAccessToken(token) : endSession()),
  request: requestRefresh,
  revoke: (answer) => void endAtServer(answer, openCall),
  alone: aloneAmongTabs,
  nowMs: pageNowMs,
})

/** Spreads the tabs' timers, so that mostly one of them refreshes and the others find it done. */
const JITTER_MS = 5_000
/** No two refreshes by the timer are closer: not where there is no answer, nor where tokens last less than a minute. */
const AGAIN_MS = 10_000
/** The longest time a timer takes. */
const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * Keeps the session fresh from now on: by a timer, and whenever the page wakes up, since timers sleep with it.
 *
 * @returns Stops it.
 */
export function keepFresh(refresh = refreshOnce, nowMs = pageNowMs): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const plan = (notBeforeMs = 0) => {
    clearTimeout(timer)
    const { token } = $session.get()
    if (!token) return
    const restMs = token.refreshAt - nowMs() + Math.random() * JITTER_MS
    timer = setTimeout(wake, Math.min(Math.max(restMs, notBeforeMs), MAX_TIMER_MS))
  }
  const wake = async () => {
    catchUp()
    const { token } = $session.get()
    // Without a connection there is nothing to learn; `online` wakes us.
    if (!token || !navigator.onLine) return
    if (nowMs() < token.refreshAt) return plan()
    await refresh()
    plan(AGAIN_MS)
  }
  const onVisible = () => {
    if (document.visibilityState === 'visible') void wake()
  }
  const stopListening = $session.subscribe(({ token }, previous) => {
    if (token?.access_token !== previous?.token?.access_token || !previous) plan()
  })
  document.addEventListener('visibilitychange', onVisible)
  window.addEventListener('online', wake)
  window.addEventListener('pageshow', wake)
  return () => {
    clearTimeout(timer)
    stopListening()
    document.removeEventListener('visibilitychange', onVisible)
    window.removeEventListener('online', wake)
    window.removeEventListener('pageshow', wake)
  }
}
