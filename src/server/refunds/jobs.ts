import type { Deps } from '#server/deps.ts'
import { reconcileDaily } from './reconcile.ts'
import { every, type Job } from '#server/platform/jobs/every.ts'

const PAUSE_MS = 30 * 60_000

/** Compares payments, refunds, disputes and payouts with the providers', once a day. */
export const startReconciliation = (deps: Deps): Job =>
  every(
    'reconciliation',
    PAUSE_MS,
    () => reconcileDaily(deps),
    (error) => deps.log.error({ err: error }, 'money could not be compared with the providers’'),
  )
