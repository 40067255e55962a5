import { atom, readonlyType } from 'nanostores'
import type { PurchaseJourney } from '#lib/contract/shapes/journey.ts'
import type { Price } from '#lib/domain/pricing.ts'
import { isSameConfiguration } from '#stores/quote.ts'

const $writable = atom<Price | null>(null)

/** What this page reckons the last change to cost, until the server has priced it. */
export const $estimate = readonlyType($writable)

export const keepEstimate = (price: Price) => $writable.set(price)

/** The journey as it is shown: while a change is on its way, at the price that this page reckons. */
export function atEstimate(journey: PurchaseJourney, price: Price | null): PurchaseJourney {
  const { currentQuote: quote, currentQuoteRequest: asked } = journey
  if (!price || isSameConfiguration(asked, quote.request)) return journey
  if (!isSameConfiguration(asked, price.request)) return journey
  const { vehicle, lines, totals, finance } = price
  const { payOption } = asked
  return {
    ...journey,
    currentQuote: { ...quote, request: asked, payOption, vehicle, lines, totals, finance },
  }
}
