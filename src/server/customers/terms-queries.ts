import { emailStarts } from '#lib/shared/email.ts'
import type { Db } from '#server/database.ts'
import { splitForInsert } from '#server/platform/database/parts.ts'
import type { CustomerRow, CustomerTermRow } from './tables.ts'

/** Fewer digits than this would match half of all phones. */
export const MIN_PHONE_DIGITS = 3
/** Customers whose terms are made in one transaction, so that the write lock is held briefly. */
const CUSTOMERS_AT_ONCE = 50

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

/** What the terms of a customer are made of. */
const FOUND_BY = [
  'id',
  'search_name',
  'email_key',
  'mobile_phone',
  'home_phone',
  'work_phone',
] as const
type FoundBy = Pick<CustomerRow, (typeof FOUND_BY)[number]>

function termsOf(row: FoundBy): CustomerTermRow[] {
  const terms: Record<CustomerTermRow['kind'], string[]> = {
    name: row.search_name.split(' ').filter(Boolean),
    email: emailStarts(row.email_key).map((start) => row.email_key.slice(start)),
    phone: [row.mobile_phone, row.home_phone, row.work_phone].flatMap(digitsFromEachOn),
  }
  return (['name', 'email', 'phone'] as const).flatMap((kind) =>
    [...new Set(terms[kind])].map((term) => ({ kind, term, customer_id: row.id })),
  )
}

function digitsFromEachOn(phone: string | null): string[] {
  const digits = (phone ?? '').replace(/\D/g, '')
  return Array.from({ length: Math.max(0, digits.length - MIN_PHONE_DIGITS + 1) }, (_, start) =>
    digits.slice(start),
  )
}

/** Makes the search terms of some customers again, in the transaction that changed and locked their rows. */
export async function makeTerms(trx: Db, customerIds: number[]): Promise<void> {
  const rows = await trx
    .updateTable('customer')
    .set((eb) => ({ terms_at: eb.ref('updated_at') }))
    .where('id', 'in', customerIds)
    .returning(FOUND_BY)
    .execute()
  await trx.deleteFrom('customer_term').where('customer_id', 'in', customerIds).execute()
  for (const some of splitForInsert(rows.flatMap(termsOf)))
    await trx.insertInto('customer_term').values(some).execute()
}

const withoutTerms = (db: Db, most: number) =>
  db
    .selectFrom('customer')
    .select('id')
    .where('terms_at', 'is distinct from', (eb) => eb.ref('updated_at'))
    .orderBy('id')
    .limit(most)
    .execute()

/**
 * Makes the terms of all customers who have none, or whose row was changed since, as by a statement that an operator
 * ran by hand.
 */
export async function makeMissingTerms(db: Db): Promise<void> {
  for (;;) {
    const customers = await withoutTerms(db, CUSTOMERS_AT_ONCE)
    if (customers.length === 0) return
    await db.transaction().execute((trx) =>
      makeTerms(
        trx,
        customers.map(({ id }) => id),
      ),
    )
  }
}
