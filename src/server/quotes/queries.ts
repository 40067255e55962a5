import { expressionBuilder, sql, type DialectAdapter, type ExpressionBuilder } from 'kysely'
import type { NewUsed } from '#lib/codes.ts'
import type { Quote, QuoteRequest } from '#lib/quotes/shapes.ts'
import type { Price } from '#lib/pricing/pricing.ts'
import { deleteInPieces } from '#server/platform/database/batches.ts'
import { compiled } from '#server/platform/database/compiled.ts'
import type { Database, Db } from '#server/database.ts'
import type { NewQuoteRow, QuoteRow } from './tables.ts'
import { olderThan, type Cursor } from '#server/platform/database/cursor.ts'

/** A quote, and the hash of the browser id that may reopen it while it has no customer. */
export interface StoredQuote {
  quote: Quote
  browserIdHash: string | null
}

type Priced = Pick<Price, 'vehicle' | 'lines' | 'totals' | 'finance'>

/** The columns of a quote that follow from its price. */
export type PriceColumns = Pick<
  NewQuoteRow,
  | 'pay_option'
  | 'request'
  | 'priced'
  | 'drive_away_cents'
  | 'catalogue_version'
  | 'created_at'
  | 'expires_at'
>

/** The request and price of one version of a quote: they never change. */
interface Content {
  request: QuoteRequest
  priced: Priced
}

/** The other columns of a quote, which tell its versions apart. */
const HEAD = [
  'quote_id',
  'pay_option',
  'customer_id',
  'customer_name',
  'customer_email',
  'catalogue_version',
  'created_at',
  'expires_at',
  'version',
] as const
type QuoteHead = Pick<QuoteRow, (typeof HEAD)[number]>

const contentOf = ({ request, priced }: Pick<QuoteRow, 'request' | 'priced'>): Content => ({
  request: JSON.parse(request) as QuoteRequest,
  priced: JSON.parse(priced) as Priced,
})

const toQuote = (row: QuoteRow): Quote => withContent(row, contentOf(row))

const withContent = (row: QuoteHead, { request, priced }: Content): Quote => {
  return {
    quoteId: row.quote_id,
    payOption: row.pay_option,
    newUsed: request.newUsed ?? ('NEW' satisfies NewUsed),
    customerId: row.customer_id,
    anonymousQuote: row.customer_id === null,
    customerName: row.customer_name,
    customerEmail: row.customer_email,
    request,
    ...priced,
    catalogueVersion: row.catalogue_version,
    created: row.created_at,
    expires: row.expires_at,
    version: row.version,
  }
}

/** The price of a quote as columns, to be stored once more. */
export const columnsOf = (quote: Quote): PriceColumns => {
  const { vehicle, lines, totals, finance } = quote
  return {
    pay_option: quote.payOption,
    request: JSON.stringify(quote.request),
    priced: JSON.stringify({ vehicle, lines, totals, finance }),
    drive_away_cents: totals.driveAwayCents,
    catalogue_version: quote.catalogueVersion,
    created_at: quote.created,
    expires_at: quote.expires,
  }
}

const quotesById = compiled((db, { quoteIds }: { quoteIds: string[] }) =>
  db.selectFrom('quote').selectAll().where('quote_id', 'in', quoteIds),
)

export const findQuote = async (db: Db, quoteId: string): Promise<StoredQuote | null> => {
  const [row] = (await quotesById(db, { quoteIds: [quoteId] })).rows
  return row ? { quote: toQuote(row), browserIdHash: row.browser_id_hash } : null
}

const headsById = compiled((db, { quoteIds }: { quoteIds: string[] }) =>
  db.selectFrom('quote').select(HEAD).where('quote_id', 'in', quoteIds),
)

/** Contents remembered at most; the one read first is forgotten first. About 5 kB each. */
const MAX_CONTENTS = 1_000
const contentsOf = new WeakMap<DialectAdapter, Map<string, Content>>()

