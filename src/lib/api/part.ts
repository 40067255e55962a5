import type { Result } from './failure.ts'

/**
 * A part of the page's code, fetched when it is needed. Fetching it can fail as a call can, and is a `Result` as one.
 *
 * @param load The dynamic import.
 */
export const fetchPart = <T>(load: () => Promise<T>): Promise<Result<T>> =>
  load().then(
    (value) => ({ ok: true, value }),
    () => ({ ok: false, failure: { kind: 'network', reason: 'failed' } }),
  )
