import { DEFAULT_LIMIT } from '#lib/shared/input.ts'
import type { Cursor } from './cursor.ts'

/**
 * Reads one page of a list that can grow.
 *
 * @param limit The page size from the query.
 * @param list Reads at most `most` rows.
 * @param cursorOf Returns the cursor of an item.
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

/** Parses a cursor; `null` is the beginning of the list. */
export function parseCursor(cursor: string | undefined): Cursor | null {
  const [, at, id] = /^(\S+)~([\w-]+)$/.exec(cursor ?? '') ?? []
  return at && id ? [at, id] : null
}

/** Formats a cursor for the wire. */
export const formatCursor = (...place: Cursor): string => place.join('~')
