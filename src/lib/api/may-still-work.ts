import type { ApiFailure } from './failure.ts'

/** A limit that lasts longer than this is one of the day: trying again in the background helps nobody. */
const LONG_WAIT_S = 600

const isForToday = (failure: ApiFailure): boolean =>
  failure.kind === 'problem' && (failure.retryAfterS ?? 0) > LONG_WAIT_S

/**
 * Whether the same request may have a better answer later: the connection, the server's health, a limit, or a success
 * that could not be read.
 */
export const mayStillWork = (failure: ApiFailure): boolean =>
  failure.kind === 'network' ||
  ('status' in failure &&
    (failure.status >= 500 ||
      failure.status === 408 ||
      (failure.status === 429 && !isForToday(failure)) ||
      failure.status < 400))
