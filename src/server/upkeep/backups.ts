import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { ownFolder } from '#server/platform/backup/before-migration.ts'
import { backupName } from '#server/platform/backup/folder.ts'
import {
  KEPT,
  pruneBackups,
  removeOldCopies,
  removeOldDrafts,
  superfluousBytes,
} from '#server/platform/backup/keep.ts'
import { readManifest } from '#server/platform/backup/sealed-file.ts'
import { diskOf, reserveOf, roomForBackup, type Disk } from '#server/platform/files/disk.ts'
import type { Deps } from '#server/deps.ts'
import { requireWritable } from '#server/providers/files/folder.ts'
import type { BackupSettings } from '#server/platform/settings/operations.ts'
import { every, type Job } from '#server/platform/jobs/every.ts'
import { HOUR_MS, MINUTE_MS } from '#lib/shared/durations.ts'

/** How often to check whether a backup is due. */
const PAUSE_MS = 30_000
/** The pause after a failed backup: each try reads the whole database. */
const PAUSE_AFTER_FAULT_MS = 5 * 60_000

/**
 * Takes backups at the set interval and removes old ones. A process of its own takes it: looking through a copy of
 * the whole database would hold up everybody's requests. Processes that share a database and a folder take one between them.
 *
 * @throws {SettingError} When nothing can be written to the folder.
 */
export function startBackups({ settings, log, keys }: Deps): Job {
  if (settings.backups) requireWritable(settings.backups.folder, 'BACKUP_DIR')
  const ending = new AbortController()
  const take = async (file: string) => {
    const args = ['--no-warnings', 'scripts/admin.ts', 'backup', file]
    const { stdout } = await promisify(execFile)(process.execPath, args, { signal: ending.signal })
    log.info({ said: stdout.trim() }, 'a backup is taken')
  }
  // By the machine's clock, as the process that takes it: a demonstration's can be moved.
  const takeDue = newBackupTask({ settings, now: () => new Date(), log, keys }, take)
  const job = every('backups', PAUSE_MS, takeDue, (error) => {
    if (!ending.signal.aborted) log.error({ err: error }, 'a backup could not be taken')
  })
  return {
    stop() {
      ending.abort()
      return job.stop()
    },
  }
}

/** Takes the backup that is due, if it has not been taken, and removes what is superfluous. */
export function newBackupTask(
  { settings, now, log, keys }: Pick<Deps, 'settings' | 'now' | 'log' | 'keys'>,
  take: (file: string) => Promise<unknown>,
  lookAt = diskOf,
): () => Promise<void> {
  const { databaseFile, backups } = settings
  let restsUntilMs = 0
  let room: keyof typeof KEPT = 'roomy'
  let draftsFromMs = 0
  let lastSeen = ''

  async function prune(folder: string, databaseFile: string) {
    if (!existsSync(folder)) return
    const was = room
    room = await roomIn(folder, await lookAt(folder), databaseFile)
    if (room !== 'roomy' && was === 'roomy')
      log.warn({ folder, ...KEPT[room] }, 'the disk is nearly full: fewer backups are kept')
    const isTakenHere = backups !== null && resolve(backups.folder) === resolve(folder)
    const unreadable = await pruneBackups(folder, now(), KEPT[room], isTakenHere)
    if (unreadable)
      log.error({ err: unreadable }, 'no uploaded file is removed: a backup cannot be read')
  }

  async function roomIn(folder: string, disk: Disk, databaseFile: string) {
    if (disk.free >= (await reserveOf(disk, databaseFile))) return 'roomy'
    const neededBytes = await roomForBackup(databaseFile)
    if (disk.free >= neededBytes) return 'short'
    // Not for nothing: something else may have filled the disk.
    const freedBytes = await superfluousBytes(folder, now(), KEPT.full)
    return disk.free + freedBytes >= neededBytes ? 'full' : 'short'
  }

  /** Looks at each backup once: this process or another has taken it, but not another shop. */
  async function complainOfOthers(file: string) {
    if (file === lastSeen) return
    lastSeen = file
    const manifest = await readManifest(file)
    if (manifest && manifest.keys !== keys.fingerprint)
      log.error({ file }, 'BACKUP_DIR has the backups of another shop: this one is not backed up')
  }

  async function takeDue({ folder, everyMinutes }: BackupSettings) {
    const periodMs = everyMinutes * MINUTE_MS
    const dueAt = new Date(Math.floor(now().getTime() / periodMs) * periodMs)
    const file = join(folder, backupName(dueAt))
    if (existsSync(file)) return complainOfOthers(file)
    if (now().getTime() < restsUntilMs) return
    try {
      await take(file)
    } catch (error) {
      restsUntilMs = now().getTime() + PAUSE_AFTER_FAULT_MS
      throw error
    }
  }

  return async () => {
    if (databaseFile === null) return
    await removeOldCopies(databaseFile)
    const folders = [ownFolder(databaseFile), backups?.folder ?? ''].filter((one) => one !== '')
    // Before the next one: a full disk may get room by it.
    for (const folder of new Set(folders)) await prune(folder, databaseFile)
    if (now().getTime() >= draftsFromMs) {
      for (const folder of new Set(folders)) await removeOldDrafts(folder)
      draftsFromMs = now().getTime() + HOUR_MS
    }
    if (backups) await takeDue(backups)
  }
}
