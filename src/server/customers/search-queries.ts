import { sql, type ExpressionBuilder, type SqlBool } from 'kysely'
import type { CustomerType, WebAccountStatus } from '#lib/codes.ts'
import type { Database, Db } from '#server/database.ts'
import type { CustomerTermRow } from './tables.ts'

/** Above this many matches, results are not sorted by name: the search has to be narrower anyway. */
const MAX_SORTED = 1_000

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
  /** A part of the address begins with it, in lower case. */
  | { email: string }

/**
 * Customers found, by last name; `registrations` of each in the order they were added. By a registration, those come first
 * who bought that car: anyone can add any car to theirs.
 */
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
    .where((eb) => matches(eb, query))
    .$call((found) =>
      'registration' in query
        ? found.orderBy((eb) =>
            eb.case().when(hasPlate(query.registration, true)).then(0).else(1).end(),
          )
        : found,
    )
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
    .where('ended_day', 'is', null)
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

type Customers = ExpressionBuilder<Database, 'customer'>

function matches(eb: Customers, query: CustomerQuery) {
  if ('nameWords' in query) return hasTerms(eb, 'name', query.nameWords)
  if ('email' in query) return hasTerms(eb, 'email', [query.email])
  if ('phoneDigits' in query) return hasTerms(eb, 'phone', [query.phoneDigits])
  if ('phone' in query) return eb.or(PHONES.map((phone) => eb(phone, '=', query.phone)))
  return hasPlate(query.registration)
}

/** Whether a customer has a car whose registration begins so; `isBought` for one that came with a purchase. */
function hasPlate(beginning: string, isBought = false) {
  const pattern = `${beginning.replace(/[!%_]/g, '!$&')}%`
  const source = isBought ? sql`added_at is null` : sql`true`
  // Between the first and the last that begin so: LIKE alone would read them all.
  return sql<SqlBool>`customer.id in (select customer_id from ownership where ended_day is null and registration between ${beginning}
    and ${beginning.padEnd(LONGEST_REGISTRATION, 'Z')} and registration like ${pattern} escape '!' and ${source})`
}

const PHONES = ['mobile_phone', 'home_phone', 'work_phone'] as const
const LONGEST_REGISTRATION = 20
/** No letter comes after it. */
const LAST_LETTER = '\u{10FFFF}'

/** Customers who have, for each of some beginnings, a term that begins so. */
function hasTerms(eb: Customers, kind: CustomerTermRow['kind'], beginnings: string[]) {
  // The longest finds the fewest, and those are looked through.
  const [longest = '', ...others] = [...new Set(beginnings)].sort((a, b) => b.length - a.length)
  const found = eb
    .selectFrom('customer_term as found')
    .select('found.customer_id')
    .where('found.kind', '=', kind)
    .where((term) => term.between('found.term', longest, longest + LAST_LETTER))
    .where((term) =>
      term.and(
        others.map((beginning) =>
          term.exists(
            term
              .selectFrom('customer_term as other')
              .select('other.customer_id')
              .whereRef('other.customer_id', '=', 'found.customer_id')
              .where('other.kind', '=', kind)
              .where((one) => one.between('other.term', beginning, beginning + LAST_LETTER)),
          ),
        ),
      ),
    )
    .orderBy('found.term')
    .orderBy('found.customer_id')
    .limit(MAX_SORTED)
  return eb('customer.id', 'in', found)
}
