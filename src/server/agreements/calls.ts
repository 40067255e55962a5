import * as calls from '#lib/purchases/agreement-calls.ts'
import type { Deps } from '#server/deps.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import { acceptAgreement, agreementDocument, getAgreement, issueAgreement } from './agreements.ts'
import { emailSigningLink } from './signing-link.ts'

export const agreementRoutes = (deps: Deps): Route[] => [
  route(calls.issueAgreement, (call) =>
    issueAgreement(deps, call, call.params.id, call.header('if-match')),
  ),
  route(calls.getAgreement, ({ actor, params }) => getAgreement(deps, actor, params.id)),
  route(calls.getAgreementDocument, ({ actor, params }) =>
    agreementDocument(deps, actor, params.id),
  ),
  route(calls.acceptAgreement, ({ actor, params, body }) =>
    acceptAgreement(deps, actor, params.id, body),
  ),
  route(calls.emailSigningLink, (call) => emailSigningLink(deps, call, call.params.id, call.body)),
]
