import { getCurrentUser, revoke, token } from '#lib/contract/identity.ts'
import type { CurrentUser } from '#lib/contract/shapes.ts'
import { findCustomer } from '../db/customers.ts'
import { findStaff } from '../db/staff.ts'
import type { Deps } from '../deps.ts'
import { notLoggedIn } from '../http/api-problem.ts'
import { invalidGrant, OAuthError, requireClient } from '../http/oauth.ts'
import { route, type Route } from '../http/route.ts'
import { endSession, refreshSession } from '../services/sessions.ts'
import { sendSignInCode, signIn } from '../services/sign-in.ts'

export const identityRoutes = (deps: Deps): Route[] => [
  route(token, async ({ body, header, ip, setHeader }) => {
    requireClient(body)
    setHeader('pragma', 'no-cache')
    const userAgent = header('user-agent')
    if (body.grant_type === undefined) throw missing('grant_type')
    if (body.grant_type === 'refresh_token') {
      if (!body.refresh_token) throw missing('refresh_token')
      const tokens = await refreshSession(deps, body.refresh_token, userAgent)
      if (!tokens) throw invalidGrant()
      return tokens
    }
    if (body.grant_type !== 'password')
      throw new OAuthError('unsupported_grant_type', 'This grant type is not supported')

    const { username, password } = body
    if (!username) throw missing('username')
    if (!password) {
      // An empty password asks for a code (decision 1). It is never a success.
      await sendSignInCode(deps, username)
      throw invalidGrant()
    }
    const tokens = await signIn(deps, { username, password, userAgent, ip })
    if (!tokens) throw invalidGrant()
    return tokens
  }),

  route(revoke, async ({ body }) => {
    requireClient(body)
    if (!body.token) throw missing('token')
    await endSession(deps, body.token)
  }),

  route(getCurrentUser, async ({ actor }): Promise<CurrentUser> => {
    if (actor.type === 'STAFF') {
      const staff = await findStaff(deps.db, actor.staffId)
      if (staff) return { type: 'STAFF', staff, customer: null }
    }
    if (actor.type === 'CUSTOMER') {
      const customer = await findCustomer(deps.db, actor.customerId)
      if (customer) return { type: 'CUSTOMER', staff: null, customer }
    }
    throw notLoggedIn()
  }),
]

const missing = (name: string) => new OAuthError('invalid_request', `${name} is missing`)
