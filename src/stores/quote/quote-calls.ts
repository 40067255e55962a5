import { hasAllCalls } from '#lib/site/all-calls.ts'
import { serverNowMs } from '#lib/shared/server-clock.ts'
import type { ApiCall, CallAnswer } from '#lib/api/client.ts'
import { failureMessage, type ApiFailure, type Result } from '#lib/api/failure.ts'
import { listModelDeliveries } from '#lib/catalogue/calls.ts'
import {
  calculateQuote,
  createQuoteCode,
  emailQuote,
  getQuote,
  getQuoteByCode,
  getQuoteDocument,
  saveQuote,
} from '#lib/quotes/calls.ts'
import type { Quote, QuoteFigures } from '#lib/quotes/shapes.ts'
import { readQuoteCode } from '#lib/quotes/quote-code.ts'
import { quoteCustomer } from '#lib/quotes/quote-customer.ts'
import { replaceNewPurchase } from '#stores/journey/purchase-store.ts'
import { handOverQuote } from './quote-to-start.ts'
import { siteCall } from '#stores/site/api.ts'
import { keepDeliveries } from './deliveries.ts'
import { $quoteDraft, configurationKey, keepQuote } from './quote.ts'
import { $customer, $isActing } from '#stores/session/session.ts'
import { addToast } from '#stores/site/toasts.ts'

export { loadConfig } from '#stores/site/config.ts'

/** Calls about the quote being built. Loaded when the first is made: a page that only shows prices needs none. */

const inFlight = new Map<string, Promise<Result<Quote>>>()

/**
 * Asks the server to price and store the configuration, unless it has. Calls for the same one share an answer.
 *
 * The quote enters {@link $quoteDraft} only while the configuration is still the one that was asked about.
 */
export async function confirmPrice(call: ApiCall = siteCall): Promise<Result<Quote>> {
  const { request, quote } = $quoteDraft.get()
  if (!request) throw new Error('There is no configuration to price')
  if (quote && Date.parse(quote.expires) > serverNowMs()) return { ok: true, value: quote }
  const key = configurationKey(request)
  const asked = inFlight.get(key)
  if (asked) return asked

  const answer = call(calculateQuote, {
    body: { ...request, newUsed: 'NEW', ...quoteCustomer({}, $customer.get()) },
  }).finally(() => inFlight.delete(key))
  inFlight.set(key, answer)
  const result = await answer
  if (result.ok) keepQuote(request, result.value)
  return result
}

/** A link to a saved quote, with its code where it has one. */
export interface QuoteLink {
  quoteId: string
  /** As it is in the address, whole or not. */
  code: string | null
}

/** The result of opening a link to a saved quote. */
export type OpenedQuote =
  /** The quote itself, to change and to buy. It becomes the draft by {@link chooseConfiguration}. */
  | { state: 'open'; quote: Quote }
  /** The figures that the link's code shows without an account. */
  | { state: 'figures'; quote: QuoteFigures; code: string }
  /** No car and no price. */
  | { state: 'closed'; why: 'no-code' | 'wrong-code' }
  | { state: 'closed'; why: 'expired'; expires: string }
  | { state: 'failed'; message: string }

/** Opens a saved quote: in full for those who may see it, else the figures for its code. */
export async function openQuote(
  { quoteId, code }: QuoteLink,
  call: ApiCall = siteCall,
): Promise<OpenedQuote> {
  const whole = await call(getQuote, { params: { id: quoteId } })
  if (whole.ok) return { state: 'open', quote: whole.value }
  if (!isRefused(whole.failure)) return { state: 'failed', message: failureMessage(whole.failure) }
  if (code === null || !hasAllCalls()) return { state: 'closed', why: 'no-code' }
  const read = readQuoteCode(code)
  if (!read) return { state: 'closed', why: 'wrong-code' }
  const shared = await call(getQuoteByCode, { params: { code: read }, query: { quoteId } })
  if (!shared.ok)
    return isRefused(shared.failure)
      ? { state: 'closed', why: 'wrong-code' }
      : { state: 'failed', message: failureMessage(shared.failure) }
  const { expires } = shared.value
  return Date.parse(expires) > serverNowMs()
    ? { state: 'figures', quote: shared.value, code: read }
    : { state: 'closed', why: 'expired', expires }
}

