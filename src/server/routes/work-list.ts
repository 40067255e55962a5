import * as calls from '#lib/contract/work-list.ts'
import type { Deps } from '../deps.ts'
import { route, type Route } from '../http/route.ts'
import {
  advanceJourney,
  decideFinance,
  decideReview,
  listAppraisals,
  listJourneys,
  listReviews,
  offerForTradeIn,
} from '../services/work-list.ts'

export const workListRoutes = (deps: Deps): Route[] => [
  route(calls.listAppraisals, ({ query }) => listAppraisals(deps, query)),
  route(calls.offerForTradeIn, ({ params, body }) => offerForTradeIn(deps, params.id, body)),
  route(calls.decideFinance, ({ params, body }) => decideFinance(deps, params.id, body)),
  route(calls.listJourneys, ({ query }) => listJourneys(deps, query)),
  route(calls.advanceJourney, ({ actor, params, body }) =>
    advanceJourney(deps, actor, params.id, body.event),
  ),
  route(calls.listReviews, ({ query }) => listReviews(deps, query)),
  route(calls.decideReview, ({ params, body }) => decideReview(deps, params.id, body)),
]
