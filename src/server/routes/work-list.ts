import * as calls from '#lib/contract/work-list.ts'
import type { Deps } from '../deps.ts'
import { route, type Route } from '../http/route.ts'
import { acceptOnPaper } from '../services/agreements.ts'
import { changeToCash } from '../services/change-to-cash.ts'
import {
  decideFinance,
  decideReview,
  handOverCar,
  offerForTradeIn,
} from '../services/purchase-acts.ts'
import { findCarFor } from '../services/waiting.ts'
import { countWork, listWork } from '../services/work-list.ts'

export const workListRoutes = (deps: Deps): Route[] => [
  route(calls.listWork, ({ actor, query }) => listWork(deps, actor, query)),
  route(calls.countWork, ({ actor }) => countWork(deps, actor)),
  route(calls.offerForTradeIn, ({ params, body, effectId }) =>
    offerForTradeIn(deps, params.id, body, effectId),
  ),
  route(calls.decideFinance, ({ actor, params, body, header }) =>
    decideFinance(deps, actor, params.id, body, header('if-match')),
  ),
  route(calls.advanceJourney, (call) => {
    const {
      params: { id },
      body,
    } = call
    if (body.event === 'agreement-accepted') return acceptOnPaper(deps, call, id, body.note)
    if (body.event === 'changed-to-cash') return changeToCash(deps, call, id, body.note)
    return body.event === 'car-found' ? findCarFor(deps, call, id) : handOverCar(deps, call, id)
  }),
  route(calls.decideReview, ({ params, body }) => decideReview(deps, params.id, body)),
]
