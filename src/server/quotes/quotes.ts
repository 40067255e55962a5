import { ANONYMOUS_EMAIL, ANONYMOUS_NAME } from '#lib/quotes/quote-customer.ts'
import type { listQuotes as listCall } from '#lib/quotes/calls.ts'
import type * as calls from '#lib/quotes/calls.ts'
import type { Customer } from '#lib/customers/shapes.ts'
import type { Quote, QuoteRequest } from '#lib/quotes/shapes.ts'
import { priceChanges } from '#lib/pricing/price-changes.ts'
import type { z } from '#lib/shared/zod.ts'
import { findCustomer } from '#server/customers/queries.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import type { NewQuoteRow } from './tables.ts'
import {
  deleteQuotes,
  findQuote,
  insertQuote,
  insertQuoteCopy,
  listQuotes,
  updateQuotePrice,
  type StoredQuote,
} from './queries.ts'
import {
  deleteJourney,
  journeysOfQuote,
  lockJourney,
  updateJourney,
} from '#server/journeys/queries.ts'
import type { Deps } from '#server/deps.ts'
import { canAccess, type Actor } from '#server/platform/http/actor.ts'
import {
  ApiProblem,
  conflict,
  fieldError,
  invalid,
  notFound,
  notLoggedIn,
} from '#server/platform/http/api-problem.ts'
import { hashBrowserId } from '#server/platform/http/browser-id.ts'
import { formatCursor, pageOf, parseCursor } from '#server/platform/database/pages.ts'
import { quoteWithTradeIn } from './current-quote.ts'
import { requireFewQuotes } from '#server/customers/quotas.ts'
import { spendOfNetwork, type Caller } from '#server/platform/http/network-budgets.ts'
import { priceColumns } from './quote-pricing.ts'
import { deliveryIfOrdered } from '#server/stock/showroom.ts'

/** The caller of a quote: a signed-in actor, or the browser that made it. */
export interface QuoteCaller {
  actor: Actor
  browserId: string | null
}

/** Adds the days its car would be ready if it were ordered now. */
const withDelivery = async <Q extends Quote>(deps: Deps, quote: Q): Promise<Q> => ({
  ...quote,
  delivery: await deliveryIfOrdered(deps, quote.request),
})

/**
 * Prices a car and stores the price, for the browser that asks.
 *
 * @throws {ApiProblem} 429 when its network has had too many today.
 */
export async function calculateQuote(
  deps: Deps,
  request: QuoteRequest,
  { browserId, ...caller }: Caller & { browserId: string },
): Promise<Quote> {
  const priced = priceColumns(deps, request)
  await spendOfNetwork(deps, deps.db, 'quotes', caller)
  const quote = await insertQuote(deps.db, {
    quote_id: deps.newId(),
    ...priced,
    ...ANONYMOUS,
    browser_id_hash: hashBrowserId(browserId),
    source_quote_id: null,
    version: 1,
  })
  return withDelivery(deps, quote)
}

const ANONYMOUS = {
  customer_id: null,
  customer_name: ANONYMOUS_NAME,
  customer_email: ANONYMOUS_EMAIL,
}

const ownedBy = ({ id, name, email }: Customer) => ({
  customer_id: id,
  customer_name: `${name.firstName} ${name.lastName}`.trim(),
  customer_email: email,
})

/**
 * A quote the caller may see. The call was authorised before; this check is the second defence.
 *
 * @throws {ApiProblem} 404 for one that is missing or another customer's; without a token 401 for either.
 */
async function visibleQuote(
  deps: Deps,
  { actor, browserId }: QuoteCaller,
  quoteId: string,
): Promise<StoredQuote> {
  const found = await findQuote(deps.db, quoteId)
  if (found && isVisible(found)) return found
  throw actor.type === 'ANONYMOUS' ? notLoggedIn() : notFound()

  function isVisible({ quote, browserIdHash }: StoredQuote): boolean {
    if (canAccess(actor, quote.customerId)) return true
    if (quote.customerId !== null) return false
    return browserId !== null && browserIdHash === hashBrowserId(browserId)
  }
}

/** @throws {ApiProblem} 404, or 401 without a token. */
export const getQuote = async (deps: Deps, caller: QuoteCaller, quoteId: string): Promise<Quote> =>
  withDelivery(deps, (await visibleQuote(deps, caller, quoteId)).quote)

/**
 * Deletes a quote, and the purchase that was started from it and not confirmed.
 *
 * @throws {ApiProblem} 404 or 401, 409 once the purchase is confirmed.
 */
export async function deleteQuote(deps: Deps, caller: QuoteCaller, quoteId: string): Promise<void> {
  await visibleQuote(deps, caller, quoteId)
  await deps.db.transaction().execute(async (trx) => {
    for (const { purchase_journey_id } of await journeysOfQuote(trx, quoteId)) {
      const journey = await lockJourney(trx, purchase_journey_id)
      if (journey?.confirmed_at) throw conflict('This quote belongs to a confirmed purchase.')
      if (journey) await deleteJourney(trx, journey)
    }
    await deleteQuotes(trx, [quoteId])
  })
}

/**
 * Prices a quote by today's catalogue, and says what changed.
 *
 * @throws {ApiProblem} 404 or 401, 409 when it is confirmed, or can no longer be ordered as it is.
 */
