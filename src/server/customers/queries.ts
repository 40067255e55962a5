import { emailKey } from '#lib/shared/email.ts'
import { sql, type ExpressionBuilder } from 'kysely'
import type { CustomerType, WebAccountStatus } from '#lib/codes.ts'
import type { Address, Customer } from '#lib/customers/shapes.ts'
import { notFound } from '#server/platform/http/api-problem.ts'
import { isNoOnes, NO_ONES_DOMAIN } from '#server/platform/mail/outbox.ts'
import { isSqlite } from '#server/platform/database/dialect.ts'
import { compiled } from '#server/platform/database/compiled.ts'
import { makeTerms, searchName } from './terms-queries.ts'
import type { Database, Db } from '#server/database.ts'
import type { CustomerPatch, CustomerRow, NewCustomerRow } from './tables.ts'

const toCustomer = (row: CustomerRow): Customer => ({
  id: row.id,
  customerType: row.customer_type as CustomerType,
  name: { firstName: row.first_name, lastName: row.last_name },
  ...(row.company_name === null ? {} : { companyName: row.company_name }),
  ...(row.nzbn === null ? {} : { nzbn: row.nzbn }),
  email: row.email,
  mobilePhone: row.mobile_phone,
  homePhone: row.home_phone,
  workPhone: row.work_phone,
  postalAddress: row.postal_address === null ? null : (JSON.parse(row.postal_address) as Address),
  webAccountStatus: row.web_account_status as WebAccountStatus,
  marketingConsent: row.marketing_consent === 1,
})

const customerById = compiled((db, { customerId }: { customerId: number }) =>
  db.selectFrom('customer').selectAll().where('id', '=', customerId),
)

export const findCustomer = async (db: Db, customerId: number): Promise<Customer | null> => {
  const [row] = (await customerById(db, { customerId })).rows
  return row ? toCustomer(row) : null
}

/** A customer as signing in and asking for codes need them. */
export interface CustomerLogin {
  customerId: number
  email: string
  firstName: string
  status: WebAccountStatus
  passwordHash: string | null
  epoch: number
}

const toLogin = (
  row: Pick<
    CustomerRow,
    'id' | 'email' | 'first_name' | 'web_account_status' | 'password_hash' | 'session_epoch'
  >,
): CustomerLogin => ({
  customerId: row.id,
  email: row.email,
  firstName: row.first_name,
  status: row.web_account_status as WebAccountStatus,
  passwordHash: row.password_hash,
  epoch: row.session_epoch,
})

const logins = (db: Db) =>
  db
    .selectFrom('customer')
    .select(['id', 'email', 'first_name', 'web_account_status', 'password_hash', 'session_epoch'])

export const findCustomerLogin = async (db: Db, email: string): Promise<CustomerLogin | null> => {
  const row = await logins(db).where('email_key', '=', emailKey(email)).executeTakeFirst()
  return row ? toLogin(row) : null
}

export const getCustomerLogin = async (db: Db, customerId: number): Promise<CustomerLogin> =>
  toLogin(await logins(db).where('id', '=', customerId).executeTakeFirstOrThrow())

/**
 * Stores a new customer.
 *
 * @returns The number, or `null` when the address has an account already; nothing is stored then.
 */
export const insertCustomer = async (
  trx: Db,
  customer: Omit<NewCustomerRow, 'search_name'>,
): Promise<number | null> => {
  const row = await trx
    .insertInto('customer')
    .values({ ...customer, search_name: searchName(customer) })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return null
  await makeTerms(trx, [row.id])
  return row.id
}

/** An account whose address is not proven, and of which nothing is on record: no vehicle, quote or service booking. */
const isPendingAlone =
  (email: string) =>
  ({ and, eb, not, exists, selectFrom }: ExpressionBuilder<Database, 'customer'>) =>
    and([
      eb('email_key', '=', emailKey(email)),
      eb('web_account_status', '=', 'VERIFYPEND'),
      not(
        exists(
          selectFrom('ownership')
            .select('ownership.id')
            .whereRef('ownership.customer_id', '=', 'customer.id'),
        ),
      ),
      not(
        exists(
          selectFrom('quote').select('quote_id').whereRef('quote.customer_id', '=', 'customer.id'),
        ),
      ),
      not(
        exists(
          selectFrom('service_booking')
            .select('booking_id')
            .whereRef('service_booking.customer_id', '=', 'customer.id'),
        ),
      ),
    ])

