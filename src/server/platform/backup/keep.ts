import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  listDrafts,
  isBeforeMigration,
  listBackups,
  readManifests,
  listUploads,
  takenAt,
} from './folder.ts'
import { DAY_MS, HOUR_MS } from '#lib/shared/durations.ts'

const HOURS = 24
const DAYS = 30

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

/**
 * Removes the backups that are superfluous, and the uploaded files that none of those left needs. Those before a migration
 * are all kept as long as the last of a day, and those that somebody named themselves for ever.
 */
export async function pruneBackups(folder: string, now: Date): Promise<void> {
  const files = await listBackups(folder)
  const regular = files.filter((file) => !isBeforeMigration(file))
  const times = new Map(regular.map((file) => [file, takenAt(file)] as const))
  const known = [...times.values()].filter((time) => time !== null)
  const unneeded = new Set<Date | null>(superfluous(known, now))
  const removed = files.filter((file) =>
    isBeforeMigration(file)
      ? now.getTime() - (takenAt(file) ?? now).getTime() >= DAYS * DAY_MS
      : unneeded.has(times.get(file)!),
  )
  // What kills left of those that were being written.
  for (const draft of await listDrafts(folder)) await removeOld(draft)
  if (removed.length === 0) return
  for (const file of removed) await rm(file, { force: true })
  const needed = new Set((await readManifests(folder)).flatMap((manifest) => manifest.files))
  for (const [fileId, path] of await listUploads(join(folder, 'any')))
    if (!needed.has(fileId)) await removeOld(path)
}

/** What was written just now may belong to a backup under way. */
async function removeOld(path: string): Promise<void> {
  const mtimeMs = (await stat(path).catch(() => null))?.mtimeMs ?? Infinity
  if (Date.now() - mtimeMs > HOUR_MS) await rm(path, { force: true })
}
