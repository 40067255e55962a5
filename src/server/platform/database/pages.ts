import { DEFAULT_LIMIT } from '#lib/shared/input.ts'
import type { Cursor } from './cursor.ts'

/**
 * A page of a list that can grow.
 *
 * @param limit How many were asked for, as the query says it.
 * @param list Reads at most so many.
 * @param cursorOf Where the list goes on after an item.
 */
export async function pageOf<T>(
  limit: string | undefined,
  list: (most: number) => Promise<T[]>,
  cursorOf: (item: T) => string,
): Promise<{ items: T[]; nextCursor: string | null }> {
  const most = limit === undefined ? DEFAULT_LIMIT : Number(limit)
  const found = await list(most + 1)
  const items = found.slice(0, most)
  const last = items.at(-1)
  return { items, nextCursor: found.length > most && last ? cursorOf(last) : null }
}

/** The place a cursor names; `null` is the beginning. */
export function parseCursor(cursor: string | undefined): Cursor | null {
  const [, at, id] = /^(\S+)~([\w-]+)$/.exec(cursor ?? '') ?? []
  return at && id ? [at, id] : null
}

/** The cursor of a place. */
export const formatCursor = (...place: Cursor): string => place.join('~')
