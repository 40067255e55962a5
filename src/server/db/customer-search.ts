import { sql, type Expression, type Kysely, type SqlBool } from 'kysely'
import type { CustomerType, WebAccountStatus } from '#lib/contract/shapes/codes.ts'
import type { Database } from './database.ts'

type Db = Kysely<Database>

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
