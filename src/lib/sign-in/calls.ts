import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { CurrentUser } from '#lib/customers/shapes.ts'

const credential = z.optional(z.string().check(z.maxLength(1024)))

export const TokenAnswer = z.object({
  access_token: z.string(),
  /** Not given to machine clients: they ask for another token. */
  refresh_token: z.optional(z.string()),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  /** A machine client's rights, with a space between. */
  scope: z.optional(z.string()),
  /** A password that was chosen at registration and never confirmed was dropped by this sign-in. */
  password_dropped: z.optional(z.boolean()),
  /** For the next sign-in of staff in this browser: wrong passwords are counted for it, not for its network. */
  staff_browser: z.optional(z.string()),
})
export type TokenAnswer = z.infer<typeof TokenAnswer>

export const token = endpoint({
  name: 'token',
  summary:
    'Signs in with a password, a code or a link, refreshes a session, or gives a machine client a token (RFC 6749).',
  method: 'POST',
  path: '/auth/token',
  who: 'anyone',
  encoding: 'form',
  // Unknown parameters are ignored here (RFC 6749 §3.2), so this one is not strict.
  body: z.object({
    grant_type: credential,
    client_id: credential,
    client_secret: credential,
    username: credential,
    password: credential,
    refresh_token: credential,
    token: credential,
    scope: credential,
    /** `registration`: the password is the code of an email that confirms a new account. */
    purpose: credential,
    /** The password chosen at that registration: only together do they set it. */
    chosen_password: credential,
    /** From an earlier answer. */
    staff_browser: credential,
  }),
  ok: 200,
  answer: TokenAnswer,
  errors: [401],
  mayNeedCaptcha: true,
})

export const revoke = endpoint({
  name: 'revoke',
  summary: 'Ends the session that a token belongs to (RFC 7009).',
  method: 'POST',
  path: '/auth/revoke',
  who: 'anyone',
  encoding: 'form',
  body: z.object({ client_id: credential, client_secret: credential, token: credential }),
  ok: 200,
  answer: null,
  errors: [401],
})

export const getCurrentUser = endpoint({
  name: 'getCurrentUser',
  summary: 'Returns the signed-in user.',
  method: 'GET',
  path: '/me',
  who: 'signed in',
  ok: 200,
  answer: CurrentUser,
})
