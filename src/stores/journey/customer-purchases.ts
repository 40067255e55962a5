import type { ApiCall, CallAnswer } from '#lib/api/client.ts'
import type { Result } from '#lib/api/failure.ts'
import { listPurchaseJourneys } from '#lib/purchases/calls.ts'

type Purchases = CallAnswer<typeof listPurchaseJourneys>['purchaseJourneyList']

/** All purchases of a customer, however many pages they take; newest first. */
export async function listAllPurchases(
  customerId: number,
  call: ApiCall,
  cursor?: string,
): Promise<Result<Purchases>> {
  const params = { id: customerId }
  const answer = await call(listPurchaseJourneys, { params, query: { limit: '200', cursor } })
  if (!answer.ok) return answer
  const { purchaseJourneyList, nextCursor } = answer.value
  if (!nextCursor) return { ok: true, value: purchaseJourneyList }
  const rest = await listAllPurchases(customerId, call, nextCursor)
  return rest.ok ? { ok: true, value: [...purchaseJourneyList, ...rest.value] } : rest
}

/** The purchase that was started from a quote, whether it has changed the quote since or not. */
export const purchaseOf = (quoteId: string, purchases: Purchases) =>
  purchases.find(({ quote, originalQuoteId }) => [quote.quoteId, originalQuoteId].includes(quoteId))
