import { setImmediate } from 'node:timers/promises'
import { sql, type Expression, type SqlBool } from 'kysely'
import type { Database, Db } from '#server/database.ts'

/**
 * Does every part of a job, although one fails.
 *
 * @throws {AggregateError} Afterwards, with what failed.
 */
export async function doAll<Part>(
  parts: Iterable<Part>,
  doPart: (part: Part) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for (const part of parts) await doPart(part).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} failed`)
}

/**
 * Handles the items of a list, batch by batch, until none is left. One that fails doesn't keep the others of its batch
 * from being handled.
 *
 * @param list Returns the next `most` items, without those already handled. A batch that comes back unchanged cannot be
 *   handled now; the next round tries again.
 * @throws {AggregateError} After a batch of which an item failed.
 */
export async function processInBatches<Id extends string | number>(
  list: (most: number) => Promise<Id[]>,
  handle: (id: Id) => Promise<void>,
  most = 100,
): Promise<void> {
  for (let before = ''; ;) {
    const ids = await list(most)
    await doAll(ids, handle)
    if (ids.length < most || ids.join() === before) return
    before = ids.join()
  }
}

const MOST_DELETED = 500

/**
 * Deletes rows some hundred at a time. SQLite deletes on the thread that answers everybody: a million rows that strangers
 * left in a day would hold it for a minute.
 *
 * @param key The primary key of the table.
 */
export async function deleteInPieces<Table extends keyof Database & string>(
  db: Db,
  table: Table,
  key: readonly (keyof Database[Table] & string)[],
  where: Expression<SqlBool>,
): Promise<void> {
  const keys = sql.join(key.map((column) => sql.ref(column)))
  for (;;) {
    const { numAffectedRows = 0n } =
      await sql`delete from ${sql.table(table)} where (${keys}) in (select ${keys} from ${sql.table(table)} where ${where} limit ${sql.lit(MOST_DELETED)})`.execute(
        db,
      )
    if (numAffectedRows < MOST_DELETED) return
    await setImmediate()
  }
}
