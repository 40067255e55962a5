import type { Db } from '#server/database.ts'
import type { LinkTokenRow } from './tables.ts'

export const insertLinkToken = async (db: Db, link: LinkTokenRow): Promise<void> => {
  await db.insertInto('link_token').values(link).execute()
}

/** Whose link it is; `null` for an unknown one. */
export const customerOfLink = async (db: Db, tokenHash: string): Promise<number | null> =>
  (
    await db
      .selectFrom('link_token')
      .select('customer_id')
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst()
  )?.customer_id ?? null

/**
 * Uses a link up.
 *
 * @returns `false` when it is unknown, older than `notBefore`, or used: of several at once one gets it.
 */
export const useUpLink = async (
  db: Db,
  { token_hash, notBefore, now }: { token_hash: string; notBefore: string; now: string },
): Promise<boolean> =>
  (await db
    .updateTable('link_token')
    .set({ used_at: now })
    .where('token_hash', '=', token_hash)
    .where('used_at', 'is', null)
    .where('created_at', '>', notBefore)
    .returning('customer_id')
    .executeTakeFirst()) !== undefined

export const deleteLinksOf = async (db: Db, customerId: number): Promise<void> => {
  await db.deleteFrom('link_token').where('customer_id', '=', customerId).execute()
}
