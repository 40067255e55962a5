import { createHmac } from 'node:crypto'
import type { Quote, QuoteFigures } from '#lib/quotes/shapes.ts'
import { quoteCode, readQuoteCode } from '#lib/quotes/quote-code.ts'
import { findQuoteByCode, insertQuoteCode } from './code-queries.ts'
import type { Deps } from '#server/deps.ts'
import { spendOfNetwork, type Caller } from '#server/platform/http/network-budgets.ts'
import { spendDaily } from '#server/platform/http/daily-limits.ts'
import { notFound } from '#server/platform/http/api-problem.ts'
import { deliveryIfOrdered } from '#server/stock/showroom.ts'
import { sha256 } from '#server/platform/crypto/hash.ts'

/** Codes of one quote: each price it has had may have one. */
const MOST_CODES = 10
/** Codes of a quote without an owner: anyone can make as many such quotes as they like. */
const MOST_CODES_WITHOUT_OWNER = 1

/**
 * The code of a quote as it is now, 80 bits, derived from its id and version: asked again it is the same, and the
 * database holds its hash only. Its figures are stored with it, so that a later price of the quote does not change them.
 *
 * @throws {ApiProblem} 429 where the customer, or the network, has had codes for too many prices today.
 */
export async function codeOfQuote(deps: Deps, caller: Caller, quote: Quote): Promise<string> {
  const { db, keys, now } = deps
  const { quoteId, customerId, version, created } = quote
  // With the moment of the price: a database restored from a backup counts its versions again.
  const digest = createHmac('sha256', keys.quote)
    .update(`${quoteId} ${version} ${created}`)
    .digest()
  const code = quoteCode(digest)
  const row = {
    code_hash: sha256(code),
    quote_id: quoteId,
    content: JSON.stringify(figuresOf(quote)),
    created_at: now().toISOString(),
  }
  if (await findQuoteByCode(db, row.code_hash)) return code
  if (customerId !== null) await spendDaily(deps, db, 'LIMIT_QUOTE_CODES_PER_DAY', customerId)
  await spendOfNetwork(deps, db, 'quoteCodes', caller)
  await insertQuoteCode(db, row, customerId === null ? MOST_CODES_WITHOUT_OWNER : MOST_CODES)
  return code
}

/**
 * @param quoteId The quote that the code has to be of, where a link names one.
 * @throws {ApiProblem} 404 for a code that was never given, that is of another quote, or whose quote is deleted.
 */
export async function quoteByCode(
  deps: Deps,
  typed: string,
  quoteId?: string,
): Promise<QuoteFigures> {
  const code = readQuoteCode(typed)
  const figures = code && (await findQuoteByCode(deps.db, sha256(code), quoteId))
  if (!figures) throw notFound()
  return { ...figures, delivery: await deliveryIfOrdered(deps, figures.request) }
}

/** Copied field by field: the code must not show the customer, or fields that are added later. */
function figuresOf({ request, ...quote }: Quote): QuoteFigures {
  const { payOption, newUsed, vehicle, lines, totals, finance } = quote
  const { catalogueVersion, created, expires } = quote
  const { kdcd, colourCode, interiorCode, accessoryCodes, servicePlanCode } = request
  return {
    payOption,
    newUsed,
    request: {
      kdcd,
      colourCode,
      interiorCode,
      accessoryCodes,
      servicePlanCode,
      payOption,
      ...(request.finance && { finance: request.finance }),
    },
    vehicle,
    lines,
    totals,
    finance,
    catalogueVersion,
    created,
    expires,
  }
}
