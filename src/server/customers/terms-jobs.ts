import { makeMissingTerms } from './terms-queries.ts'
import type { Deps } from '#server/deps.ts'
import { every, type Job } from '#server/platform/jobs/every.ts'

const MINUTE_MS = 60_000

/** Makes the terms that customers are found by where they are missing, so that hardly a search has to. */
export const startCustomerTerms = ({ db, log }: Deps): Job =>
  every(
    'customer-terms',
    MINUTE_MS,
    () => makeMissingTerms(db),
    (error) => log.error({ err: error }, 'the terms that customers are found by could not be made'),
  )
