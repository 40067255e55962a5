import type { Kysely } from 'kysely'
import type { QuoteFigures } from '#lib/contract/shapes/quote.ts'
import type { Database } from './database.ts'
import type { QuoteCodeTable } from './tables/purchase.ts'

type Db = Kysely<Database>

/** Keeps what a code shows. What is kept for it already stays as it is. */
export const insertQuoteCode = async (db: Db, code: QuoteCodeTable): Promise<void> => {
  await db
    .insertInto('quote_code')
    .values(code)
    .onConflict((conflict) => conflict.column('code_hash').doNothing())
    .execute()
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
