import {
  createPurchaseJourney,
  listPurchaseJourneys,
  listReservations,
} from '#lib/contract/customers.ts'
import * as calls from '#lib/contract/purchase-journeys.ts'
import type { PurchaseJourney } from '#lib/contract/shapes.ts'
import type { Deps } from '../deps.ts'
import { route, type Call, type Route } from '../http/route.ts'
import { confirmPurchase } from '../services/confirm.ts'
import { getFinanceDraft, submitFinanceApplication } from '../services/finance.ts'
import {
  createJourney,
  etagOf,
  getJourney,
  journeysOf,
  patchJourney,
  removeJourney,
} from '../services/journeys.ts'
import { reservationsOf } from '../services/reservations.ts'

/** Answers a journey with the `ETag` that the next change names in `If-Match`. */
async function tagged(
  { setHeader }: Pick<Call, 'setHeader'>,
  answer: Promise<PurchaseJourney>,
): Promise<PurchaseJourney> {
  const journey = await answer
  setHeader('etag', etagOf(journey))
  return journey
}

export const purchaseJourneyRoutes = (deps: Deps): Route[] => [
  route(createPurchaseJourney, (call) =>
    tagged(call, createJourney(deps, Number(call.params.id), call.body)),
  ),
  route(listPurchaseJourneys, ({ params }) => journeysOf(deps, Number(params.id))),
  route(listReservations, ({ params }) => reservationsOf(deps, Number(params.id))),
  route(calls.getPurchaseJourney, (call) =>
    tagged(call, getJourney(deps, call.actor, call.params.id)),
  ),
  route(calls.updatePurchaseJourney, (call) =>
    tagged(
      call,
      patchJourney(deps, call.actor, call.params.id, call.body, call.header('if-match')),
    ),
  ),
  route(calls.deletePurchaseJourney, ({ actor, params }) => removeJourney(deps, actor, params.id)),
  route(calls.confirmPurchase, (call) =>
    tagged(call, confirmPurchase(deps, call.actor, call.params.id, call.body)),
  ),
  route(calls.getFinanceDraft, ({ actor, params }) => getFinanceDraft(deps, actor, params.id)),
  route(calls.submitFinanceApplication, (call) =>
    tagged(call, submitFinanceApplication(deps, call.actor, call.params.id, call.body)),
  ),
]
