import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { backupName, removeSuperfluous } from '../backup/keep.ts'
import type { Deps } from '../deps.ts'
import { every, type Job } from './every.ts'

/** Looked for this often. */
const PAUSE_MS = 30_000
const MINUTE_MS = 60_000

/**
 * Takes a backup every so many minutes and removes old ones. A process of its own takes it: looking through a copy of
 * the whole database would hold up everybody's requests. Processes that share a database and a folder take one between them.
 */
export function startBackups(deps: Deps): Job {
  const ending = new AbortController()
  const take = async (file: string) => {
    const args = ['--no-warnings', 'scripts/admin.ts', 'backup', file]
    await promisify(execFile)(process.execPath, args, { signal: ending.signal })
  }
  const job = every(
    'backups',
    PAUSE_MS,
    () => backUp(deps, take),
    (error) => deps.log.error({ err: error }, 'a backup could not be taken'),
  )
  return {
    stop() {
      ending.abort()
      return job.stop()
    },
  }
}

/** Takes the backup that is due, if it has not been taken. */
export async function backUp(
  { settings, now }: Pick<Deps, 'settings' | 'now'>,
  take: (file: string) => Promise<unknown>,
): Promise<void> {
  if (!settings.backups) return
  const { folder, everyMinutes } = settings.backups
  const periodMs = everyMinutes * MINUTE_MS
  const dueAt = new Date(Math.floor(now().getTime() / periodMs) * periodMs)
  const file = join(folder, backupName(dueAt))
  if (existsSync(file)) return
  await take(file)
  await removeSuperfluous(folder, now())
}
