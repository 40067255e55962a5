import { VERIFICATION_CODE_LENGTH } from '#lib/shared/constants.ts'
import type { CustomerLogin } from '#server/customers/queries.ts'
import { useUpCode } from './code-queries.ts'
import { findSession } from './session-queries.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/platform/http/actor.ts'
import { fieldError, invalid, notPermitted } from '#server/platform/http/api-problem.ts'
import { checkCode } from './code-checks.ts'
import { SIGN_IN_CODES } from './codes.ts'
import { countSignedInTry, forgetPasswordTries } from './passwords/password-tries.ts'
import { verifyPassword } from './passwords/passwords.ts'
import { MINUTE_MS } from '#lib/shared/durations.ts'

/** For this long after signing in no reauthentication is needed, where a fresh session is enough. */
const FRESH_MS = 15 * MINUTE_MS

/** The caller of an account's own calls, with the network address. */
export interface AtOwnAccount {
  actor: Actor
  ip: string
}

/** The session of a call that only the customer may make. */
export function ownSession(actor: Actor): { customerId: number; sessionId: string } {
  if (actor.type !== 'CUSTOMER') throw notPermitted()
  return actor
}

/**
 * Reauthenticates a customer by the password, or by the six digits of a sign-in code. For an account without a password
 * a fresh session is enough.
 *
 * @throws {ApiProblem} 400 naming `currentPassword`, 429 after too many wrong ones.
 */
export async function reauthenticate(
  deps: Deps,
  caller: AtOwnAccount,
  login: CustomerLogin,
  typed: string | undefined,
): Promise<void> {
  if (!(await isProofRight(deps, caller, login, typed))) throw notRight()
}

export const notRight = () => invalid([fieldError('currentPassword', 'is wrong')])

/** Whether a customer's proof is right; a password attempt is counted, and forgotten once right. */
export async function isProofRight(
  deps: Deps,
  { actor, ip }: AtOwnAccount,
  { customerId, email, passwordHash }: CustomerLogin,
  typed: string | undefined,
): Promise<boolean> {
  if (!typed) {
    if (passwordHash === null && (await isFresh(deps, ownSession(actor).sessionId))) return true
    throw invalid([fieldError('currentPassword', 'is required')])
  }
  const isCode = new RegExp(`^\\d{${VERIFICATION_CODE_LENGTH}}$`).test(typed)
  const code = isCode ? await checkCode(deps, { email, purposes: SIGN_IN_CODES, typed }) : null
  if (
    code?.customer_id === customerId &&
    (await useUpCode(deps.db, code.login_code_id, deps.now().toISOString()))
  )
    return true
  await countSignedInTry(deps, { email, ip })
  return isPassword(deps, { email, ip, passwordHash }, typed)
}

/** Whether a session began a moment ago. */
export async function isFresh(deps: Deps, sessionId: string): Promise<boolean> {
  const session = await findSession(deps.db, sessionId)
  return session !== null && deps.now().getTime() < Date.parse(session.created_at) + FRESH_MS
}

/** Whether a password is an account's. A right one clears the counted attempts. */
export async function isPassword(
  deps: Deps,
  { email, ip, passwordHash }: Pick<CustomerLogin, 'email' | 'passwordHash'> & { ip: string },
  typed: string,
): Promise<boolean> {
  if (!(await verifyPassword(deps.keys, typed, passwordHash))) return false
  await deps.db.transaction().execute((trx) => forgetPasswordTries(deps, trx, { email, ip }))
  return true
}
