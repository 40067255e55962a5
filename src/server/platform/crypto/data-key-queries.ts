import { sql, type Kysely } from 'kysely'
import { OWN_DATA_KEY_ID } from './keys.ts'
import type { Db } from '#server/database.ts'

/** Records that a key is in use. */
export async function noteDataKey(db: Db, keyId: string): Promise<void> {
  if ((await dataKeysInUse(db)).includes(keyId)) return
  await db
    .insertInto('data_key')
    .values({ key_id: keyId })
    .onConflict((conflict) => conflict.column('key_id').doNothing())
    .execute()
}

/** The ids of all keys that may be in use. */
export const dataKeysInUse = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('data_key').select('key_id').orderBy('key_id').execute()).map(
    ({ key_id }) => key_id,
  )

export const forgetDataKeys = async (trx: Db, keyIds: string[]): Promise<void> => {
  if (keyIds.length > 0) await trx.deleteFrom('data_key').where('key_id', 'in', keyIds).execute()
}

/** An encrypted column, and the columns that identify its rows. */
export interface SealedColumn {
  table: string
  column: string
  row: readonly string[]
}

/** An encrypted value, and the values that identify its row. */
export interface SealedValue {
  row: (string | number)[]
  sealed: string
}

/** For tables whose names are only known at run time. */
const byName = (db: Db) =>
  db as unknown as Kysely<Record<string, Record<string, string | number | null>>>

const named = ({ row }: SealedColumn) => sql`(${sql.join(row.map((name) => sql.ref(name)))})`

/**
 * Lists values that are encrypted with another key, in the order of their rows.
 *
 * @param after The last row of the page before; `null` at the beginning.
 */
export async function listSealedWithOtherKeys(
  db: Db,
  place: SealedColumn,
  keyId: string,
  after: SealedValue['row'] | null,
  most: number,
): Promise<SealedValue[]> {
  const { table, column, row } = place
  let query = byName(db)
    .selectFrom(table)
    .select([...row, column])
    .where(column, 'is not', null)
    .where(column, 'not like', `${keyId}.%`)
    .orderBy(sql.join(row.map((name) => sql.ref(name))))
    .limit(most)
  if (after) query = query.where(sql<boolean>`${named(place)} > (${sql.join(after)})`)
  return (await query.execute()).map((found) => ({
    row: row.map((name) => found[name]!),
    sealed: found[column] as string,
  }))
}

/** Replaces a value, unless it has changed. Returns whether it was replaced. */
export async function replaceSealed(
  db: Db,
  place: SealedColumn,
  { row, sealed }: SealedValue,
  replacement: string,
): Promise<boolean> {
  const { numUpdatedRows } = await byName(db)
    .updateTable(place.table)
    .set({ [place.column]: replacement })
    .where(sql<boolean>`${named(place)} = (${sql.join(row)})`)
    .where(place.column, '=', sealed)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export interface KeyCount {
  keyId: string
  count: number
}

/** Counts the values of a column by key. */
export async function countByKey(db: Db, { table, column }: SealedColumn): Promise<KeyCount[]> {
  // All ids except the first have nine characters.
  const keyId = sql<string>`case when ${sql.ref(column)} like ${`${OWN_DATA_KEY_ID}.%`}
    then ${OWN_DATA_KEY_ID} else substr(${sql.ref(column)}, 1, 9) end`
  const counts = await byName(db)
    .selectFrom(table)
    .select([keyId.as('keyId'), (eb) => eb.fn.countAll().as('count')])
    .where(column, 'is not', null)
    .groupBy(sql`1`)
    .orderBy(sql`1`)
    .execute()
  return counts.map((found) => ({ keyId: found.keyId, count: Number(found.count) }))
}

/** Counts uploaded files by key. */
export const countFilesByKey = async (db: Db): Promise<KeyCount[]> =>
  (
    await db
      .selectFrom('purchase_file')
      .select(['content_key as keyId', (eb) => eb.fn.countAll().as('count')])
      .groupBy('content_key')
      .orderBy('content_key')
      .execute()
  ).map(({ keyId, count }) => ({ keyId, count: Number(count) }))

/** Lists uploaded files that are encrypted with another key, by id. */
export const listFilesWithOtherKeys = async (
  db: Db,
  keyId: string,
  after: string,
  most: number,
): Promise<string[]> =>
  (
    await db
      .selectFrom('purchase_file')
      .select('file_id')
      .where('content_key', '<>', keyId)
      .where('file_id', '>', after)
      .orderBy('file_id')
      .limit(most)
      .execute()
  ).map(({ file_id }) => file_id)

/** Records which key a file is encrypted with. Returns whether its row still exists. */
export const noteFileKey = async (trx: Db, fileId: string, keyId: string): Promise<boolean> =>
  (await trx
    .updateTable('purchase_file')
    .set({ content_key: keyId })
    .where('file_id', '=', fileId)
    .returning('file_id')
    .executeTakeFirst()) !== undefined
