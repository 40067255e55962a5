import * as calls from '#lib/trade-in/calls.ts'
import type { Deps } from '#server/deps.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import { answerTradeInOffer } from './answers.ts'
import { offerForTradeIn } from './offers.ts'

export const tradeInRoutes = (deps: Deps): Route[] => [
  route(calls.offerForTradeIn, (call) =>
    offerForTradeIn(deps, call, call.params.id, call.body, call.header('if-match')),
  ),
  route(calls.answerTradeInOffer, (call) =>
    answerTradeInOffer(deps, call, call.params.id, call.body, call.header('if-match')),
  ),
]
