import { listQuotes } from '#lib/quotes/calls.ts'
import { siteCall } from '#stores/site/api.ts'
import { listAllPurchases, purchaseOf } from '#stores/journey/customer-purchases.ts'
import { $customer } from '#stores/session/session.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { usePages } from '#ui/hooks/use-pages.ts'
import { CarList } from './CarList.tsx'
import { QuoteCard } from './QuoteCard.tsx'

/** How many quotes a page has. */
const QUOTES = '20'

/** My Quotes: each can be opened or start a purchase; a quote with a purchase leads to it. */
export function Quotes() {
  const id = useIslandStore($customer, null)?.id ?? 0
  const asked = usePages(`quotes ${id}`, async (cursor) => {
    const [answer, purchases] = await Promise.all([
      siteCall(listQuotes, { params: { id }, query: { limit: QUOTES, cursor } }),
      listAllPurchases(id, siteCall),
    ])
    if (!answer.ok) return answer
    // Show the quotes even without the purchases: starting one again finds its purchase.
    const started = purchases.ok ? purchases.value : []
    const items = answer.value.quotes.map((quote) => ({
      quote,
      purchase: purchaseOf(quote.quoteId, started),
    }))
    return { ok: true, value: { items, nextCursor: answer.value.nextCursor } }
  })
  return (
    <CarList
      asked={asked}
      name="your quotes"
      none="You have no saved quotes. Build a car and save your quote, and you’ll find it here."
      keyOf={({ quote }) => quote.quoteId}
    >
      {(item) => <QuoteCard {...item} />}
    </CarList>
  )
}
