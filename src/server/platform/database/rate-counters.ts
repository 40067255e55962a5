import type { Db } from '#server/database.ts'
import { compiled } from './compiled.ts'

/**
 * Adds one to the count of the current window. Atomic: concurrent callers each get their own number.
 *
 * @param windowMs Windows begin at whole multiples of it; `Infinity` for a count that never resets.
 * @returns The count, this one included.
 */
export async function spendPoint(
  db: Db,
  key: string,
  windowMs: number,
  now: Date,
): Promise<number> {
  const { points } = await db
    .insertInto('rate')
    .values({ key, window_start: windowStart(windowMs, now), points: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['key', 'window_start'])
        .doUpdateSet((eb) => ({ points: eb('rate.points', '+', 1) })),
    )
    .returning('points')
    .executeTakeFirstOrThrow()
  return points
}

/**
 * Adds to the count of the current window, unless it would be more than allowed: then nothing changes. Atomic.
 *
 * @returns The count, these included; `null` when there was no room for them.
 */
export async function takePoints(
  db: Db,
  key: string,
  windowMs: number,
  now: Date,
  { points, most }: { points: number; most: number },
): Promise<number | null> {
  if (points > most) return null
  const row = { key, window_start: windowStart(windowMs, now), points, room: most - points }
  return (await addWithin(db, row)).rows[0]?.points ?? null
}

interface Added {
  key: string
  window_start: string
  points: number
  /** The most that there may be already. */
  room: number
}

const addWithin = compiled((db, { room, ...row }: Added) =>
  db
    .insertInto('rate')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['key', 'window_start'])
        .doUpdateSet((eb) => ({ points: eb('rate.points', '+', row.points) }))
        .where('rate.points', '<=', room),
    )
    .returning('points'),
)

/** Takes some back from the count of the current window. */
export const returnPoint = async (
  db: Db,
  key: string,
  windowMs: number,
  now: Date,
  points = 1,
): Promise<void> => {
  await db
    .updateTable('rate')
    .set((eb) => ({ points: eb('points', '-', points) }))
    .where('key', '=', key)
    .where('window_start', '=', windowStart(windowMs, now))
    .where('points', '>=', points)
    .execute()
}

/** The count of the current window. */
export async function countPoints(
  db: Db,
  key: string,
  windowMs: number,
  now: Date,
): Promise<number> {
  const row = await db
    .selectFrom('rate')
    .select('points')
    .where('key', '=', key)
    .where('window_start', '=', windowStart(windowMs, now))
    .executeTakeFirst()
  return row?.points ?? 0
}

/** Deletes the counts of a key. */
export const clearPoints = async (db: Db, key: string): Promise<void> => {
  await db.deleteFrom('rate').where('key', '=', key).execute()
}

/** Seconds until the current window ends. */
export const secondsLeft = (windowMs: number, now: Date): number =>
  (windowMs - (now.getTime() % windowMs)) / 1000

const windowStart = (windowMs: number, now: Date): string =>
  windowMs === Infinity
    ? 'ever'
    : new Date(now.getTime() - (now.getTime() % windowMs)).toISOString()
