import * as calls from '#lib/finance/calls.ts'
import { softCheckFinance } from '#lib/finance/soft-check-calls.ts'
import type { Deps } from '#server/deps.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import { readFinanceApplication } from '#server/purchases/staff-purchases.ts'
import { decideFinance, receiveLenderNotice } from './decisions.ts'
import { softCheck } from './soft-check.ts'
import { financeApplicationDocument, getFinanceDraft, submitFinanceApplication } from './finance.ts'

export const financeRoutes = (deps: Deps): Route[] => [
  route(calls.getFinanceDraft, ({ actor, params }) => getFinanceDraft(deps, actor, params.id)),
  route(calls.getFinanceApplicationDocument, ({ actor, params }) =>
    financeApplicationDocument(deps, actor, params.id),
  ),
  route(softCheckFinance, (call) => softCheck(deps, call, call.body)),
  route(calls.submitFinanceApplication, (call) =>
    submitFinanceApplication(deps, call, call.params.id, call.body, call.header('if-match')),
  ),
  route(calls.receiveLenderNotice, ({ body, header }) =>
    receiveLenderNotice(deps, body, header('lender-signature')),
  ),
  route(calls.readFinanceApplication, ({ params }) => readFinanceApplication(deps, params.id)),
  route(calls.decideFinance, ({ actor, params, body, header }) =>
    decideFinance(deps, actor, params.id, body, header('if-match')),
  ),
]
