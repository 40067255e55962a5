import * as calls from '#lib/sign-in/passkey-calls.ts'
import type { Deps } from '#server/deps.ts'
import { route, type AnyCall, type Route } from '#server/platform/http/route.ts'
import { signInWithPasskey, startPasskeySignIn } from './passkey-sign-in.ts'
import {
  addPasskey,
  ownPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
  type AtOwnPasskeys,
} from './passkeys.ts'

const callerOf = ({
  actor,
  ip,
  header,
}: Pick<AnyCall, 'actor' | 'ip' | 'header'>): AtOwnPasskeys => ({
  actor,
  ip,
  userAgent: header('user-agent'),
})

export const passkeyRoutes = (deps: Deps): Route[] => [
  route(calls.startPasskeySignIn, () => startPasskeySignIn(deps)),
  route(calls.signInWithPasskey, (call) => signInWithPasskey(deps, call.body, callerOf(call))),
  route(calls.listPasskeys, async ({ actor }) => ({ passkeys: await ownPasskeys(deps, actor) })),
  route(calls.startPasskey, (call) => startPasskey(deps, callerOf(call), call.body)),
  route(calls.addPasskey, (call) => addPasskey(deps, callerOf(call), call.body)),
  route(calls.renamePasskey, ({ actor, params, body }) =>
    renamePasskey(deps, actor, params.passkeyId, body.name),
  ),
  route(calls.removePasskey, (call) =>
    removePasskey(deps, callerOf(call), call.params.passkeyId, call.body),
  ),
]