export async function refreshQuote(deps: Deps, caller: QuoteCaller, quoteId: string) {
  const { quote: before } = await visibleQuote(deps, caller, quoteId)
  const price = repriceQuote(deps, before)
  const after = await deps.db.transaction().execute(async (trx) => {
    const journeys: PurchaseJourneyRow[] = []
    for (const { purchase_journey_id } of await journeysOfQuote(trx, quoteId)) {
      const journey = await lockJourney(trx, purchase_journey_id)
      if (journey?.confirmed_at) throw conflict('The price of a confirmed purchase doesn’t change.')
      if (journey) journeys.push(journey)
    }
    if (!(await updateQuotePrice(trx, before, price))) return null
    // What a journey shows has changed with its quote, whose price counts its trade-ins (decision 63).
    for (const journey of journeys)
      await updateJourney(trx, journey, {
        current_quote_id: await quoteWithTradeIn(deps, trx, journey),
        last_activity_at: price.created_at,
      })
    return (await findQuote(trx, quoteId))!.quote
  })
  if (!after) throw conflict('This quote has just changed. Please check it again.')
  return withDelivery(deps, { ...after, changes: priceChanges(before.lines, after.lines) })
}

/** The price of a quote today. The caller has to replace choices that have left the catalogue. */
export function repriceQuote(deps: Deps, { request }: Quote) {
  try {
    return priceColumns(deps, request)
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    throw new ApiProblem(
      409,
      'Conflict',
      'You can no longer order this car as quoted. Please choose again.',
      error.messages,
    )
  }
}

type SaveInput = z.output<typeof calls.saveQuote.body>

/**
 * Makes a quote a customer's: a stored one is copied, a request is priced. Idempotent.
 *
 * @throws {ApiProblem} 400 when staff name no customer, 403 for another customer, 404 for an unknown quote, 409 when
 *   the customer has too many.
 */
export async function saveQuote(
  deps: Deps,
  caller: QuoteCaller & Caller & { effectId: string },
  input: SaveInput,
): Promise<Quote> {
  const customerId = customerToSaveFor(caller.actor, input.customerId)
  if ('quoteId' in input) return copyQuote(deps, caller, input.quoteId, customerId)
  const owner = await findCustomer(deps.db, customerId)
  if (!owner) throw notFound()
  const before = await findQuote(deps.db, caller.effectId)
  if (before) return withDelivery(deps, before.quote)
  const row = {
    quote_id: caller.effectId,
    ...priceColumns(deps, input),
    ...ownedBy(owner),
    browser_id_hash: null,
    source_quote_id: null,
    version: 1,
  }
  const quote = await deps.db.transaction().execute(async (trx) => {
    const stored = await insertQuote(trx, row)
    await requireFewQuotes(deps, trx, caller, customerId)
    return stored
  })
  return withDelivery(deps, quote)
}

/** Customers save for themselves and need not name one; the placeholder's number is no customer. */
function customerToSaveFor(actor: Actor, named: number | null | undefined): number {
  const customerId = named && named > 0 ? named : null
  if (customerId !== null) return customerId
  if (actor.type === 'CUSTOMER') return actor.customerId
  throw invalid([fieldError('customerId', 'is required')])
}

/**
 * Copies a quote to a customer. Idempotent; a quote that is the customer's already is its own copy.
 *
 * @throws {ApiProblem} 403 for another customer, 404 for an unknown quote or customer, 409 when the customer has too many.
 */
export async function copyQuote(
  deps: Deps,
  caller: QuoteCaller & Caller,
  quoteId: string,
  customerId: number,
): Promise<Quote> {
  const { quote } = await visibleQuote(deps, caller, quoteId)
  if (quote.customerId === customerId) return withDelivery(deps, quote)
  const owner = await findCustomer(deps.db, customerId)
  if (!owner) throw notFound()
  const { vehicle, lines, totals, finance } = quote
  const row = {
    quote_id: deps.newId(),
    ...ownedBy(owner),
    source_quote_id: quoteId,
    browser_id_hash: null,
    pay_option: quote.payOption,
    request: JSON.stringify(quote.request),
    priced: JSON.stringify({ vehicle, lines, totals, finance }),
    drive_away_cents: totals.driveAwayCents,
    catalogue_version: quote.catalogueVersion,
    created_at: deps.now().toISOString(),
    // The price holds no longer than it was promised.
    expires_at: quote.expires,
    version: 1,
  } satisfies NewQuoteRow
  const copy = await deps.db.transaction().execute(async (trx) => {
    const stored = await insertQuoteCopy(trx, row)
    await requireFewQuotes(deps, trx, caller, customerId)
    return stored
  })
  return withDelivery(deps, copy)
}

/** A page of a customer's quotes, newest first. */
export async function listCustomerQuotes(
  deps: Deps,
  customerId: number,
  { limit, cursor }: z.output<typeof listCall.query>,
): Promise<{ quotes: Quote[]; nextCursor: string | null }> {
  const { items, nextCursor } = await pageOf(
    limit,
    (most) => listQuotes(deps.db, customerId, most, parseCursor(cursor)),
    ({ created, quoteId }) => formatCursor(created, quoteId),
  )
  const quotes = await Promise.all(items.map((quote) => withDelivery(deps, quote)))
  return { quotes, nextCursor }
}
