import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { isUpToDate } from './database/migrate.ts'
import type { Deps } from '#server/deps.ts'

/** With less free space, a day's writes or the copy for a backup may fail. */
const ROOM_BYTES = 200e6

/** The free space on the disk of an embedded database; `null` with PostgreSQL. */
export async function freeDiskBytes({ databaseFile }: Deps['settings']): Promise<number | null> {
  if (databaseFile === null) return null
  const { bavail, bsize } = await statfs(dirname(resolve(databaseFile)))
  return bavail * bsize
}

/** Whether the database answers, has every migration, and has space to write. */
export async function isReady(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  room = freeDiskBytes,
): Promise<boolean> {
  try {
    return (await isUpToDate(db)) && ((await room(settings)) ?? Infinity) >= ROOM_BYTES
  } catch {
    return false
  }
}
