import {
  findCustomer,
  findCustomerLogin,
  getCustomerLogin,
  lockIfKept,
  updateCustomer,
} from '#server/customers/queries.ts'
import { emailKey } from '#lib/shared/email.ts'
import { useUpCode } from '#server/sign-in/code-queries.ts'
import type { Deps } from '#server/deps.ts'
import { fieldError, invalid } from '#server/platform/http/api-problem.ts'
import { siteId } from '#server/platform/http/network.ts'
import { forgetWaysIn } from '#server/customers/accounts.ts'
import { checkReset, forgetCodeFailures, type RightCode } from '#server/sign-in/code-checks.ts'
import { sendCode } from '#server/sign-in/codes.ts'
import { passwordChangedMail, passwordResetMail } from '#server/sign-in/security-mails.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { hashPassword, passwordProblem } from './passwords.ts'
import { greetedName, takesCodes } from '#server/sign-in/sign-in.ts'

/** Mails a reset code, if the address is a customer's. The caller learns nothing. */
export async function startPasswordReset(deps: Deps, email: string, ip: string): Promise<void> {
  const login = await findCustomerLogin(deps.db, email)
  await transact(deps, (trx) =>
    sendCode(deps, trx, {
      email,
      by: 'RESET',
      customerId: takesCodes(login) ? login.customerId : null,
      isProven: login?.status === 'ACTIVE',
      asker: siteId(deps.keys, ip, deps.now()),
      isHuman: true,
      write: (code) =>
        passwordResetMail(deps, { to: login!.email, firstName: greetedName(login), ...code }),
    }),
  )
}

interface Reset {
  email: string
  /** The six digits, or what the link of the message carries. */
  code: string
}

/** Whether a reset code holds, and whether it would be the account's first password. */
export async function checkPasswordReset(
  deps: Deps,
  { email, code }: Reset,
): Promise<{ valid: boolean; type: 'CHANGE_PASSWORD' | 'NEW_ACCOUNT' }> {
  const right = await checkReset(deps, { email, typed: code })
  const login = right && (await getCustomerLogin(deps.db, right.customer_id))
  return {
    valid: takesCodes(login),
    type: takesCodes(login) && login.passwordHash === null ? 'NEW_ACCOUNT' : 'CHANGE_PASSWORD',
  }
}

/**
 * Sets a new password. Every session of the account ends, and so do its other codes, its links, its passkeys and a
 * request to delete it.
 *
 * @throws {ApiProblem} 400 naming the field: a code that does not hold, a password that is too weak.
 */
export async function completePasswordReset(
  deps: Deps,
  { email, code, newPassword }: Reset & { newPassword: string },
): Promise<void> {
  await requireGood(deps, newPassword, [email])
  const right = await checkReset(deps, { email, typed: code })
  if (!right) throw wrongCode()
  // Names are checked after the code, so that a refusal does not reveal them.
  const { name } = (await findCustomer(deps.db, right.customer_id))!
  await requireGood(deps, newPassword, [name.firstName, name.lastName])
  const passwordHash = await hashPassword(deps.keys, newPassword)
  if (!(await setPassword(deps, email, right, passwordHash))) throw wrongCode()
}

async function requireGood(deps: Deps, newPassword: string, known: string[]): Promise<void> {
  const weak = passwordProblem(deps, newPassword, known)
  if (weak) throw invalid([fieldError('newPassword', weak)])
}

const setPassword = (deps: Deps, email: string, right: RightCode, passwordHash: string) =>
  transact(deps, async (trx) => {
    const now = deps.now().toISOString()
    const customerId = right.customer_id
    // In the order in which a code is sent: first the account, then its code.
    await lockIfKept(trx, customerId)
    const login = await getCustomerLogin(trx, customerId)
    // The account may have got another address since the code was asked for.
    if (!takesCodes(login) || emailKey(login.email) !== emailKey(email)) return false
    if (!(await useUpCode(trx, right.login_code_id, now))) return false
    await updateCustomer(trx, customerId, {
      password_hash: passwordHash,
      // The code came by mail, so the address is proven.
      web_account_status: 'ACTIVE',
      updated_at: now,
    })
    await forgetCodeFailures(deps, trx, email)
    // Of several reset messages the first that is used ends the others.
    const cancelled = await forgetWaysIn(deps, trx, customerId, 'password')
    const letter = { to: login.email, firstName: greetedName(login), ...cancelled }
    await enqueueMail(deps, trx, passwordChangedMail(deps, letter))
    return true
  })

const wrongCode = () => invalid([fieldError('code', 'is wrong, or no longer works')])
