import { setImmediate } from 'node:timers/promises'
import { sql, type Expression, type SqlBool } from 'kysely'
import type { Database, Db } from '#server/database.ts'

/**
 * Does every part of a job, although one fails.
 *
 * @throws {AggregateError} Afterwards, with what failed.
 */
export async function doAll<Part>(
  parts: Iterable<Part> | AsyncIterable<Part>,
  doPart: (part: Part) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for await (const part of parts) await doPart(part).catch((error: unknown) => failures.push(error))
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} failed, such as ${String(failures[0])}`)
}

/**
 * Handles the items of a list, batch by batch, until none is left. Those that fail don't keep the others from being
 * handled.
 *
 * @param list Returns the next `most` items, without those already handled. A batch that comes back unchanged cannot be
 *   handled now; the next round tries again.
 * @throws {AggregateError} At the end, if items failed.
 */
export async function processInBatches<Id extends string | number>(
  list: (most: number) => Promise<Id[]>,
  handle: (id: Id) => Promise<void>,
  most = 100,
): Promise<void> {
  const failed = new Map<Id, Error>()
  for (let before = ''; ;) {
    // Those that failed come first again.
    const ids = (await list(most + failed.size)).filter((id) => !failed.has(id))
    for (const id of ids)
      await handle(id).catch((cause: unknown) =>
        failed.set(id, new Error(`${id}: ${String(cause)}`, { cause })),
      )
    if (ids.length < most || ids.join() === before) break
    before = ids.join()
  }
  if (failed.size > 0)
    throw new AggregateError(failed.values(), `${failed.size} failed, such as ${firstOf(failed)}`)
}

const firstOf = (failed: ReadonlyMap<unknown, Error>) => failed.values().next().value?.message

const MOST_AT_ONCE = 500

/**
 * Changes rows some hundred at a time. SQLite changes them on the thread that answers everybody, where a million rows that
 * strangers left in a day would take a minute; PostgreSQL ends a statement after some seconds.
 *
 * @param change Changes at most so many, and returns how many it changed.
 */
export async function inPieces(change: (most: number) => Promise<bigint>): Promise<void> {
  while ((await change(MOST_AT_ONCE)) >= MOST_AT_ONCE) await setImmediate()
}

/**
 * Deletes rows as {@link inPieces} does.
 *
 * @param key The primary key of the table.
 */
export function deleteInPieces<Table extends keyof Database & string>(
  db: Db,
  table: Table,
  key: readonly (keyof Database[Table] & string)[],
  where: Expression<SqlBool>,
): Promise<void> {
  const keys = sql.join(key.map((column) => sql.ref(column)))
  return inPieces(async (most) => {
    const { numAffectedRows = 0n } =
      await sql`delete from ${sql.table(table)} where (${keys}) in (select ${keys} from ${sql.table(table)} where ${where} limit ${sql.lit(most)})`.execute(
        db,
      )
    return numAffectedRows
  })
}
