import { readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { readManifest } from './sealed-file.ts'
import { filesBeside, listBackups } from './take.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const HOURS = 24
const DAYS = 30

/** The name of the backup of a moment: `forecourt-20261122T1345Z.backup`. */
export const backupName = (at: Date): string =>
  `forecourt-${at.toISOString().slice(0, 16).replaceAll(/[-:]/g, '')}Z.backup`

/** When a backup was taken, by its name; `null` for one that somebody named themselves. */
export function takenAt(file: string): Date | null {
  const [, day, hour, minute] =
    /^forecourt-(\d{8})T(\d\d)(\d\d)Z\.backup$/.exec(basename(file)) ?? []
  if (day === undefined) return null
  return new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T${hour}:${minute}:00.000Z`)
}

/** Which are not needed any more: of each of the last 24 hours and 30 days the latest is. */
export function superfluous(times: readonly Date[], now: Date): Date[] {
  const latestOf = new Map<string, Date>()
  for (const time of [...times].sort((a, b) => a.getTime() - b.getTime())) {
    const ageMs = now.getTime() - time.getTime()
    if (ageMs < HOURS * HOUR_MS) latestOf.set(time.toISOString().slice(0, 13), time)
    if (ageMs < DAYS * DAY_MS) latestOf.set(time.toISOString().slice(0, 10), time)
  }
  const kept = new Set(latestOf.values())
  return times.filter((time) => !kept.has(time))
}

/** Removes the backups that are superfluous, and the uploaded files that none of those left needs. */
export async function removeSuperfluous(folder: string, now: Date): Promise<void> {
  const times = (await listBackups(folder)).map(takenAt).filter((time) => time !== null)
  const removed = superfluous(times, now)
  if (removed.length === 0) return
  for (const time of removed) await rm(join(folder, backupName(time)), { force: true })
  const needed = new Set<string>()
  for (const file of await listBackups(folder))
    for (const fileId of (await readManifest(file)).files) needed.add(fileId)
  const beside = filesBeside(join(folder, 'any'))
  const entries = await readdir(beside, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries.filter((one) => one.isFile() && !needed.has(one.name))) {
    const path = join(entry.parentPath, entry.name)
    // One just kept may belong to a backup under way.
    if (Date.now() - (await stat(path)).mtimeMs > HOUR_MS) await rm(path, { force: true })
  }
}
