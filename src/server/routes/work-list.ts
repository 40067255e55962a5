import * as calls from '#lib/contract/work-list.ts'
import type { Deps } from '../deps.ts'
import { route, type Route } from '../http/route.ts'
import { acceptOnPaper } from '../services/agreements.ts'
import {
  advanceJourney,
  decideFinance,
  decideReview,
  offerForTradeIn,
} from '../services/purchase-acts.ts'
import { countWork, listWork } from '../services/work-list.ts'

export const workListRoutes = (deps: Deps): Route[] => [
  route(calls.listWork, ({ actor, query }) => listWork(deps, actor, query)),
  route(calls.countWork, ({ actor }) => countWork(deps, actor)),
  route(calls.offerForTradeIn, ({ params, body }) => offerForTradeIn(deps, params.id, body)),
  route(calls.decideFinance, ({ actor, params, body, header }) =>
    decideFinance(deps, actor, params.id, body, header('if-match')),
  ),
  route(calls.advanceJourney, ({ actor, params, body }) =>
    body.event === 'agreement-accepted'
      ? acceptOnPaper(deps, actor, params.id, body.note)
      : advanceJourney(deps, actor, params.id, body.event),
  ),
  route(calls.decideReview, ({ params, body }) => decideReview(deps, params.id, body)),
]
