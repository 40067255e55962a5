import type { Deps } from '#server/deps.ts'
import { endStaleActing } from './acting.ts'
import { every, type Job } from '#server/platform/jobs/every.ts'

const MINUTE_MS = 60_000

/** Ends acting for customers whose time is over, so that the audit says when. */
export const startActingEnd = (deps: Deps): Job =>
  every(
    'acting',
    MINUTE_MS,
    () => endStaleActing(deps),
    (error) => deps.log.error({ err: error }, 'acting that is over could not be ended'),
  )
