import * as passwords from '#lib/sign-in/password-calls.ts'
import * as sessions from '#lib/sign-in/session-calls.ts'
import { changePassword } from '#server/customers/accounts.ts'
import type { Deps } from '#server/deps.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import {
  checkPasswordReset,
  completePasswordReset,
  startPasswordReset,
} from './passwords/password-reset.ts'
import { endOther, endOthers, signedInDevices } from './sessions.ts'

export const passwordAndSessionRoutes = (deps: Deps): Route[] => [
  route(passwords.changePassword, (call) => changePassword(deps, call, call.body)),
  route(passwords.startPasswordReset, ({ body, ip }) => startPasswordReset(deps, body.email, ip)),
  route(passwords.checkPasswordReset, ({ body }) => checkPasswordReset(deps, body)),
  route(passwords.completePasswordReset, ({ body }) => completePasswordReset(deps, body)),
  route(sessions.listSessions, async ({ actor }) => ({
    sessions: await signedInDevices(deps, actor),
  })),
  route(sessions.endOtherSession, ({ actor, params }) => endOther(deps, actor, params.sessionId)),
  route(sessions.endOtherSessions, ({ actor }) => endOthers(deps, actor)),
]
