import type { Deps } from '#server/deps.ts'
import { notifyOwners } from './recall-notices.ts'
import { every, type Job } from '#server/platform/jobs/every.ts'

const HOUR_MS = 60 * 60_000

/** Emails owners about open recalls of their cars: after an import of recalls, or when a car becomes theirs. */
export const startRecallNotices = (deps: Deps): Job =>
  every(
    'recall-notices',
    HOUR_MS,
    () => notifyOwners(deps),
    (error) => deps.log.error({ err: error }, 'owners could not be told of recalls'),
  )
