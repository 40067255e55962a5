import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { createPrivateFile } from '#server/platform/database/sqlite.ts'

const PAUSE_MS = 100
/** Longer than a backup takes. */
const PATIENCE_MS = 10 * 60_000
const BUSY = 5

/**
 * Runs a task while no other process does. SQLite's lock on an empty file ends with the process that holds it, even if
 * it is killed. The file stays, because two processes could lock it once it was removed.
 *
 * @returns `null` if another process does not finish in time.
 */
export async function withFileLock<T>(
  file: string,
  task: () => Promise<T>,
  patienceMs = PATIENCE_MS,
): Promise<{ done: T } | null> {
  createPrivateFile(file)
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    const untilMs = performance.now() + patienceMs
    while (!isTaken(lock)) {
      if (performance.now() > untilMs) return null
      await pause(PAUSE_MS)
    }
    return { done: await task() }
  } finally {
    lock.close()
  }
}

function isTaken(lock: DatabaseSync): boolean {
  try {
    lock.exec('begin exclusive')
    return true
  } catch (error) {
    if (((error as { errcode?: number }).errcode ?? 0) % 256 === BUSY) return false
    throw error
  }
}
