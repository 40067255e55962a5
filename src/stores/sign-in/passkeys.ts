import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import type { ApiCall } from '#lib/api/client.ts'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import {
  addPasskey as addCall,
  signInWithPasskey as signInCall,
  startPasskey,
  startPasskeySignIn,
} from '#lib/sign-in/passkey-calls.ts'
import type { Passkey } from '#lib/customers/account-shapes.ts'
import { siteCall } from '#stores/site/api.ts'
import { noteOffered } from './passkey-offer.ts'
import { welcome, type SignedIn } from './sign-in.ts'

// With WebAuthn's library: fetched when a passkey is used or added.

/** Asked for again before the challenge runs out. */
const ROUND_MS = 4 * 60_000

const CANNOT_KEEP =
  'This device can’t store a passkey with a fingerprint, face or PIN. Try another device.'
const WRONG_SITE = 'Passkeys don’t work at this web address.'

/** Our messages for a browser's errors (WebAuthn §5.1.3, §5.1.4.1). */
const ADDING: Record<string, string> = {
  NotAllowedError: 'No passkey was added. Try again when you’re ready.',
  InvalidStateError: 'This device already has a passkey for your account.',
  ConstraintError: CANNOT_KEEP,
  NotSupportedError: CANNOT_KEEP,
  SecurityError: WRONG_SITE,
}
const SIGNING_IN: Record<string, string> = {
  NotAllowedError: 'No passkey was used. Try again, or sign in with your email address.',
  SecurityError: WRONG_SITE,
}

const refusedBy = (error: unknown, words: Record<string, string>, otherwise: string) => {
  const message = (error instanceof Error && words[error.name]) || otherwise
  return { ok: false, failure: { kind: 'device', message } } as const
}

const isAborted = (error: unknown) => error instanceof Error && error.name === 'AbortError'

/**
 * Signs in with a passkey that the browser asks for.
 *
 * @returns `null` when another request replaced it.
 */
export async function signInWithPasskey(
  { isAutofill = false }: { isAutofill?: boolean } = {},
  call: ApiCall = siteCall,
): Promise<SignedIn | null> {
  const answer = await signedIn(isAutofill, call)
  if (answer === null) return null
  if (!answer.ok)
    return { ok: false, failure: answer.failure, message: failureMessage(answer.failure) }
  noteOffered()
  return welcome(answer.value, call)
}

async function signedIn(isAutofill: boolean, call: ApiCall) {
  const started = await call(startPasskeySignIn)
  if (!started.ok) return isAutofill ? null : started
  const { ceremonyId, options } = started.value
  try {
    const { id, rawId, response } = await startAuthentication({
      optionsJSON: options,
      useBrowserAutofill: isAutofill,
    })
    const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response
    const credential = {
      id,
      rawId,
      type: 'public-key' as const,
      response: { clientDataJSON, authenticatorData, signature, userHandle },
    }
    return call(signInCall, { body: { ceremonyId, credential } })
  } catch (error) {
    if (isAutofill || isAborted(error)) return null
    return refusedBy(error, SIGNING_IN, 'We couldn’t use your passkey. Try again.')
  }
}

/**
 * Offers passkeys in the browser's list under the field of the address, until it is stopped.
 *
 * @returns Stops it.
 */
export function fillInPasskeys(onOutcome: (outcome: SignedIn) => void): () => void {
  let isOver = false
  const round = async () => {
    if (document.hidden) return
    const outcome = await signInWithPasskey({ isAutofill: true })
    if (outcome && !isOver) onOutcome(outcome)
  }
  void round()
  const timer = setInterval(() => void round(), ROUND_MS)
  return () => {
    isOver = true
    clearInterval(timer)
    WebAuthnAbortService.cancelCeremony()
  }
}

/** The proof to reauthenticate with: for customers `currentPassword` alone. */
export interface PasskeyProof {
  currentPassword?: string | undefined
  code?: string | undefined
}

/** Creates a passkey on this device for the account that is signed in. */
export async function addPasskey(
  { name, ...proof }: PasskeyProof & { name?: string },
  call: ApiCall = siteCall,
): Promise<Result<Passkey>> {
  const started = await call(startPasskey, { body: proof })
  if (!started.ok) return started
  const { ceremonyId, options } = started.value
  try {
    const { id, rawId, response } = await startRegistration({ optionsJSON: options })
    const { clientDataJSON, attestationObject, transports } = response
    const credential = {
      id,
      rawId,
      type: 'public-key' as const,
      response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
    }
    const added = await call(addCall, { body: { ceremonyId, credential, ...(name && { name }) } })
    if (added.ok) noteOffered()
    return added
  } catch (error) {
    return refusedBy(error, ADDING, 'We couldn’t add the passkey. Try again.')
  }
}
