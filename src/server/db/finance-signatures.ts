import type { Kysely } from 'kysely'
import type { Database } from './database.ts'
import type { FinanceSignatureRow } from './tables/purchase.ts'

type Db = Kysely<Database>

export const insertFinanceSignature = async (db: Db, row: FinanceSignatureRow): Promise<void> => {
  await db.insertInto('finance_signature').values(row).execute()
}

export const findFinanceSignature = async (
  db: Db,
  journeyId: string,
): Promise<FinanceSignatureRow | null> =>
  (await db
    .selectFrom('finance_signature')
    .selectAll()
    .where('purchase_journey_id', '=', journeyId)
    .executeTakeFirst()) ?? null
