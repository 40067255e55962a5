import type { QuoteRequest } from '#lib/quotes/shapes.ts'
import { tradeInEquity } from '#lib/payments/pay-options.ts'
import { countTradeIn } from '#lib/trade-in/trade-in-deposit.ts'
import { findCustomer } from '#server/customers/queries.ts'
import type { Trx } from '#server/database.ts'
import type { PurchaseJourneyRow } from '#server/journeys/tables.ts'
import {
  columnsOf,
  findQuote,
  insertQuote,
  updateQuotePrice,
  type PriceColumns,
} from './queries.ts'
import { findTradeVehicles, toTradeVehicle } from '#server/trade-in/queries.ts'
import type { Deps } from '#server/deps.ts'
import { conflict } from '#server/platform/http/api-problem.ts'

/**
 * The quote of a changed request. The quote that the purchase was started from stays as it is; the changes
 * live in one quote beside it.
 *
 * @returns Its id. A request that equals the quoted one keeps the promised price.
 */
export async function currentQuoteFor(
  deps: Deps,
  trx: Trx,
  journey: PurchaseJourneyRow,
  price: PriceColumns,
): Promise<string> {
  const { quote } = (await findQuote(trx, journey.current_quote_id))!
  const request = JSON.parse(price.request) as QuoteRequest
  if (isSameRequest(request, quote.request)) return quote.quoteId
  return storeCurrentQuote(deps, trx, journey, price)
}

const isSameRequest = (a: QuoteRequest, b: QuoteRequest): boolean => {
  const canonical = (request: QuoteRequest) =>
    JSON.stringify(Object.entries(request).sort(([x], [y]) => (x < y ? -1 : 1)))
  return canonical(a) === canonical(b)
}

/** Stores a price as a journey's current quote, and answers its id. */
export async function storeCurrentQuote(
  deps: Deps,
  trx: Trx,
  journey: PurchaseJourneyRow,
  price: PriceColumns,
): Promise<string> {
  const { original_quote_id, current_quote_id, customer_id } = journey
  if (current_quote_id !== original_quote_id) {
    const { quote } = (await findQuote(trx, current_quote_id))!
    if (!(await updateQuotePrice(trx, quote, price)))
      throw conflict('This purchase has just changed. Please try again.')
    return current_quote_id
  }
  const owner = (await findCustomer(trx, customer_id))!
  const quote = await insertQuote(trx, {
    quote_id: deps.newId(),
    customer_id,
    customer_name: `${owner.name.firstName} ${owner.name.lastName}`.trim(),
    customer_email: owner.email,
    browser_id_hash: null,
    source_quote_id: original_quote_id,
    ...price,
    version: 1,
  })
  return quote.quoteId
}

/**
 * Counts the accepted trade-ins of a started purchase towards the deposit of its loan.
 *
 * @returns The id of its quote: the one it has, unless the deposit changes.
 */
export async function quoteWithTradeIn(
  deps: Deps,
  trx: Trx,
  journey: PurchaseJourneyRow,
): Promise<string> {
  const { quote } = (await findQuote(trx, journey.current_quote_id))!
  const vehicles = await findTradeVehicles(trx, [journey.purchase_journey_id])
  const counted = countTradeIn(quote, tradeInEquity(vehicles.map(toTradeVehicle)), deps.catalogue)
  return counted === quote
    ? quote.quoteId
    : storeCurrentQuote(deps, trx, journey, columnsOf(counted))
}
