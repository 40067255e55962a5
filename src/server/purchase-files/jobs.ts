import type { Deps } from '#server/deps.ts'
import { removeFiles } from './kept-files.ts'
import { every, type Job } from '#server/platform/jobs/every.ts'

/** Files that are sent and removed again and again take the room of so much time, beside what a customer may keep. */
const PAUSE_MS = 10_000

/** Removes the files that no row stands for. */
export const startRemovedFiles = (deps: Deps): Job =>
  every(
    'removed-files',
    PAUSE_MS,
    () => removeFiles(deps),
    (error) => deps.log.error({ err: error }, 'files could not be removed'),
  )
