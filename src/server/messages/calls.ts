import * as calls from '#lib/messages/calls.ts'
import type { Deps } from '#server/deps.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import { staffActor } from '#server/staff/acting.ts'
import { sendEnquiry } from './enquiries.ts'
import { leaveMessage, listMessages, updateMessage } from './messages.ts'

export const messageRoutes = (deps: Deps): Route[] => [
  route(calls.leaveMessage, ({ body, effectId, actor, ip }) =>
    leaveMessage(deps, body, effectId, { actor, ip }),
  ),
  route(calls.sendEnquiry, ({ body, effectId, actor, ip }) =>
    sendEnquiry(deps, body, effectId, { actor, ip }),
  ),
  route(calls.listMessages, ({ query }) => listMessages(deps, query)),
  route(calls.updateMessage, ({ actor, params, body }) =>
    updateMessage(deps, staffActor(actor).staffId, params.id, body.isDone),
  ),
]
