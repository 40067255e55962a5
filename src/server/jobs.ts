import { buildExports } from './customers/build-exports.ts'
import { makeMissingTerms } from './customers/terms-queries.ts'
import type { Deps } from './deps.ts'
import { endUnpaidPurchases } from './payments/deposit-expiry.ts'
import { noteDataKey } from './platform/crypto/data-key-queries.ts'
import { tellOfChanges } from './people/changes.ts'
import { every, type Job } from './platform/jobs/every.ts'
import { removeOrphanFiles } from './purchase-files/file-storage.ts'
import { keepPricePromises } from './purchases/price-promise.ts'
import { fillBackorders } from './purchases/backorders.ts'
import { reconcileDaily } from './refunds/reconcile.ts'
import { freeLapsedHolds } from './service/holds.ts'
import { endStaleActing } from './staff/acting.ts'
import { checkWatches } from './stock/watches.ts'
import { NOTE_MS } from './upkeep/data-keys.ts'
import { expire } from './upkeep/expiry.ts'
import { forgetOld } from './upkeep/retention.ts'
import { notifyOwners } from './vehicles/recall-notices.ts'
import { HOUR_MS, MINUTE_MS } from '#lib/shared/durations.ts'

interface RepeatedJob {
  /** The name in metrics. */
  name: string
  pauseMs: number
  run: (deps: Deps) => Promise<void>
  /** Logged when a run fails. */
  failure: string
}

/** The scheduled jobs, each one function. */
const JOBS = [
  // Compares payments, refunds, disputes and payouts with the providers' once a day.
  {
    name: 'reconciliation',
    pauseMs: 30 * MINUTE_MS,
    run: reconcileDaily,
    failure: 'money could not be compared with the providers’',
  },
  // So that the audit says when acting for a customer ended.
  {
    name: 'acting',
    pauseMs: MINUTE_MS,
    run: endStaleActing,
    failure: 'expired sessions of acting for a customer could not be ended',
  },
  { name: 'expiry', pauseMs: HOUR_MS, run: expire, failure: 'the expiry job failed' },
  {
    name: 'retention',
    pauseMs: HOUR_MS,
    run: forgetOld,
    failure: 'old rows could not be removed',
  },
  // After an import of recalls, or when a car gets a new owner.
  {
    name: 'recall-notices',
    pauseMs: HOUR_MS,
    run: notifyOwners,
    failure: 'could not email owners about recalls',
  },
  {
    name: 'service-holds',
    pauseMs: MINUTE_MS,
    run: freeLapsedHolds,
    failure: 'lapsed holds could not be freed',
  },
  // Reminds customers of deposits, and ends purchases whose deposit was not paid in time.
  {
    name: 'deposits',
    pauseMs: MINUTE_MS,
    run: endUnpaidPurchases,
    failure: 'the unpaid purchases could not be checked',
  },
  // So that customer searches rarely have to wait for search terms.
  {
    name: 'customer-terms',
    pauseMs: MINUTE_MS,
    run: ({ db }) => makeMissingTerms(db),
    failure: 'the search terms for customers could not be built',
  },
  // Otherwise a process with older settings could use a key that is no longer recorded after a rotation.
  {
    name: 'data-keys',
    pauseMs: NOTE_MS,
    run: ({ db, keys }) => noteDataKey(db, keys.data[0].id),
    failure: 'the data key could not be noted',
  },
  {
    name: 'removed-files',
    // Often, so that files uploaded and removed repeatedly take little space.
    pauseMs: 10_000,
    run: removeOrphanFiles,
    failure: 'files could not be removed',
  },
  // Cars arrive in stock, and each new month has build slots.
  {
    name: 'waiting',
    pauseMs: MINUTE_MS,
    run: fillBackorders,
    failure: 'the purchases without a car could not be served',
  },
  {
    name: 'watches',
    pauseMs: MINUTE_MS,
    run: checkWatches,
    failure: 'watched cars could not be checked',
  },
  // Offers begin and end with the day, and a price changes with the catalogue.
  {
    name: 'price-promises',
    pauseMs: 10 * MINUTE_MS,
    run: keepPricePromises,
    failure: 'held prices could not be compared with today’s',
  },
  // So that a person who approved a purchase hears that it has changed.
  {
    name: 'shared-purchases',
    pauseMs: 5 * MINUTE_MS,
    run: tellOfChanges,
    failure: 'the changes of shared purchases could not be emailed',
  },
  {
    name: 'data-exports',
    pauseMs: 5_000,
    run: buildExports,
    failure: 'copies of customers’ data could not be made',
  },
] as const satisfies RepeatedJob[]

/** Starts a job. */
export function startJob(deps: Deps, name: (typeof JOBS)[number]['name']): Job {
  const { pauseMs, run, failure } = JOBS.find((job) => job.name === name)!
  return every(
    name,
    pauseMs,
    () => run(deps),
    (error) => deps.log.error({ err: error }, failure),
  )
}

export const startJobs = (deps: Deps): Job[] => JOBS.map(({ name }) => startJob(deps, name))
