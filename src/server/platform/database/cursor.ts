import { sql } from 'kysely'

/** Where a list by instant goes on: the instant its last item stands at, and that item’s id. */
export type Cursor = [at: string, id: string]

/** For a list that begins with the newest: what comes after a place. */
export const olderThan = (atColumn: string, idColumn: string, [at, id]: Cursor) =>
  sql<boolean>`(${sql.ref(atColumn)}, ${sql.ref(idColumn)}) < (${at}, ${id})`

/** The same for a list that begins with the oldest. */
export const newerThan = (atColumn: string, idColumn: string, [at, id]: Cursor) =>
  sql<boolean>`(${sql.ref(atColumn)}, ${sql.ref(idColumn)}) > (${at}, ${id})`
