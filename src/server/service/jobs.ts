import type { Deps } from '#server/deps.ts'
import { freeLapsedHolds } from './slots.ts'
import { every, type Job } from '#server/platform/jobs/every.ts'

const MINUTE_MS = 60_000

/** Frees times of workshops that are held no longer. */
export const startServiceHolds = (deps: Deps): Job =>
  every(
    'service-holds',
    MINUTE_MS,
    () => freeLapsedHolds(deps),
    (error) => deps.log.error({ err: error }, 'lapsed holds could not be freed'),
  )
