import * as calls from '#lib/staff/work-list-calls.ts'
import type { Deps } from '#server/deps.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import { acceptOnPaper } from '#server/agreements/agreements.ts'
import { handOverCar } from '#server/delivery/complete.ts'
import { changeToCash } from '#server/purchases/change-to-cash.ts'
import { decideFinance } from '#server/finance/decisions.ts'
import { offerForTradeIn } from '#server/trade-in/offers.ts'
import { decideReview } from '#server/payments/review-decisions.ts'
import { findCarForPurchase } from '#server/purchases/backorders.ts'
import { countWork, listWork } from './work-list.ts'

export const workListRoutes = (deps: Deps): Route[] => [
  route(calls.listWork, ({ actor, query }) => listWork(deps, actor, query)),
  route(calls.countWork, ({ actor }) => countWork(deps, actor)),
  route(calls.offerForTradeIn, (call) => offerForTradeIn(deps, call, call.params.id, call.body)),
  route(calls.decideFinance, ({ actor, params, body, header }) =>
    decideFinance(deps, actor, params.id, body, header('if-match')),
  ),
  route(calls.advanceJourney, (call) => {
    const {
      params: { id },
      body,
    } = call
    if (body.event === 'car-found') return findCarForPurchase(deps, call, id)
    if (body.event === 'handed-over') return handOverCar(deps, call, id, body.registration)
    return body.event === 'agreement-accepted'
      ? acceptOnPaper(deps, call, id, body.note)
      : changeToCash(deps, call, id, body.note)
  }),
  route(calls.decideReview, ({ actor, params, body }) =>
    decideReview(deps, actor, params.id, body),
  ),
]