/** Quotes by their ids. What they cost is read and understood once a version. */
export async function findQuotes(db: Db, quoteIds: string[]): Promise<Map<string, Quote>> {
  if (quoteIds.length === 0) return new Map()
  const wanted = [...new Set(quoteIds)]
  const { adapter } = db.getExecutor()
  let contents = contentsOf.get(adapter)
  if (!contents) contentsOf.set(adapter, (contents = new Map()))

  const quotes = new Map<string, Quote>()
  const heads = (await headsById(db, { quoteIds: wanted })).rows
  for (const head of heads) {
    const content = contents.get(versionKey(head))
    if (content) quotes.set(head.quote_id, withContent(head, content))
  }
  const missing = heads.map(({ quote_id }) => quote_id).filter((id) => !quotes.has(id))
  if (missing.length === 0) return quotes
  for (const row of (await quotesById(db, { quoteIds: missing })).rows) {
    const content = frozen(contentOf(row))
    // A version that is written in a transaction may never be.
    if (!db.isTransaction) {
      if (contents.size >= MAX_CONTENTS) contents.delete(contents.keys().next().value!)
      contents.set(versionKey(row), content)
    }
    quotes.set(row.quote_id, withContent(row, content))
  }
  return quotes
}

/** A value that several share: nothing may change it, nor anything in it. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value))
    Object.values(Object.freeze(value)).forEach(frozen)
  return value
}

/** With the moment of the price: a database restored from a backup counts its versions again. */
const versionKey = ({ quote_id, version, created_at }: QuoteHead): string =>
  `${quote_id} ${version} ${created_at}`

const addQuote = compiled((db, quote: QuoteRow) => db.insertInto('quote').values(quote))

export async function insertQuote(db: Db, quote: QuoteRow): Promise<Quote> {
  await addQuote(db, quote)
  return toQuote(quote)
}

/** Stores the copy of a quote for a customer, or answers the one there is: the unique index decides. */
export async function insertQuoteCopy(
  db: Db,
  copy: NewQuoteRow & { source_quote_id: string; customer_id: number },
): Promise<Quote> {
  const row = await db
    .insertInto('quote')
    .values(copy)
    .onConflict((conflict) => conflict.columns(['source_quote_id', 'customer_id']).doNothing())
    .returningAll()
    .executeTakeFirst()
  return toQuote(row ?? (await copies(db, copy).executeTakeFirstOrThrow()))
}

const copies = (db: Db, of: { source_quote_id: string; customer_id: number }) =>
  db
    .selectFrom('quote')
    .selectAll()
    .where('source_quote_id', '=', of.source_quote_id)
    .where('customer_id', '=', of.customer_id)

/** Gives a quote another price. `null` when it has changed since the version given. */
export async function updateQuotePrice(
  db: Db,
  { quoteId, version }: Pick<Quote, 'quoteId' | 'version'>,
  price: PriceColumns,
): Promise<Quote | null> {
  const row = await db
    .updateTable('quote')
    .set({ ...price, version: version + 1 })
    .where('quote_id', '=', quoteId)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()
  return row ? toQuote(row) : null
}

/** A customer's quotes, newest first, without those that hold only the changes of a purchase. */
export async function listQuotes(
  db: Db,
  customerId: number,
  most: number,
  after: Cursor | null = null,
): Promise<Quote[]> {
  let query = db
    .selectFrom('quote')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('purchase_journey')
            .select('purchase_journey_id')
            .whereRef('current_quote_id', '=', 'quote.quote_id')
            .whereRef('original_quote_id', '<>', 'quote.quote_id'),
        ),
      ),
    )
  if (after) query = query.where(olderThan('created_at', 'quote_id', after))
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('quote_id', 'desc')
    .limit(most)
    .execute()
  return rows.map(toQuote)
}

export const deleteQuotes = async (db: Db, quoteIds: string[]): Promise<void> => {
  await db.deleteFrom('quote').where('quote_id', 'in', quoteIds).execute()
}

/** Deletes anonymous quotes made before an instant. Those of customers stay. */
export const deleteAnonymousQuotes = (db: Db, madeBefore: string): Promise<void> =>
  deleteInPieces(db, 'quote', ['quote_id'], sql`customer_id is null and created_at < ${madeBefore}`)

/** Whether no purchase refers to a quote. */
export const hasNoPurchase = ({ not, exists, selectFrom }: ExpressionBuilder<Database, 'quote'>) =>
  not(
    exists(
      selectFrom('purchase_journey')
        .select('purchase_journey_id')
        .where((of) =>
          of.or([
            of('original_quote_id', '=', of.ref('quote.quote_id')),
            of('current_quote_id', '=', of.ref('quote.quote_id')),
          ]),
        ),
    ),
  )

/** Deletes quotes of customers, made before an instant, from which no purchase was started. */
export const deleteUnusedQuotes = (db: Db, madeBefore: string): Promise<void> => {
  const of = expressionBuilder<Database, 'quote'>()
  return deleteInPieces(
    db,
    'quote',
    ['quote_id'],
    of.and([of('created_at', '<', madeBefore), hasNoPurchase(of)]),
  )
}
