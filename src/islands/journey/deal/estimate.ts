import { atom, readonlyType } from 'nanostores'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import type { Price } from '#lib/pricing/pricing.ts'
import { $deliveries, carKey } from '#stores/quote/deliveries.ts'
import { isSameConfiguration } from '#stores/quote/quote.ts'

const $writable = atom<Price | null>(null)

/** The price this page calculated for the last change, until the server has priced it. */
export const $estimate = readonlyType($writable)

export const keepEstimate = (price: Price) => $writable.set(price)

/** The journey to show: at the estimated price while a change is being saved. */
export function withEstimate(journey: PurchaseJourney, price: Price | null): PurchaseJourney {
  const { currentQuote: quote, currentQuoteRequest: asked } = journey
  if (!price || isSameConfiguration(asked, quote.request)) return journey
  if (!isSameConfiguration(asked, price.request)) return journey
  const { vehicle, lines, totals, finance } = price
  const { payOption } = asked
  const currentQuote = { ...quote, request: asked, payOption, vehicle, lines, totals, finance }
  const car = carKey(asked.kdcd, asked.colourCode)
  if (car === carKey(quote.request.kdcd, quote.request.colourCode))
    return { ...journey, currentQuote }
  // Another car has another delivery: the server's, or none until it is known.
  const { delivery: _before, ...rest } = journey
  const delivery = $deliveries.get()[car]
  return { ...rest, currentQuote, ...(delivery !== undefined && { delivery }) }
}
