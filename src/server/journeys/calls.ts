import * as calls from '#lib/purchases/calls.ts'
import type { Deps } from '#server/deps.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import {
  createJourney,
  deleteStartedJourney,
  getJourney,
  listCustomerJourneys,
  patchJourney,
} from './journeys.ts'

export const purchaseJourneyRoutes = (deps: Deps): Route[] => [
  route(calls.createPurchaseJourney, (call) =>
    createJourney(deps, call, Number(call.params.id), call.body),
  ),
  route(calls.listPurchaseJourneys, ({ params, query }) =>
    listCustomerJourneys(deps, Number(params.id), query),
  ),
  route(calls.getPurchaseJourney, ({ actor, params }) => getJourney(deps, actor, params.id)),
  route(calls.updatePurchaseJourney, (call) =>
    patchJourney(deps, call, call.params.id, call.body, call.header('if-match')),
  ),
  route(calls.deletePurchaseJourney, ({ actor, params }) =>
    deleteStartedJourney(deps, actor, params.id),
  ),
]
