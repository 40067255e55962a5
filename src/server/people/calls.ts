import * as calls from '#lib/people/calls.ts'
import type { Deps } from '#server/deps.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import { acceptInvitation, getInvitation } from './invitations.ts'
import {
  addPurchaseComment,
  getPeople,
  invitePerson,
  removePerson,
  sendInvitationAgain,
} from './people.ts'
import {
  answerShared,
  commentOnShared,
  getSharedPurchase,
  leaveShared,
  listSharedPurchases,
} from './shared.ts'
import { getSharedAgreement, signSharedAgreement } from './signatures.ts'

export const peopleRoutes = (deps: Deps): Route[] => [
  route(calls.getPeople, ({ actor, params }) => getPeople(deps, actor, params.id)),
  route(calls.invitePerson, (call) => invitePerson(deps, call, call.params.id, call.body)),
  route(calls.sendInvitationAgain, (call) => sendInvitationAgain(deps, call, call.params)),
  route(calls.removePerson, ({ actor, params }) => removePerson(deps, actor, params)),
  route(calls.addPurchaseComment, (call) =>
    addPurchaseComment(deps, call, call.params.id, call.body.text),
  ),
  route(calls.getInvitation, ({ params }) => getInvitation(deps, params.key)),
  route(calls.acceptInvitation, ({ actor, params }) => acceptInvitation(deps, actor, params.key)),
  route(calls.listSharedPurchases, ({ params }) => listSharedPurchases(deps, Number(params.id))),
  route(calls.getSharedPurchase, ({ actor, params }) => getSharedPurchase(deps, actor, params.id)),
  route(calls.leaveSharedPurchase, ({ actor, params }) => leaveShared(deps, actor, params.id)),
  route(calls.commentOnSharedPurchase, (call) =>
    commentOnShared(deps, call, call.params.id, call.body.text),
  ),
  route(calls.answerSharedPurchase, (call) => answerShared(deps, call, call.params.id, call.body)),
  route(calls.getSharedAgreement, ({ actor, params }) =>
    getSharedAgreement(deps, actor, params.id),
  ),
  route(calls.signSharedAgreement, ({ actor, params, body }) =>
    signSharedAgreement(deps, actor, params.id, body),
  ),
]
