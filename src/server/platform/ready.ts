import { dirname, resolve } from 'node:path'
import { isUpToDate } from './database/migrate.ts'
import { diskOf } from './files/disk.ts'
import type { Deps } from '#server/deps.ts'

/** With less free space, a day's writes or the copy for a backup may fail. */
const ROOM_BYTES = 200e6

/** The free space on the disk of an embedded database; `null` with PostgreSQL. */
export async function freeDiskBytes({ databaseFile }: Deps['settings']): Promise<number | null> {
  if (databaseFile === null) return null
  return (await diskOf(dirname(resolve(databaseFile)))).free
}

/** How long an answer holds: anyone may ask, and each question takes a connection to the database. */
const HOLDS_MS = 1_000

/** {@link isReady}, asked of the database once a second at most, however many ask. */
export function readiness(deps: Parameters<typeof isReady>[0]): () => Promise<boolean> {
  let asked: { atMs: number; answer: Promise<boolean> } | null = null
  return () => {
    if (asked === null || performance.now() >= asked.atMs + HOLDS_MS)
      asked = { atMs: performance.now(), answer: isReady(deps) }
    return asked.answer
  }
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
