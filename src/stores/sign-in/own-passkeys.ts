import { listPasskeys, removePasskey, renamePasskey } from '#lib/sign-in/passkey-calls.ts'
import { siteCall } from '#stores/site/api.ts'
import { addPasskey } from './lazy-passkeys.ts'
import type { PasskeyProof } from './passkeys.ts'

/** The passkeys of the account that is signed in. */
export const ownPasskeys = () => siteCall(listPasskeys)

/** The actions on them. */
export const passkeyActions = {
  add: addPasskey,
  rename: (passkeyId: string, name: string) =>
    siteCall(renamePasskey, { params: { passkeyId }, body: { name } }),
  remove: (passkeyId: string, proof: PasskeyProof) =>
    siteCall(removePasskey, { params: { passkeyId }, body: proof }),
}
