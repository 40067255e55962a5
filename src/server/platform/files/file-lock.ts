import { accessSync, constants } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { createPrivateFile } from '#server/platform/database/sqlite.ts'

const PAUSE_MS = 100
/** Longer than a backup takes. */
const PATIENCE_MS = 10 * 60_000
const BUSY = 5
/** Longer than it takes to ask whether a file is held. */
const HOLD_WITHIN_MS = 1_000

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

/** A lock that is no longer referred to would be let go. */
const held: DatabaseSync[] = []

/** Holds an empty file until this process ends, as other processes may do too. It only needs to be readable. */
export function holdFile(file: string): void {
  const lock = new DatabaseSync(file, { readOnly: true, timeout: HOLD_WITHIN_MS })
  lock.exec('begin; select 1 from sqlite_master')
  held.push(lock)
}

/** Whether a process holds a file. One that can't be asked about may be held. */
export function isHeld(file: string): boolean {
  try {
    // To one who may only read the file, SQLite would always give the lock.
    accessSync(file, constants.W_OK)
    const lock = new DatabaseSync(file, { timeout: 0 })
    try {
      return !isTaken(lock)
    } finally {
      lock.close()
    }
  } catch {
    return true
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
