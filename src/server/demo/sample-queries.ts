import { emailKey } from '#lib/shared/email.ts'
import type { Db } from '#server/database.ts'
import { isTo } from '#server/platform/mail/outbox-queries.ts'
import { eraseBookings } from '#server/service/queries.ts'
import { releaseAllocation } from '#server/stock/queries.ts'

interface Person {
  id: number
  email: string
}

/** Tables with rows that are deleted with their customer; rows of a purchase are deleted with the purchase. */
export const OF_CUSTOMERS = [
  'account_deletion',
  'acting',
  'customer_term',
  'data_export',
  'email_change',
  'link_token',
  'login_code',
  'ownership',
  'recall_notice',
  'session',
] as const
export const OF_STAFF = ['acting', 'session', 'staff_recovery_code'] as const

/** The sample people of a demo that are still in the database. */
export async function listSamplePeople(db: Db): Promise<{ customers: Person[]; staff: Person[] }> {
  const listOf = (table: 'customer' | 'staff') =>
    db.selectFrom(table).select(['id', 'email']).where('is_sample', '=', 1).orderBy('id').execute()
  return { customers: await listOf('customer'), staff: await listOf('staff') }
}

/** Whether an account with a published password exists. */
export async function hasSamplePeople(db: Db): Promise<boolean> {
  for (const table of ['staff', 'customer'] as const)
    if (
      await db.selectFrom(table).select('id').where('is_sample', '=', 1).limit(1).executeTakeFirst()
    )
      return true
  return false
}

/** Deletes a customer with all their rows except the audit, confirmed purchases included. */
export async function deleteCustomer(trx: Db, { id, email }: Person): Promise<void> {
  const journeys = await trx
    .selectFrom('purchase_journey')
    .select(['purchase_journey_id', 'original_quote_id', 'current_quote_id'])
    .where('customer_id', '=', id)
    .execute()
  for (const { purchase_journey_id } of journeys) {
    await releaseAllocation(trx, purchase_journey_id)
    const payments = trx
      .selectFrom('payment')
      .select('payment_id')
      .where('purchase_journey_id', '=', purchase_journey_id)
    await trx.deleteFrom('refund').where('payment_id', 'in', payments).execute()
    for (const table of ['payment', 'receipt', 'agreement_acceptance', 'purchase_journey'] as const)
      await trx.deleteFrom(table).where('purchase_journey_id', '=', purchase_journey_id).execute()
  }
  await trx.deleteFrom('quote').where('customer_id', '=', id).execute()
  await eraseBookings(trx, id)
  for (const table of OF_CUSTOMERS)
    await trx.deleteFrom(table).where('customer_id', '=', id).execute()
  await trx.deleteFrom('idempotency').where('subject', '=', `customer:${id}`).execute()
  await trx.deleteFrom('outbox').where(isTo(email)).execute()
  for (const table of ['message', 'watch'] as const)
    await trx.deleteFrom(table).where('email_key', '=', emailKey(email)).execute()
  await trx.deleteFrom('customer').where('id', '=', id).execute()
}

/** Deletes a member of staff. Their actions stay, without the name. */
export async function deleteStaff(trx: Db, { id, email }: Person): Promise<void> {
  await trx.updateTable('message').set({ done_by: null }).where('done_by', '=', id).execute()
  for (const table of OF_STAFF) await trx.deleteFrom(table).where('staff_id', '=', id).execute()
  await trx.deleteFrom('idempotency').where('subject', '=', `staff:${id}`).execute()
  await trx.deleteFrom('outbox').where(isTo(email)).execute()
  await trx.deleteFrom('staff').where('id', '=', id).execute()
}

/**
 * Signs everyone out and invalidates mailed codes and links, because anyone can read the mail of a demo. Customers lose
 * their passwords and passkeys too, because a mailed code is enough to set one.
 */
export async function endAllAccess(trx: Db): Promise<void> {
  for (const table of ['acting', 'session', 'login_code', 'link_token', 'email_change'] as const)
    await trx.deleteFrom(table).execute()
  await trx.deleteFrom('passkey_owner').where('customer_id', 'is not', null).execute()
  await trx.updateTable('customer').set({ password_hash: null }).execute()
}
