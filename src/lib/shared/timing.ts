import { REFRESH_BEFORE_EXPIRY_MS } from './constants.ts'

/** Rules about when things run. Each is one function over the clock and nothing else. */

/** Resolves after `ms` milliseconds. */
export const delay = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/** Wraps an async function so that calls made while one is running share its result. */
export function singleFlight<T>(run: () => Promise<T>): () => Promise<T> {
  let inFlight: Promise<T> | null = null
  return () => (inFlight ??= run().finally(() => (inFlight = null)))
}

/**
 * Wraps an async job so that a burst of calls becomes its first and its last.
 *
 * The job starts at once, then never while it is running and never sooner than `intervalMs` after it last started.
 * A call made while it runs waits for the next start, and shares it with the others that wait.
 *
 * @param intervalMs Milliseconds between two starts.
 * @returns The outcome of the first start that follows the call.
 */
export function throttleLatest<T>(run: () => Promise<T>, intervalMs: number): () => Promise<T> {
  let startedAtMs = -Infinity
  let running: Promise<T> | null = null
  let waiting: Promise<T> | null = null

  const start = () => {
    waiting = null
    // Not the wall clock: setting that back would stop the job for as long.
    startedAtMs = performance.now()
    running = run().finally(() => (running = null))
    return running
  }
  return () => {
    if (waiting) return waiting
    const restMs = startedAtMs + intervalMs - performance.now()
    if (!running && restMs <= 0) return start()
    waiting = Promise.allSettled([running, delay(restMs)]).then(start)
    return waiting
  }
}

/**
 * The result of a promise, or `fallback` when it takes longer than `limitMs` milliseconds.
 *
 * The promise itself goes on; nothing is cancelled.
 */
export const withinLimit = <T, F>(promise: Promise<T>, limitMs: number, fallback: F) =>
  Promise.race([promise, delay(limitMs).then(() => fallback)])

/**
 * The moment to refresh an access token: one minute before it expires.
 *
 * @param issuedAtMs When the token arrived, in milliseconds since the Unix epoch.
 * @param expiresInS Lifetime in seconds, as the token endpoint states it (RFC 6749 §5.1 `expires_in`).
 * @returns Milliseconds since the epoch. Already past for a lifetime under a minute: refresh at once.
 * @see Specification §9, "Access token refresh".
 */
export const refreshAtMs = (issuedAtMs: number, expiresInS: number): number =>
  issuedAtMs + expiresInS * 1000 - REFRESH_BEFORE_EXPIRY_MS
