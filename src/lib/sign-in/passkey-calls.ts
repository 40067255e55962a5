import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { TokenAnswer } from './calls.ts'
import { code, text } from '#lib/shared/input.ts'
import { Passkey } from '#lib/customers/account-shapes.ts'

/** Calls of our own: passkeys (WebAuthn), a third way to sign in, after a password and a code. */

const base64url = (max: number) =>
  z
    .string()
    .check(
      z.minLength(1, 'is required'),
      z.maxLength(max, 'is too long'),
      z.regex(/^[\w-]+$/, 'is not base64url'),
    )

/** The most that WebAuthn allows, 1023 bytes. */
const credentialId = base64url(1364)
const isPasskey = z.literal('public-key')
const transports = z.optional(
  z.array(z.string().check(z.maxLength(32, 'is too long'))).check(z.maxLength(8, 'is too long')),
)
/** Only the tab that requested the options knows it. */
const ceremonyId = code

const named = text(60)
const proof = z.optional(z.string().check(z.maxLength(256, 'is too long')))
const params = z.object({ passkeyId: code })

/** A created passkey as browsers encode it; other fields are ignored. */
const Attestation = z.object({
  id: credentialId,
  rawId: credentialId,
  type: isPasskey,
  response: z.object({
    clientDataJSON: base64url(4096),
    attestationObject: base64url(8192),
    transports,
  }),
})

/** The proof of a used passkey, in the same form. */
const Assertion = z.object({
  id: credentialId,
  rawId: credentialId,
  type: isPasskey,
  response: z.object({
    clientDataJSON: base64url(4096),
    authenticatorData: base64url(4096),
    signature: base64url(4096),
    userHandle: base64url(128),
  }),
})

const descriptor = z.object({
  id: z.string(),
  type: isPasskey,
  transports: z.optional(z.array(z.string())),
})

export const startPasskeySignIn = endpoint({
  name: 'startPasskeySignIn',
  summary:
    'Requests a challenge to sign in with a passkey. The response is the same for every user, known or not.',
  method: 'POST',
  path: '/auth/passkey/options',
  who: 'anyone',
  ok: 200,
  answer: z.object({
    ceremonyId: z.string(),
    options: z.object({
      challenge: z.string(),
      rpId: z.string(),
      timeout: z.int(),
      userVerification: z.literal('required'),
    }),
  }),
})

export const signInWithPasskey = endpoint({
  name: 'signInWithPasskey',
  summary: 'Signs in with a passkey. A challenge works once, in the tab that requested it.',
  method: 'POST',
  path: '/auth/passkey',
  who: 'anyone',
  body: z.strictObject({ ceremonyId, credential: Assertion }),
  ok: 200,
  answer: TokenAnswer,
  errors: [403],
})

export const listPasskeys = endpoint({
  name: 'listPasskeys',
  summary: 'Lists the user’s passkeys, newest first.',
  method: 'GET',
  path: '/me/passkeys',
  who: 'signed in',
  ok: 200,
  answer: z.object({ passkeys: z.array(Passkey) }),
  errors: [403],
})

export const startPasskey = endpoint({
  name: 'startPasskey',
  summary:
    'Requests a challenge to add a passkey. More than 15 minutes after signing in, it requires the password or an emailed code, or for staff the password and a code.',
  method: 'POST',
  path: '/me/passkeys/options',
  who: 'signed in',
  body: z.strictObject({ currentPassword: proof, code: proof }),
  ok: 200,
  answer: z.object({
    ceremonyId: z.string(),
    options: z.object({
      challenge: z.string(),
      rp: z.object({ id: z.string(), name: z.string() }),
      user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
      pubKeyCredParams: z.array(z.object({ type: isPasskey, alg: z.int() })),
      timeout: z.int(),
      attestation: z.literal('none'),
      excludeCredentials: z.array(descriptor),
      authenticatorSelection: z.object({
        residentKey: z.literal('required'),
        requireResidentKey: z.literal(true),
        userVerification: z.literal('required'),
      }),
    }),
  }),
  errors: [403, 409],
})

export const addPasskey = endpoint({
  name: 'addPasskey',
  summary: 'Adds a passkey, up to 10 for each account. Emails the owner.',
  method: 'POST',
  path: '/me/passkeys',
  who: 'signed in',
  body: z.strictObject({ ceremonyId, credential: Attestation, name: z.optional(named) }),
  ok: 201,
  answer: Passkey,
  errors: [403, 409],
  isIdempotent: true,
})

export const renamePasskey = endpoint({
  name: 'renamePasskey',
  summary: 'Renames a passkey.',
  method: 'PUT',
  path: '/me/passkeys/:passkeyId',
  who: 'signed in',
  params,
  body: z.strictObject({ name: named }),
  ok: 200,
  answer: Passkey,
  errors: [403, 404],
})

export const removePasskey = endpoint({
  name: 'removePasskey',
  summary:
    'Removes a passkey and ends the sessions that used it. Removing it again changes nothing. Requires the same proof as adding one.',
  method: 'POST',
  path: '/me/passkeys/:passkeyId/removal',
  who: 'signed in',
  params,
  body: z.strictObject({ currentPassword: proof, code: proof }),
  ok: 204,
  answer: null,
  errors: [403],
})
