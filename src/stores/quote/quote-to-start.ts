import type { Quote } from '#lib/quotes/shapes.ts'
import { QUOTE_TO_START_KEY as KEY } from '#stores/session/session.ts'

/** The next page opens at once. A price that was handed over earlier is asked for again. */
const KEPT_MS = 60_000

/** Hands a quote to the page that starts its purchase, in this tab, so that it can show the car without asking for it. */
export function handOverQuote(quote: Quote) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ quote, keptAtMs: Date.now() }))
  } catch {
    // Blocked or full: it is asked for.
  }
}

/**
 * Takes the quote that was handed over, once.
 *
 * @param quoteId The quote that is asked for.
 * @param customerId Whose it must be; `null` for a visitor's.
 */
export function takeHandedOver(quoteId: string, customerId: number | null): Quote | null {
  try {
    const { quote, keptAtMs } = JSON.parse(sessionStorage.getItem(KEY)!) as {
      quote: Quote
      keptAtMs: number
    }
    sessionStorage.removeItem(KEY)
    const isMeant = quote.quoteId === quoteId && quote.customerId === customerId
    return isMeant && Date.now() - keptAtMs < KEPT_MS ? quote : null
  } catch {
    return null
  }
}
