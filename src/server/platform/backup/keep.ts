import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isDraft } from '#server/platform/files/whole-file.ts'
import { listDrafts, isBeforeMigration, listBackups, listUploads, takenAt } from './folder.ts'
import { readManifest, type BackupError } from './sealed-file.ts'
import { DAY_MS, HOUR_MS } from '#lib/shared/durations.ts'

const DAYS = 30

/** Of how many hours and days the latest backup is kept, by the room that is left. */
export const KEPT = {
  roomy: { hours: 24, days: DAYS },
  // Less than uploads leave.
  short: { hours: 3, days: DAYS },
  // Without room for another: a backup of today is worth more than those of last week.
  full: { hours: 3, days: 7 },
}

type Kept = (typeof KEPT)[keyof typeof KEPT]

/**
 * Backups to remove: all but the latest of each of the last hours and days.
 *
 * @param keepsLast Whether the last of all stays, however old: without it there would be none.
 */
export function superfluous(
  times: readonly Date[],
  now: Date,
  { hours, days }: Kept = KEPT.roomy,
  keepsLast = false,
): Date[] {
  const latestOf = new Map<string, Date>()
  for (const time of [...times].sort((a, b) => a.getTime() - b.getTime())) {
    if (keepsLast) latestOf.set('all', time)
    const ageMs = now.getTime() - time.getTime()
    if (ageMs < hours * HOUR_MS) latestOf.set(time.toISOString().slice(0, 13), time)
    if (ageMs < days * DAY_MS) latestOf.set(time.toISOString().slice(0, 10), time)
  }
  const kept = new Set(latestOf.values())
  return times.filter((time) => !kept.has(time))
}

/**
 * Removes superfluous backups, and uploaded files that no other backup needs. Backups before a migration are all kept
 * for 30 days, and backups with a name of their own for ever.
 *
 * @returns Why all uploaded files stay: a backup that cannot be read may need them.
 */
export async function pruneBackups(
  folder: string,
  now: Date,
  kept?: Kept,
  keepsLast = false,
): Promise<BackupError | null> {
  const removed = await superfluousFiles(folder, now, kept, keepsLast)
  if (removed.length === 0) return null
  for (const file of removed) await rm(file, { force: true })
  const needed = new Set<string>()
  // One after the other: each names all uploaded files, and requests go on meanwhile.
  for (const file of await listBackups(folder)) {
    const manifest = await readManifest(file).catch((fault: BackupError) => fault)
    if (manifest instanceof Error) return manifest
    for (const fileId of manifest?.files ?? []) needed.add(fileId)
  }
  for (const [fileId, path] of await listUploads(join(folder, 'any')))
    if (!needed.has(fileId)) await removeOld(path)
  return null
}

/** The bytes that {@link pruneBackups} would free, uploaded files aside. */
export async function superfluousBytes(folder: string, now: Date, kept: Kept): Promise<number> {
  const files = await superfluousFiles(folder, now, kept)
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function superfluousFiles(
  folder: string,
  now: Date,
  kept?: Kept,
  keepsLast?: boolean,
): Promise<string[]> {
  const files = await listBackups(folder)
  const regular = files.filter((file) => !isBeforeMigration(file))
  const times = new Map(regular.map((file) => [file, takenAt(file)] as const))
  const known = [...times.values()].filter((time) => time !== null)
  const unneeded = new Set<Date | null>(superfluous(known, now, kept, keepsLast))
  return files.filter((file) =>
    isBeforeMigration(file)
      ? now.getTime() - (takenAt(file) ?? now).getTime() >= DAYS * DAY_MS
      : unneeded.has(times.get(file)!),
  )
}

/** Removes drafts that killed processes have left among the backups of a folder. */
export async function removeOldDrafts(folder: string): Promise<void> {
  for (const draft of await listDrafts(folder)) await removeOld(draft)
}

/** Removes copies of the database that killed processes have left: they are not encrypted. */
export async function removeOldCopies(databaseFile: string): Promise<void> {
  for (const copy of [`${databaseFile}.copy`, `${databaseFile}.restored`])
    for (const ending of ['', '-journal', '-wal', '-shm']) await removeOld(`${copy}${ending}`)
  // What a restore had decrypted so far.
  const folder = dirname(databaseFile)
  for (const name of await readdir(folder))
    if (name.startsWith(`${basename(databaseFile)}.restored.`) && isDraft(name))
      await removeOld(join(folder, name))
}

/** Removes a file, unless it is so new that it may belong to a running backup. */
async function removeOld(path: string): Promise<void> {
  const mtimeMs = (await stat(path).catch(() => null))?.mtimeMs ?? Infinity
  if (Date.now() - mtimeMs > HOUR_MS) await rm(path, { force: true })
}