/** What is left of a customer whose details are deleted. */
export const NO_DETAILS = {
  first_name: 'Deleted',
  last_name: 'customer',
  company_name: null,
  nzbn: null,
  mobile_phone: null,
  home_phone: null,
  work_phone: null,
  postal_address: null,
  web_account_status: 'DEACTIVE',
  marketing_consent: 0,
  password_hash: null,
  search_name: '',
} as const

/**
 * Takes an address from the account that was registered with it and never proven, for the person who has proven it now
 * or gets a staff account.
 * A customer on record keeps theirs.
 */
export const releasePendingAddress = async (trx: Db, email: string, now: string): Promise<void> => {
  // With a space, which no one can type in an address: it is free.
  const freed = sql<string>`'unproven ' || id || ${`@${NO_ONES_DOMAIN}`}`
  const row = await trx
    .updateTable('customer')
    .set({
      ...NO_DETAILS,
      email: freed,
      email_key: freed,
      updated_at: now,
    })
    .where(isPendingAlone(email))
    .returning('id')
    .executeTakeFirst()
  if (row) await makeTerms(trx, [row.id])
}

/**
 * Replaces the typed details of an account whose address is not proven. Any other stays as it is, and so does a
 * customer with a vehicle, a quote or a service booking on record.
 */
export const updatePendingCustomer = async (
  trx: Db,
  email: string,
  set: CustomerPatch & Parameters<typeof searchName>[0],
): Promise<void> => {
  const row = await trx
    .updateTable('customer')
    .set({ ...set, search_name: searchName(set) })
    .where(isPendingAlone(email))
    .returning('id')
    .executeTakeFirst()
  if (row) await makeTerms(trx, [row.id])
}

/** Stores a password chosen for an address that is not proven. It does not sign in until it is confirmed. */
export const setPendingPassword = async (
  db: Db,
  { email, passwordHash, now }: { email: string; passwordHash: string; now: string },
): Promise<void> => {
  await db
    .updateTable('customer')
    .set({ password_hash: passwordHash, updated_at: now })
    .where('email_key', '=', emailKey(email))
    .where('web_account_status', '=', 'VERIFYPEND')
    .execute()
}

/** @returns `null` when there is no such customer. */
export const updateCustomer = async (
  trx: Db,
  customerId: number,
  set: CustomerPatch,
): Promise<Customer | null> => {
  const row = await trx
    .updateTable('customer')
    .set(set)
    .where('id', '=', customerId)
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  if (['first_name', 'last_name', 'company_name'].some((name) => name in set))
    await trx
      .updateTable('customer')
      .set({ search_name: searchName(row) })
      .where('id', '=', customerId)
      .execute()
  await makeTerms(trx, [customerId])
  return toCustomer(row)
}

/**
 * Sets a password in place of the one before.
 *
 * @returns `false` when it is another one by now.
 */
export const updatePassword = async (
  db: Db,
  {
    customerId,
    before,
    after,
    now,
  }: { customerId: number; before: string | null; after: string; now: string },
): Promise<boolean> => {
  const row = await db
    .updateTable('customer')
    .set({ password_hash: after, updated_at: now })
    .where('id', '=', customerId)
    .where('password_hash', before === null ? 'is' : '=', before)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks a customer until the transaction ends: of two changes at once the second waits.
 *
 * @throws {ApiProblem} 404 for one whose account was deleted since the request began.
 */
export const lockCustomer = async (trx: Db, customerId: number): Promise<void> => {
  if (!(await lockIfKept(trx, customerId))) throw notFound()
}

/** As {@link lockCustomer}; returns whether their account is still there. */
export const lockIfKept = async (trx: Db, customerId: number): Promise<boolean> => {
  const row = await trx
    .updateTable('customer')
    .set(({ ref }) => ({ updated_at: ref('updated_at') }))
    .where('id', '=', customerId)
    .returning('email')
    .executeTakeFirst()
  return !row || !isNoOnes(row.email)
}

/**
 * Locks a customer whose address is about to change, also by the erasure, until the transaction ends. The address is
 * unique, so PostgreSQL keeps new rows that name the customer waiting; taken later, the two would wait for each other.
 */
export const lockForNewEmail = async (trx: Db, customerId: number): Promise<void> => {
  const customer = trx.selectFrom('customer').select('id').where('id', '=', customerId)
  await (isSqlite(trx) ? customer : customer.forUpdate()).execute()
}
