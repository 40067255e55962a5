import type { signInWithPasskey as signInCall } from '#lib/sign-in/passkey-calls.ts'
import type { z } from '#lib/shared/zod.ts'
import { getCustomerLogin } from '#server/customers/queries.ts'
import { epochOf } from '#server/sign-in/session-queries.ts'
import { countUse, findPasskey, type FoundPasskey } from './queries.ts'
import type { Deps } from '#server/deps.ts'
import { ApiProblem } from '#server/platform/http/api-problem.ts'
import { logSecurity } from '#server/platform/security-events.ts'
import { ACCOUNT_RIGHTS } from '#server/customers/account-status.ts'
import {
  CEREMONY_MS,
  challengeIn,
  isOrdinaryKey,
  newChallenge,
  relyingParty,
  takeChallenge,
  webAuthn,
  type Ceremony,
} from './passkey-ceremony.ts'
import { startSession, type SessionTokens } from '#server/sign-in/sessions.ts'

type Given = z.output<typeof signInCall.body>

const ceremonyOf = (ceremonyId: string): Ceremony => ({
  purpose: 'sign-in',
  sessionId: '',
  ceremonyId,
})

/** Asks for a signature by any passkey of the site. It names no account, so it reveals none. */
export async function startPasskeySignIn(deps: Deps) {
  const { generateAuthenticationOptions } = await webAuthn()
  const ceremonyId = deps.newId()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(deps).rpID,
    challenge: newChallenge(deps, ceremonyOf(ceremonyId)),
    timeout: CEREMONY_MS,
    userVerification: 'required',
  })
  return {
    ceremonyId,
    options: {
      challenge: options.challenge,
      rpId: options.rpId!,
      timeout: CEREMONY_MS,
      userVerification: 'required' as const,
    },
  }
}

/**
 * Signs in with a passkey that verified its owner. For staff it is both factors.
 *
 * @throws {ApiProblem} 403, whatever was wrong.
 */
export async function signInWithPasskey(
  deps: Deps,
  { ceremonyId, credential }: Given,
  { userAgent, ip }: { userAgent: string | undefined; ip: string },
): Promise<SessionTokens> {
  const { clientDataJSON } = credential.response
  const challenge = challengeIn(deps, ceremonyOf(ceremonyId), clientDataJSON)
  // An answer to no challenge of ours reads no database.
  const passkey = challenge === null ? null : await findPasskey(deps.db, credential.id)
  // Read before its use is counted, which fails once the passkey is deleted.
  const epoch = passkey && (await epochOf(deps.db, passkey))
  const reason =
    challenge === null ? 'challenge' : await problemWith(deps, passkey, challenge, credential)
  if (passkey && epoch !== null && reason === null) {
    const { customer_id, staff_id, passkey_id } = passkey
    const proven = { owner: { customer_id, staff_id }, epoch }
    const tokens = await startSession(deps, proven, userAgent, ip, passkey_id)
    if (tokens) return tokens
  }
  const facts = { ip, ...(passkey && { passkeyId: passkey.passkey_id }) }
  if (reason === 'counter') logSecurity(deps, 'passkey_cloned', facts)
  logSecurity(deps, 'sign_in_failed', { ...facts, by: 'passkey', reason: reason ?? 'ended' })
  throw new ApiProblem(
    403,
    'NotPermitted',
    'We couldn’t sign you in with this passkey. Try again, or sign in with your email address.',
  )
}

/** Why a passkey does not sign in, for our log; `null` when it does. */
async function problemWith(
  deps: Deps,
  passkey: FoundPasskey | null,
  challenge: string,
  credential: Given['credential'],
): Promise<string | null> {
  if (!passkey) return 'unknown'
  const { passkey_id, user_handle, customer_id } = passkey
  const counter = await verifiedCounter(deps, passkey, challenge, credential)
  if (counter === null) return 'not verified'
  const handle = Buffer.from(credential.response.userHandle, 'base64url').toString()
  if (handle !== user_handle) return 'owner'
  if (customer_id !== null) {
    const { status } = await getCustomerLogin(deps.db, customer_id)
    if (!ACCOUNT_RIGHTS[status].password) return 'account'
  }
  if (!(await takeChallenge(deps, challenge))) return 'challenge'
  const isCounted = await countUse(deps.db, passkey_id, counter, deps.now().toISOString())
  return isCounted ? null : 'counter'
}

/** The counter of a signature that is sound; `null` for any other. */
async function verifiedCounter(
  deps: Deps,
  passkey: FoundPasskey,
  challenge: string,
  credential: Given['credential'],
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await webAuthn()
  const { rpID, origin } = relyingParty(deps)
  const publicKey = new Uint8Array(Buffer.from(passkey.public_key, 'base64url'))
  try {
    // One that was added before such keys were refused.
    if (!(await isOrdinaryKey(publicKey))) return null
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey,
        // The library would compare it before the signature is known to be sound; the database does so after, in one step.
        counter: 0,
      },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}
