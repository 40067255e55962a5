import type { Database, Db } from '#server/database.ts'
import { releaseAllocation } from '#server/stock/queries.ts'

/**
 * Tables that a shop keeps of a demo's database: what the operator brought and made. Rows of a sample person or of a
 * customer in them are deleted with that person.
 */
export const KEPT = [
  'address_import',
  'address_point',
  'address_road',
  'api_client',
  'api_token',
  'audit',
  'audit_head',
  'build_slot',
  'data_key',
  'file_removal',
  'key_check',
  'passkey',
  'passkey_owner',
  'recall',
  'recall_vehicle',
  'staff',
  'staff_recovery_code',
  'stock',
  'stock_car',
  'webhook_endpoint',
] as const satisfies (keyof Database)[]

/** All other tables, those first that refer to others. */
export const EMPTIED = [
  'allocation',
  'refund',
  'dispute',
  'payment_review',
  'payment',
  'receipt',
  'payout',
  'reconciliation',
  'money_difference',
  'provider_event',
  'provider_check',
  'agreement_acceptance',
  'agreement_signature',
  'sale_agreement',
  'finance_signature',
  'delivery_event',
  'delivery_estimate',
  'hand_over',
  'purchase_link',
  'purchase_person_event',
  'purchase_person',
  'price_credit',
  'journey_event',
  'purchase_note',
  'purchase_file',
  'trade_vehicle',
  'purchase_journey',
  'quote_code',
  'quote',
  'service_slot',
  'service_hold',
  'service_booking',
  'data_export_part',
  'data_export',
  'account_deletion',
  'customer_term',
  'ownership',
  'recall_notice',
  'email_change',
  'register_answer',
  'login_code',
  'link_token',
  'passkey_challenge',
  'acting',
  'session',
  'message',
  'watch',
  'outbox',
  'idempotency',
  'webhook_attempt',
  'webhook_delivery',
  'network_mark',
  'rate',
  'captcha_used',
  'customer',
] as const satisfies (keyof Database)[]

/** Whether a table has a row, or a row of a demo's sample people. */
const hasRow = async (db: Db, table: 'staff' | 'customer', ofSample: boolean): Promise<boolean> => {
  const rows = db.selectFrom(table).select('id').limit(1)
  const row = await (ofSample ? rows.where('is_sample', '=', 1) : rows).executeTakeFirst()
  return row !== undefined
}

/** Whether an account with a published password exists: the database is a demo's. */
export const hasSamplePeople = async (db: Db): Promise<boolean> =>
  (await hasRow(db, 'staff', true)) || (await hasRow(db, 'customer', true))

export const hasCustomers = (db: Db): Promise<boolean> => hasRow(db, 'customer', false)

/**
 * Deletes everything that was made in a demo, its payments included, and the sample staff. Reserved cars go back to the
 * stock.
 */
export async function deleteDemo(trx: Db): Promise<{ customers: number; staff: number[] }> {
  const customers = await trx.selectFrom('customer').select('id').execute()
  const held = await trx.selectFrom('allocation').select('purchase_journey_id').execute()
  for (const { purchase_journey_id } of held) await releaseAllocation(trx, purchase_journey_id)
  for (const table of EMPTIED) await trx.deleteFrom(table).execute()
  const staff = await trx.deleteFrom('staff').where('is_sample', '=', 1).returning('id').execute()
  return { customers: customers.length, staff: staff.map(({ id }) => id) }
}
