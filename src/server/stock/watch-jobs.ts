import type { Deps } from '#server/deps.ts'
import { checkWatches } from './watches.ts'
import { every, type Job } from '#server/platform/jobs/every.ts'

const MINUTE_MS = 60_000

/** Looks at the price and the stock of the cars that somebody watches. */
export const startWatches = (deps: Deps): Job =>
  every(
    'watches',
    MINUTE_MS,
    () => checkWatches(deps),
    (error) => deps.log.error({ err: error }, 'watched cars could not be looked at'),
  )
