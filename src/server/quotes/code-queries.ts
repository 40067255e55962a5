import type { QuoteFigures } from '#lib/quotes/shapes.ts'
import type { Db } from '#server/database.ts'
import type { QuoteCodeTable } from './tables.ts'

/**
 * Stores the figures that a code shows, once for a code.
 *
 * @param most Codes kept for one quote; older ones stop working.
 */
export async function insertQuoteCode(db: Db, code: QuoteCodeTable, most: number): Promise<void> {
  const isNew = await db
    .insertInto('quote_code')
    .values(code)
    .onConflict((conflict) => conflict.column('code_hash').doNothing())
    .returning('code_hash')
    .executeTakeFirst()
  if (!isNew) return
  const tooMany = await db
    .selectFrom('quote_code')
    .select('code_hash')
    .where('quote_id', '=', code.quote_id)
    .where('code_hash', '<>', code.code_hash)
    .orderBy('created_at', 'desc')
    .orderBy('code_hash')
    .offset(most - 1)
    .limit(100)
    .execute()
  if (tooMany.length === 0) return
  const hashes = tooMany.map(({ code_hash }) => code_hash)
  await db.deleteFrom('quote_code').where('code_hash', 'in', hashes).execute()
}

/** @param quoteId The quote that the code has to be of; without it any. */
export const findQuoteByCode = async (
  db: Db,
  codeHash: string,
  quoteId?: string,
): Promise<QuoteFigures | null> => {
  const row = await db
    .selectFrom('quote_code')
    .select('content')
    .where('code_hash', '=', codeHash)
    .$if(quoteId !== undefined, (query) => query.where('quote_id', '=', quoteId!))
    .executeTakeFirst()
  return row ? (JSON.parse(row.content) as QuoteFigures) : null
}
