import { shopNowMs } from '#lib/clock.ts'
import type { ApiCall, CallAnswer } from '#lib/api/client.ts'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import {
  calculateQuote,
  createQuoteCode,
  emailQuote,
  getQuote,
  getQuoteDocument,
  saveQuote,
} from '#lib/contract/quotes.ts'
import type { Quote } from '#lib/contract/shapes/quote.ts'
import { quoteCustomer } from '#lib/domain/quote-customer.ts'
import { siteCall } from './api.ts'
import { $quoteDraft, configurationKey, keepQuote } from './quote.ts'
import { $customer, $isActing } from './session.ts'
import { addToast } from './toasts.ts'

/** Calls about the quote being built. Loaded when the first is made: a page that only shows prices needs none. */

const inFlight = new Map<string, Promise<Result<Quote>>>()

/**
 * Has the server price and store the configuration, unless it has already. Calls for the same one share an answer.
 *
 * The quote enters {@link $quoteDraft} only while the configuration is still the one that was asked about.
 */
export async function confirmPrice(call: ApiCall = siteCall): Promise<Result<Quote>> {
  const { request, quote } = $quoteDraft.get()
  if (!request) throw new Error('There is no configuration to price')
  if (quote && Date.parse(quote.expires) > shopNowMs()) return { ok: true, value: quote }
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

/** Fetches a saved quote. It becomes the draft by {@link chooseConfiguration}. */
export const openQuote = (quoteId: string, call: ApiCall = siteCall): Promise<Result<Quote>> =>
  call(getQuote, { params: { id: quoteId } })

/** Makes the configuration a quote of the customer, and says so in a toast. `null` when that failed. */
export async function saveConfiguration(call: ApiCall = siteCall): Promise<Quote | null> {
  const saved = await makeCustomers(call)
  if (!saved) return null
  addToast({ kind: 'success', text: 'Your quote is saved under My Quotes.' })
  return saved
}

/** Saves the configuration and mails it to the customer's own address. Returns whether it is on its way. */
export async function emailConfiguration(call: ApiCall = siteCall): Promise<boolean> {
  const saved = await makeCustomers(call)
  if (!saved) return false
  const sent = await call(emailQuote, { body: { quoteId: saved.quoteId } })
  if (!sent.ok) {
    sayFailure('Your quote is saved, but could not be emailed', sent)
    return false
  }
  const { email } = $customer.get() ?? {}
  addToast({
    kind: 'success',
    text: `Your quote is saved and on its way to ${email ?? 'your email address'}.`,
  })
  return true
}

/** A code that shows the configuration's price, as it is now, to whoever has it. */
export async function quoteCodeOf(call: ApiCall = siteCall): Promise<Result<{ code: string }>> {
  const priced = await confirmPrice(call)
  return priced.ok ? call(createQuoteCode, { params: { id: priced.value.quoteId } }) : priced
}

/** The configuration's quote as a PDF. `null` when there is none, which a toast has said. */
export async function documentOfQuote(
  call: ApiCall = siteCall,
): Promise<CallAnswer<typeof getQuoteDocument> | null> {
  const priced = await confirmPrice(call)
  const made = priced.ok
    ? await call(getQuoteDocument, { params: { id: priced.value.quoteId } })
    : priced
  if (made.ok) return made.value
  sayFailure('The PDF could not be made', made)
  return null
}

async function makeCustomers(call: ApiCall): Promise<Quote | null> {
  const { request } = $quoteDraft.get()
  const priced = await confirmPrice(call)
  if (!priced.ok) {
    sayFailure('Your quote could not be saved', priced)
    return null
  }
  const customerId = $isActing.get() ? ($customer.get()?.id ?? null) : undefined
  const saved = await call(saveQuote, { body: { quoteId: priced.value.quoteId, customerId } })
  if (!saved.ok) {
    sayFailure('Your quote could not be saved', saved)
    return null
  }
  if (request) keepQuote(request, saved.value)
  return saved.value
}

function sayFailure(what: string, result: Result<unknown>) {
  if (!result.ok) addToast({ kind: 'error', text: `${what}: ${failureMessage(result.failure)}` })
}
