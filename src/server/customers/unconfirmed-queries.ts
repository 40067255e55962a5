import { sql, type ExpressionBuilder } from 'kysely'
import type { Database, Db } from '#server/database.ts'
import { CODE_KINDS } from '#server/platform/mail/kinds.ts'
import { isTo } from '#server/platform/mail/outbox-queries.ts'

/** A row in one of these is something on record about a customer, or a confirmation under way. */
const RECORDS = [
  'account_deletion',
  'acting',
  'data_export',
  'email_change',
  'link_token',
  'login_code',
  'ownership',
  'purchase_journey',
  'quote',
  'recall_notice',
  'service_booking',
  'session',
] as const

/** A registration that was last sent before an instant and never confirmed. Accounts that staff gave a customer are none. */
const isUnconfirmed =
  (before: string) =>
  ({ and, eb, not, exists, selectFrom }: ExpressionBuilder<Database, 'customer'>) =>
    and([
      // A literal, so that SQLite takes the index of these rows.
      eb('web_account_status', '=', sql.lit('VERIFYPEND' as const)),
      eb('updated_at', '<', before),
      ...RECORDS.map((table) =>
        not(
          exists(
            selectFrom(table)
              .select(`${table}.customer_id`)
              .whereRef(`${table}.customer_id`, '=', 'customer.id'),
          ),
        ),
      ),
      // An account that staff give ends the customer's sessions, though a registration has none.
      eb('session_epoch', '=', 0),
    ])

export const listUnconfirmedCustomers = async (
  db: Db,
  before: string,
  most: number,
): Promise<number[]> =>
  (
    await db
      .selectFrom('customer')
      .select('id')
      .where(isUnconfirmed(before))
      .orderBy('updated_at')
      .limit(most)
      .execute()
  ).map(({ id }) => id)

/** Deletes a registration with the email that went to its address, unless it has been confirmed since it was listed. Answers that address. */
export async function deleteUnconfirmedCustomer(
  trx: Db,
  customerId: number,
  before: string,
): Promise<string | null> {
  const deleted = await trx
    .deleteFrom('customer')
    .where('id', '=', customerId)
    .where(isUnconfirmed(before))
    .returning('email')
    .executeTakeFirst()
  if (!deleted) return null
  // Another email to that address is its owner's: of a booking without an account, say.
  await trx
    .deleteFrom('outbox')
    .where(isTo(deleted.email))
    .where('kind', 'in', CODE_KINDS)
    .execute()
  return deleted.email
}
