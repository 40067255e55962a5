import type { Deps } from '#server/deps.ts'
import { endUnpaidPurchases } from './deposit-expiry.ts'
import { every, type Job } from '#server/platform/jobs/every.ts'

const MINUTE_MS = 60_000

/** Reminds customers of deposits, and ends the purchases whose deposit was not paid in time. */
export const startDeposits = (deps: Deps): Job =>
  every(
    'deposits',
    MINUTE_MS,
    () => endUnpaidPurchases(deps),
    (error) => deps.log.error({ err: error }, 'the unpaid purchases could not be looked at'),
  )
