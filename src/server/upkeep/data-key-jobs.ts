import { noteDataKey } from '#server/platform/crypto/data-key-queries.ts'
import type { Deps } from '#server/deps.ts'
import { NOTE_MS } from './data-keys.ts'
import { every, type Job } from '#server/platform/jobs/every.ts'

/**
 * Says again and again which data key this process encrypts with: one that was left running with older settings would
 * otherwise write what nobody knows of, after the rest was encrypted anew.
 */
export const startDataKeys = ({ db, keys, log }: Deps): Job =>
  every(
    'data-keys',
    NOTE_MS,
    () => noteDataKey(db, keys.data[0].id),
    (error) => log.error({ err: error }, 'the data key could not be noted'),
  )
