import type { ApiCall } from '#lib/api/client.ts'
import type { Result } from '#lib/api/failure.ts'
import {
  createPurchaseJourney,
  getPurchaseJourney,
  updatePurchaseJourney,
} from '#lib/purchases/calls.ts'
import { saveQuote } from '#lib/quotes/calls.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { vehicleInputs } from '#lib/purchases/journey-patch.ts'
import { siteCall } from '#stores/site/api.ts'

/**
 * Starts a new purchase with the car of one that has expired, at today's price, with its dealer, trade-ins and owner
 * details. Finance is applied for again.
 *
 * @returns The new purchase; a failure is the caller's to show.
 */
export async function startPurchaseAgain(
  id: string,
  call: ApiCall = siteCall,
): Promise<Result<PurchaseJourney>> {
  const expired = await call(getPurchaseJourney, { params: { id } })
  if (!expired.ok) return expired
  const { customer, currentQuoteRequest, outletCode, tradeInformation, ownerDetails } =
    expired.value
  const quote = await call(saveQuote, { body: { ...currentQuoteRequest, customerId: customer.id } })
  if (!quote.ok) return quote
  const vehicles = vehicleInputs(tradeInformation.vehicles).map(
    ({ id: _id, request: _request, ...vehicle }) => vehicle,
  )
  const started = await call(createPurchaseJourney, {
    params: { id: customer.id },
    body: {
      quoteId: quote.value.quoteId,
      ...(outletCode && { outletCode }),
      ...(vehicles.length > 0 && { tradeInformation: { vehicles } }),
    },
  })
  if (!started.ok || !ownerDetails) return started
  const detailed = await call(updatePurchaseJourney, {
    params: { id: started.value.id },
    body: { ownerDetails },
  })
  // Without them the purchase still works: the customer is asked for them.
  return detailed.ok ? detailed : started
}
