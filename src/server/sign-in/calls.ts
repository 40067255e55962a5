import { getCurrentUser, revoke, token, type TokenAnswer } from '#lib/sign-in/calls.ts'
import type { CurrentUser } from '#lib/customers/shapes.ts'
import type { z } from '#lib/shared/zod.ts'
import { findCustomer } from '#server/customers/queries.ts'
import { findStaff } from '#server/staff/queries.ts'
import type { Deps } from '#server/deps.ts'
import { enforceSignInLimit, isBeyondSignInLimit } from '#server/platform/http/limits.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { notLoggedIn } from '#server/platform/http/api-problem.ts'
import {
  invalidGrant,
  isWebClient,
  OAuthError,
  readClient,
  unknownClient,
} from '#server/api-clients/oauth.ts'
import { route, type Route } from '#server/platform/http/route.ts'
import { logSecurity } from '#server/platform/security-events.ts'
import {
  endClientToken,
  findMachineClient,
  issueClientToken,
  type MachineClient,
} from '#server/api-clients/api-clients.ts'
import { endSession, refreshSession } from './sessions.ts'
import { signInByLink } from './sign-in-links.ts'
import { sendSignInCode, signIn } from './sign-in.ts'

type Form = z.output<typeof token.body>

/** Who asks the token endpoint: the product's own pages, or a machine. */
type Client = 'web' | MachineClient

/** @throws {OAuthError} 401 `invalid_client` for any other; 429 where too many are tried. */
async function requireClient(
  deps: Deps,
  body: Pick<Form, 'client_id' | 'client_secret'>,
  authorization: string | undefined,
  ip: string,
): Promise<Client> {
  const given = readClient(body, authorization)
  if (isWebClient(given)) return 'web'
  enforceSignInLimit(deps, ip)
  const machine = await findMachineClient(deps.db, given.id, given.secret)
  if (!machine) {
    logSecurity(deps, 'sign_in_failed', { by: 'client', ip })
    throw unknownClient(given.wasBasic)
  }
  return machine
}

/**
 * Grants of the product's own pages that no number of others makes wait, since those who share an address may be
 * strangers: a password needs a captcha instead, and the tokens are too long to guess.
 */
const NEVER_WAIT = ['password', 'refresh_token', 'token']

interface Asking {
  body: Form
  userAgent: string | undefined
  ip: string
  captchaToken: string | undefined
  /** So many have signed in behind the address that each needs a captcha. */
  isCrowded: boolean
}

/** What each grant of the product's own pages gives; `null` when what was shown is not good. */
const GRANTS: Record<string, (deps: Deps, asking: Asking) => Promise<TokenAnswer | null>> = {
  async password(deps, { body, ...asking }) {
    const username = needed(body, 'username')
    const isRegistration = body.purpose === 'registration'
    if (body.password)
      return signIn(deps, {
        ...asking,
        username,
        password: body.password,
        isRegistration,
        chosenPassword: body.chosen_password,
        staffBrowser: body.staff_browser,
      })
    // An empty password asks for a code (decision 1). It is never a success.
    await sendSignInCode(deps, username, asking)
    return null
  },
  refresh_token: (deps, { body, userAgent, ip }) =>
    refreshSession(deps, needed(body, 'refresh_token'), userAgent, ip),
  token: (deps, { body, userAgent, ip }) =>
    signInByLink(deps, needed(body, 'token'), userAgent, ip),
}

function needed(body: Form, name: keyof Form): string {
  const value = body[name]
  if (!value) throw new OAuthError('invalid_request', `${name} is missing`)
  return value
}

export const identityRoutes = (deps: Deps): Route[] => [
  route(token, async ({ body, header, ip, setHeader }) => {
    setHeader('pragma', 'no-cache')
    const client = await requireClient(deps, body, header('authorization'), ip)
    if (client === 'web' && !NEVER_WAIT.includes(body.grant_type ?? ''))
      enforceSignInLimit(deps, ip)
    const grantType = needed(body, 'grant_type')
    const grant = Object.hasOwn(GRANTS, grantType) ? GRANTS[grantType] : undefined
    if (!grant && grantType !== 'client_credentials')
      throw new OAuthError('unsupported_grant_type', 'This grant type is not supported')
    if ((client === 'web') !== Boolean(grant))
      throw new OAuthError('unauthorized_client', 'This client may not use this grant type')
    if (client !== 'web') {
      const answer = await issueClientToken(deps, client, body.scope, ip)
      if (!answer) throw new OAuthError('invalid_scope', 'The client does not have this scope')
      return answer
    }
    const tokens = await grant!(deps, {
      body,
      userAgent: header('user-agent'),
      ip,
      captchaToken: header('x-captcha-token'),
      isCrowded: grantType === 'password' && isBeyondSignInLimit(deps, ip),
    })
    if (!tokens) throw invalidGrant()
    return tokens
  }),

  route(revoke, async ({ body, header, ip }) => {
    const client = await requireClient(deps, body, header('authorization'), ip)
    if (!body.token) throw new OAuthError('invalid_request', 'token is missing')
    // A client cannot revoke another client's token; the answer is the same (RFC 7009 §2.2).
    await (client === 'web'
      ? endSession(deps, body.token)
      : endClientToken(deps, client, body.token))
  }),

  route(getCurrentUser, ({ actor }) => currentUser(deps, actor)),
]

async function currentUser({ db }: Deps, actor: Actor): Promise<CurrentUser> {
  if (actor.type === 'STAFF') {
    const staff = await findStaff(db, actor.staffId)
    if (staff) return { type: 'STAFF', staff, customer: null }
  }
  if (actor.type === 'CUSTOMER') {
    const customer = await findCustomer(db, actor.customerId)
    if (customer) return { type: 'CUSTOMER', staff: null, customer }
  }
  if (actor.type === 'APICLIENT') return { type: 'APICLIENT', staff: null, customer: null }
  throw notLoggedIn()
}
