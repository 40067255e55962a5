import * as calls from '#lib/payments/money-difference-calls.ts'
import type { Deps } from '#server/deps.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import { explain, listDifferences } from './reconcile.ts'

export const moneyDifferenceRoutes = (deps: Deps): Route[] => [
  route(calls.listMoneyDifferences, ({ query }) => listDifferences(deps, query)),
  route(calls.explainMoneyDifference, ({ actor, params, body }) =>
    explain(deps, actor, params.id, body.explanation),
  ),
]
