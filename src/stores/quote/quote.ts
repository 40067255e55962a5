import { atom, readonlyType } from 'nanostores'
import type { Quote } from '#lib/quotes/shapes.ts'
import type { PricedRequest } from '#lib/pricing/pricing.ts'

/** The quote being built on this page. Its configuration is kept in the page's address, not here. */
export interface QuoteDraft {
  /** `null` until the builder has read its address. */
  request: PricedRequest | null
  /** The server's quote of exactly this request, where it has one. */
  quote: Quote | null
}

const $writable = atom<QuoteDraft>({ request: null, quote: null })
export const $quoteDraft = readonlyType($writable)

/** Whether two requests are priced the same: the order of accessories and the customer do not matter. */
export const isSameConfiguration = (a: PricedRequest, b: PricedRequest): boolean =>
  configurationKey(a) === configurationKey(b)

/**
 * Chooses a configuration.
 *
 * @param quote The server's quote of it, when it was opened from one. Otherwise the known quote is kept while it fits.
 */
export function chooseConfiguration(request: PricedRequest, quote?: Quote) {
  const before = $writable.get()
  const isSame = before.request !== null && isSameConfiguration(before.request, request)
  $writable.set({ request, quote: quote ?? (isSame ? before.quote : null) })
}

/** Keeps the server's quote of a configuration, if it is still the chosen one. */
export function keepQuote(request: PricedRequest, quote: Quote) {
  const { request: chosen } = $writable.get()
  if (chosen && isSameConfiguration(chosen, request)) $writable.set({ request: chosen, quote })
}

/** A configuration as text: the same for requests that are priced the same. */
export const configurationKey = (request: PricedRequest): string =>
  JSON.stringify([
    request.kdcd,
    request.colourCode,
    request.interiorCode,
    [...(request.accessoryCodes ?? [])].sort(),
    request.servicePlanCode ?? null,
    request.payOption,
    request.finance && [
      request.finance.depositCents,
      request.finance.termMonths,
      request.finance.frequency,
      request.finance.annualKm ?? null,
    ],
  ])
