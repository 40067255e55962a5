import type { Db } from '#server/database.ts'
import type { EmailChangeRow } from './tables.ts'

/** Notes which address an account is to have; it takes the place of one that was asked for before. */
export const upsertEmailChange = async (db: Db, change: EmailChangeRow): Promise<void> => {
  const { email, created_at } = change
  await db
    .insertInto('email_change')
    .values(change)
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet({ email, created_at }))
    .execute()
}

export const findEmailChange = async (db: Db, customerId: number): Promise<EmailChangeRow | null> =>
  (await db
    .selectFrom('email_change')
    .selectAll()
    .where('customer_id', '=', customerId)
    .executeTakeFirst()) ?? null

export const deleteEmailChange = async (db: Db, customerId: number): Promise<void> => {
  await db.deleteFrom('email_change').where('customer_id', '=', customerId).execute()
}
