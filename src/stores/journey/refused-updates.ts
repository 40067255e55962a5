import type { ApiCall } from '#lib/api/client.ts'
import { failureMessage, type ApiFailure, type Result } from '#lib/api/failure.ts'
import { getPurchaseJourney } from '#lib/purchases/calls.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { addToast } from '#stores/site/toasts.ts'

/** What is said of a change that did not arrive. */
export const toastUpdateFailure = (failure: ApiFailure) =>
  addToast({
    kind: 'warning',
    text: `An error occurred while updating your purchase: ${failureMessage(failure)}`,
  })

/** The `If-Match` of a call that counts for this version only. */
export const ifMatchOf = ({ version }: Pick<PurchaseJourney, 'version'>): string => `"v${version}"`

/** How a server refused, if it answered. */
export const statusOf = (failure: ApiFailure): number | null =>
  'status' in failure ? failure.status : null

/** The purchase as it is now. A 412 of our server carries it; another brand’s API need not. */
export const freshOf = async (
  failure: ApiFailure,
  id: string,
  call: ApiCall,
): Promise<Result<PurchaseJourney>> => {
  const current = failure.kind === 'problem' && failure.problem.current
  return current ? { ok: true, value: current } : call(getPurchaseJourney, { params: { id } })
}
