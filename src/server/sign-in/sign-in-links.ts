import { randomBytes } from 'node:crypto'
import { getCustomerLogin, lockIfKept, updateCustomer } from '#server/customers/queries.ts'
import type { Trx } from '#server/database.ts'
import { customerOfLink, insertLinkToken, useUpLink } from './link-queries.ts'
import type { Deps } from '#server/deps.ts'
import { logSecurity } from '#server/platform/security-events.ts'
import { ACCOUNT_RIGHTS } from '#server/customers/account-status.ts'
import { LINK_MINUTES } from './mails.ts'
import type { SessionTokens } from './sessions.ts'
import { checkLink } from './code-checks.ts'
import { answerTo, ownerOfCode, type SignedIn } from './sign-in.ts'
import { sha256 } from '#server/platform/crypto/hash.ts'

/** Makes what a link to sign in carries: 256 random bits, of which the database holds the hash. */
export async function newSignInLink({ now }: Deps, trx: Trx, customerId: number): Promise<string> {
  const token = `l1_${randomBytes(32).toString('base64url')}`
  await insertLinkToken(trx, {
    token_hash: sha256(token),
    customer_id: customerId,
    created_at: now().toISOString(),
    used_at: null,
  })
  return token
}

/**
 * Signs in with a link. It came by mail, so the address is proven by it.
 *
 * @returns `null` when it is unknown, used or too old, or the account may not sign in.
 */
export async function signInByLink(
  deps: Deps,
  token: string,
  userAgent: string | undefined,
  ip: string,
): Promise<SessionTokens | null> {
  const signedIn = await (token.includes('.') ? ownerOfCodeLink : ownerOfLink)(deps, token)
  if (signedIn) return answerTo(deps, signedIn, userAgent, ip)
  logSecurity(deps, 'sign_in_failed', { by: 'link', ip })
  return null
}

/** A link that came with a sign-in code, which it uses up. */
async function ownerOfCodeLink(deps: Deps, token: string): Promise<SignedIn | null> {
  const livesMs = LINK_MINUTES * 60_000
  const code = await checkLink(deps, token, { purpose: 'SIGN_IN_LINK', livesMs })
  return code && ownerOfCode(deps, code)
}

async function ownerOfLink(deps: Deps, token: string): Promise<SignedIn | null> {
  const at = deps.now()
  const now = at.toISOString()
  const notBefore = new Date(at.getTime() - LINK_MINUTES * 60_000).toISOString()
  return deps.db.transaction().execute(async (trx): Promise<SignedIn | null> => {
    const token_hash = sha256(token)
    const customerId = await customerOfLink(trx, token_hash)
    if (customerId === null) return null
    // In the order in which a link is sent: first the account, then its link.
    await lockIfKept(trx, customerId)
    if (!(await useUpLink(trx, { token_hash, notBefore, now }))) return null
    const { status, passwordHash, epoch } = await getCustomerLogin(trx, customerId)
    if (!ACCOUNT_RIGHTS[status].codes) return null
    const owner = { customer_id: customerId, staff_id: null }
    if (status !== 'VERIFYPEND') return { owner, epoch }
    // A password from before the address was proven may be a stranger's.
    await updateCustomer(trx, customerId, {
      web_account_status: 'ACTIVE',
      password_hash: null,
      updated_at: now,
    })
    return { owner, epoch, hasDroppedPassword: passwordHash !== null }
  })
}
