import * as differenceCalls from '#lib/payments/money-difference-calls.ts'
import * as calls from '#lib/payments/calls.ts'
import type { Deps } from '#server/deps.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import { settleDispute } from './disputes.ts'
import { explainDifference, listDifferences } from './reconcile.ts'
import { completeRefund, listRefunds, repeatRefund } from './staff-actions.ts'

export const refundRoutes = (deps: Deps): Route[] => [
  route(calls.listRefunds, ({ query }) => listRefunds(deps, query)),
  route(calls.completeRefund, ({ actor, params, body }) =>
    completeRefund(deps, actor, params.id, body),
  ),
  route(calls.repeatRefund, ({ params }) => repeatRefund(deps, params.id)),
  route(calls.settleDispute, ({ actor, params, body }) =>
    settleDispute(deps, actor, params.id, body),
  ),
  route(differenceCalls.listMoneyDifferences, ({ query }) => listDifferences(deps, query)),
  route(differenceCalls.explainMoneyDifference, ({ actor, params, body }) =>
    explainDifference(deps, actor, params.id, body),
  ),
]
