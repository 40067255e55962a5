import { sql } from 'kysely'

/** Where the next page of a list sorted by instant starts: the instant and the id of the last item. */
export type Cursor = [at: string, id: string]

/** The rows after a cursor, in a list with the newest first. */
export const olderThan = (atColumn: string, idColumn: string, [at, id]: Cursor) =>
  sql<boolean>`(${sql.ref(atColumn)}, ${sql.ref(idColumn)}) < (${at}, ${id})`

/** The rows after a cursor, in a list with the oldest first. */
export const newerThan = (atColumn: string, idColumn: string, [at, id]: Cursor) =>
  sql<boolean>`(${sql.ref(atColumn)}, ${sql.ref(idColumn)}) > (${at}, ${id})`