const isRefused = (failure: ApiFailure): boolean =>
  failure.kind === 'signed-out' || ('status' in failure && [400, 403, 404].includes(failure.status))

/** Saves the configuration as a quote of the customer, with a toast. `null` when that failed. */
export async function saveConfiguration(call: ApiCall = siteCall): Promise<Quote | null> {
  const saved = await saveForCustomer(call)
  if (!saved) return null
  addToast({ kind: 'success', text: 'Your quote is saved under My Quotes.' })
  return saved
}

/** Saves the configuration and mails it to the customer's own address. Returns whether it is on its way. */
export async function emailConfiguration(call: ApiCall = siteCall): Promise<boolean> {
  const saved = await saveForCustomer(call)
  if (!saved) return false
  const sent = await call(emailQuote, { body: { quoteId: saved.quoteId } })
  if (!sent.ok) {
    toastFailure('Your quote is saved, but we couldn’t email it', sent)
    return false
  }
  const { email } = $customer.get() ?? {}
  addToast({
    kind: 'success',
    text: `Your quote is saved and on its way to ${email ?? 'your email address'}.`,
  })
  return true
}

const asked = new Set<string>()

/** Asks once when each option and colour of a model would be ready. Without an answer the page's own estimate stays. */
export async function loadDeliveries(model: string, call: ApiCall = siteCall): Promise<void> {
  if (asked.has(model) || !hasAllCalls()) return
  asked.add(model)
  const answer = await call(listModelDeliveries, { params: { model } })
  if (answer.ok) keepDeliveries(answer.value.deliveries)
  else asked.delete(model)
}

/**
 * Keeps a quote for the page that starts its purchase. In front of an API without every call it also keeps the
 * configuration: a visitor's quote cannot be read again there, since no cookie says whose it is.
 */
export function keepForStart(quote: Quote): void {
  handOverQuote(quote)
  if (hasAllCalls()) return
  const { quoteId, request } = quote
  replaceNewPurchase({
    startKdcd: request.kdcd,
    startQuoteId: quoteId,
    quoteId,
    request,
    outletCode: request.outletCode ?? null,
    vehicles: [],
    furthestStep: 'configure',
    savedAtMs: Date.now(),
  })
}

/** A code that shows the configuration's price, as it is now, to anyone who has it. */
export async function quoteCodeOf(call: ApiCall = siteCall): Promise<Result<{ code: string }>> {
  const priced = await confirmPrice(call)
  return priced.ok ? call(createQuoteCode, { params: { id: priced.value.quoteId } }) : priced
}

/** The configuration's quote as a PDF. `null` when there is none, which a toast has shown. */
export async function documentOfQuote(
  call: ApiCall = siteCall,
): Promise<CallAnswer<typeof getQuoteDocument> | null> {
  const priced = await confirmPrice(call)
  const made = priced.ok
    ? await call(getQuoteDocument, { params: { id: priced.value.quoteId } })
    : priced
  if (made.ok) return made.value
  toastFailure('We couldn’t create the PDF', made)
  return null
}

async function saveForCustomer(call: ApiCall): Promise<Quote | null> {
  const { request } = $quoteDraft.get()
  const priced = await confirmPrice(call)
  if (!priced.ok) {
    toastFailure('We couldn’t save your quote', priced)
    return null
  }
  const customerId = $isActing.get() ? ($customer.get()?.id ?? null) : undefined
  const { quoteId, request: priceRequest } = priced.value
  const saved = await call(saveQuote, {
    // Only the browser that made a quote may save it by its id, and no cookie says there that it is this one.
    body: hasAllCalls() ? { quoteId, customerId } : { ...priceRequest, customerId },
  })
  if (!saved.ok) {
    toastFailure('We couldn’t save your quote', saved)
    return null
  }
  if (request) keepQuote(request, saved.value)
  return saved.value
}

function toastFailure(what: string, result: Result<unknown>) {
  if (!result.ok) addToast({ kind: 'error', text: `${what}: ${failureMessage(result.failure)}` })
}
