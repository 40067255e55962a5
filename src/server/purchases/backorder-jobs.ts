import type { Deps } from '#server/deps.ts'
import { serveWaiting } from './backorders.ts'
import { every, type Job } from '#server/platform/jobs/every.ts'

const MINUTE_MS = 60_000

/** Gives cars that came in, and build slots of a new month, to the purchases that wait for them. */
export const startWaiting = (deps: Deps): Job =>
  every(
    'waiting',
    MINUTE_MS,
    () => serveWaiting(deps),
    (error) => deps.log.error({ err: error }, 'the purchases without a car could not be served'),
  )
