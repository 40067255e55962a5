import { sql, type Expression, type Kysely, type SqlBool } from 'kysely'
import type { CustomerType, WebAccountStatus } from '#lib/contract/shapes/codes.ts'
import type { Address, Customer } from '#lib/contract/shapes/customer.ts'
import { compiled } from './compiled.ts'
import type { Database } from './database.ts'
import type { CustomerPatch, CustomerRow, NewCustomerRow } from './tables/customer.ts'

type Db = Kysely<Database>

/** What makes two spellings of an address the same account. */
export const emailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase()

/** Within a name: an apostrophe in its spellings, the ʻokina and the fakauʻa. */
const APOSTROPHES = /['’‘`ʻʼ]/gu

/** Text as search compares it: lower case, without macrons, apostrophes and other marks, single spaces. */
export const foldName = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(APOSTROPHES, '')
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim()

/**
 * The `search_name` of a customer: begins with a space, so that every word in it does. O’Rourke is found by `orourke`
 * and by `rourke`.
 */
export const searchName = (row: {
  first_name: string
  last_name: string
  company_name?: string | null | undefined
}): string => {
  const names = `${row.first_name} ${row.last_name} ${row.company_name ?? ''}`
  const parts = names.split(/\s+/).filter((name) => name.search(APOSTROPHES) > 0)
  return ` ${foldName([names, ...parts.map((name) => name.replace(APOSTROPHES, ' '))].join(' '))}`
}

export const toCustomer = (row: CustomerRow): Customer => ({
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
  const [row] = await customerById(db, { customerId })
  return row ? toCustomer(row) : null
}

/** A customer as signing in and asking for codes need them. */
export interface CustomerLogin {
  customerId: number
  email: string
  firstName: string
  status: WebAccountStatus
  passwordHash: string | null
}

const toLogin = (
  row: Pick<CustomerRow, 'id' | 'email' | 'first_name' | 'web_account_status' | 'password_hash'>,
): CustomerLogin => ({
  customerId: row.id,
  email: row.email,
  firstName: row.first_name,
  status: row.web_account_status as WebAccountStatus,
  passwordHash: row.password_hash,
})

const logins = (db: Db) =>
  db
    .selectFrom('customer')
    .select(['id', 'email', 'first_name', 'web_account_status', 'password_hash'])

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
export const insertCustomer = async (db: Db, customer: NewCustomerRow): Promise<number | null> =>
  (
    await db
      .insertInto('customer')
      .values(customer)
      .onConflict((conflict) => conflict.column('email_key').doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id ?? null

/**
 * Replaces what was typed for an account whose address nobody has proven yet. Any other stays as it is, and so does a
 * customer whom our people know: one with a vehicle or a quote on record.
 */
export const updatePendingCustomer = async (
  db: Db,
  email: string,
  set: CustomerPatch,
): Promise<void> => {
  await db
    .updateTable('customer')
    .set(set)
    .where('email_key', '=', emailKey(email))
    .where('web_account_status', '=', 'VERIFYPEND')
    .where(({ and, not, exists, selectFrom }) =>
      and([
        not(
          exists(
            selectFrom('ownership')
              .select('ownership.id')
              .whereRef('ownership.customer_id', '=', 'customer.id'),
          ),
        ),
        not(
          exists(
            selectFrom('quote')
              .select('quote_id')
              .whereRef('quote.customer_id', '=', 'customer.id'),
          ),
        ),
      ]),
    )
    .execute()
}

/** Forgets the password that somebody chose for an address that nobody has proven yet. */
export const forgetPendingPassword = async (db: Db, email: string, now: string): Promise<void> => {
  await db
    .updateTable('customer')
    .set({ password_hash: null, updated_at: now })
    .where('email_key', '=', emailKey(email))
    .where('web_account_status', '=', 'VERIFYPEND')
    .execute()
}

/** @returns `null` when there is no such customer. */
export const updateCustomer = async (
  db: Db,
  customerId: number,
  set: CustomerPatch,
): Promise<Customer | null> => {
  const row = await db
    .updateTable('customer')
    .set(set)
    .where('id', '=', customerId)
    .returningAll()
    .executeTakeFirst()
  return row ? toCustomer(row) : null
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

/** Keeps what is searched by in step with the names, in the transaction that changed them. */
export const refreshSearchName = async (db: Db, customerId: number): Promise<void> => {
  const row = await db
    .selectFrom('customer')
    .select(['first_name', 'last_name', 'company_name'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('customer')
    .set({ search_name: searchName(row) })
    .where('id', '=', customerId)
    .execute()
}

export const listOwnerships = (db: Db, customerId: number) =>
  db
    .selectFrom('ownership')
    .select(['registration', 'make', 'model', 'year'])
    .where('customer_id', '=', customerId)
    .orderBy('id')
    .execute()

/** What is known of a customer's car; `null` when it is not on record as theirs. */
export const findOwnership = async (db: Db, customerId: number, registration: string) =>
  (await db
    .selectFrom('ownership')
    .select(['make', 'model'])
    .where('customer_id', '=', customerId)
    .where('registration', '=', registration)
    .executeTakeFirst()) ?? null

/** What a search compares; texts are matched letter for letter, never as patterns. */
export type CustomerQuery =
  /** Each word begins a word of the name. */
  | { nameWords: string[] }
  /** The registration begins with it. */
  | { registration: string }
  /** A whole phone number in E.164. */
  | { phone: string }
  /** Digits within a phone number. */
  | { phoneDigits: string }
  /** Within the address, in lower case. */
  | { email: string }

/** Customers found, by last name; `registrations` of each in the order they were added. */
export async function findCustomers(db: Db, query: CustomerQuery, most: number) {
  const customers = await db
    .selectFrom('customer')
    .select([
      'id',
      'customer_type',
      'first_name',
      'last_name',
      'company_name',
      'email',
      'mobile_phone',
      'home_phone',
      'work_phone',
      'web_account_status',
    ])
    .where(matches(query))
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .limit(most)
    .execute()
  if (customers.length === 0) return []
  const ownerships = await db
    .selectFrom('ownership')
    .select(['customer_id', 'registration'])
    .where(
      'customer_id',
      'in',
      customers.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()
  return customers.map((row) => ({
    id: row.id,
    customerType: row.customer_type as CustomerType,
    name: { firstName: row.first_name, lastName: row.last_name },
    ...(row.company_name === null ? {} : { companyName: row.company_name }),
    email: row.email,
    mobilePhone: row.mobile_phone,
    homePhone: row.home_phone,
    workPhone: row.work_phone,
    webAccountStatus: row.web_account_status as WebAccountStatus,
    registrations: ownerships
      .filter(({ customer_id }) => customer_id === row.id)
      .map(({ registration }) => registration),
  }))
}

function matches(query: CustomerQuery): Expression<SqlBool> {
  if ('nameWords' in query)
    return within(query.nameWords.map((word) => like('search_name', `% ${escape(word)}%`)))
  if ('registration' in query) {
    const { registration } = query
    // Between the first and the last that begin so: LIKE alone would read them all.
    return sql<SqlBool>`customer.id in (select customer_id from ownership where registration between ${registration}
      and ${registration.padEnd(LONGEST_REGISTRATION, 'Z')} and ${like('registration', `${escape(registration)}%`)})`
  }
  if ('email' in query) return within([like('email_key', `%${escape(query.email)}%`)])
  if ('phone' in query)
    return any(PHONES.map((phone) => sql`${sql.ref(`customer.${phone}`)} = ${query.phone}`))
  const digits = `%${escape(query.phoneDigits)}%`
  return any(PHONES.map((phone) => within([like(phone, digits)])))
}

const PHONES = ['mobile_phone', 'home_phone', 'work_phone'] as const
const LONGEST_REGISTRATION = 20

/** Text within a column cannot be looked up: the column's index is read through, which is a tenth of the table. */
const within = (conditions: Expression<SqlBool>[]): Expression<SqlBool> =>
  sql<SqlBool>`customer.id in (select id from customer where ${sql.join(conditions, sql` and `)})`

const any = (conditions: Expression<unknown>[]): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.join(conditions, sql` or `)})`

const like = (column: string, pattern: string): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '!'`

/** Letters that mean something to LIKE mean only themselves. */
const escape = (text: string): string => text.replace(/[!%_]/g, '!$&')
