import type { Deps } from '#server/deps.ts'
import { buildExports } from './build-exports.ts'
import { every, type Job } from '#server/platform/jobs/every.ts'

const PAUSE_MS = 5_000

/** Puts together the copies of their data that customers ask for. */
export const startDataExports = (deps: Deps): Job =>
  every(
    'data-exports',
    PAUSE_MS,
    () => buildExports(deps),
    (error) => deps.log.error({ err: error }, 'copies of customers’ data could not be made'),
  )
