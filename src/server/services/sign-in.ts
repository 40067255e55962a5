import type { TokenAnswer } from '#lib/contract/identity.ts'
import { VERIFICATION_CODE_LENGTH } from '#lib/constants.ts'
import { isEmail } from '#lib/domain/email.ts'
import {
  findCustomerLogin,
  getCustomerLogin,
  updateCustomer,
  type CustomerLogin,
} from '../db/customers.ts'
import { useUpCode } from '../db/login-codes.ts'
import { clearPoints, secondsLeft, spendPoint } from '../db/rates.ts'
import type { SessionOwner } from '../db/sessions.ts'
import { findStaffLogin } from '../db/staff.ts'
import type { Deps } from '../deps.ts'
import { tooMany } from '../http/api-problem.ts'
import { networkOf } from '../http/limits.ts'
import { checkCode, forgetCodeFailures, sendCode, subjectOf, type RightCode } from './codes.ts'
import { signInCodeMail } from './mail/account-mails.ts'
import { transact } from './outbox.ts'
import { verifyPassword } from './passwords.ts'
import { startSession } from './sessions.ts'

const PASSWORD_WINDOW_MS = 15 * 60_000
const MAX_PASSWORD_LENGTH = 256
/** The code that goes out with a new account is stored in the same transaction: moments after it. */
const SAME_MOMENT_MS = 5_000

interface SignIn {
  username: string
  /** A password, or the six digits of a code. */
  password: string
  userAgent: string | undefined
  ip: string
}

/** Whether an account of this status may have codes at all. */
export const takesCodes = (login: CustomerLogin | null): login is CustomerLogin =>
  login?.status === 'ACTIVE' || login?.status === 'VERIFYPEND'

/** Mails a sign-in code, if the address is a customer's. The caller learns nothing; staff have no codes. */
export async function sendSignInCode(deps: Deps, username: string): Promise<void> {
  const email = username.trim()
  if (!isEmail(email)) return
  const login = await findCustomerLogin(deps.db, email)
  await transact(deps, (trx) =>
    sendCode(deps, trx, {
      email,
      purpose: 'SIGN_IN',
      customerId: takesCodes(login) ? login.customerId : null,
      write: (code) => signInCodeMail(deps, { to: email, firstName: greetedName(login), ...code }),
    }),
  )
}

/** A name is only used once its owner has proven the address: until then anybody may have typed it. */
export const greetedName = (login: CustomerLogin | null): string =>
  login?.status === 'ACTIVE' ? login.firstName : ''

/**
 * Signs in with a password or a code: six digits are the live code first, then a password (decision 2).
 *
 * @returns `null` when they are wrong, whatever was wrong about them.
 * @throws {ApiProblem} 429 after too many wrong ones for this account from this network.
 */
export async function signIn(deps: Deps, given: SignIn): Promise<TokenAnswer | null> {
  const email = given.username.trim()
  const { password, userAgent } = given
  if (!isEmail(email) || password === '' || password.length > MAX_PASSWORD_LENGTH) return null

  const isCode = new RegExp(`^\\d{${VERIFICATION_CODE_LENGTH}}$`).test(password)
  const code = isCode ? await checkCode(deps, { email, purpose: 'SIGN_IN', typed: password }) : null
  const owner = code
    ? await ownerOfCode(deps, email, code)
    : await ownerOfPassword(deps, { ...given, username: email })
  return owner && startSession(deps, owner, userAgent)
}

async function ownerOfCode(
  deps: Deps,
  email: string,
  code: RightCode,
): Promise<SessionOwner | null> {
  const now = deps.now().toISOString()
  const customerId = code.customer_id
  return deps.db.transaction().execute(async (trx) => {
    const login = await getCustomerLogin(trx, customerId)
    if (!takesCodes(login) || !(await useUpCode(trx, code.login_code_id, now))) return null
    await forgetCodeFailures(deps, trx, email)
    if (login.status === 'VERIFYPEND') {
      // Whoever typed the password may not be whoever reads the mail. It stays only if the account is
      // proven by the code that was sent when it was made.
      const ageMs = Date.parse(code.created_at) - Date.parse(login.createdAt)
      const isOwnPassword = ageMs >= 0 && ageMs < SAME_MOMENT_MS
      await updateCustomer(trx, customerId, {
        web_account_status: 'ACTIVE',
        updated_at: now,
        ...(isOwnPassword ? {} : { password_hash: null }),
      })
    }
    return { customer_id: customerId, staff_id: null }
  })
}

async function ownerOfPassword(
  deps: Deps,
  { username: email, password, ip }: SignIn,
): Promise<SessionOwner | null> {
  const now = deps.now()
  // By network as well, so that nobody far away can lock an account's owner out.
  const failures = `password:${subjectOf(deps.keys, email)}:${networkOf(ip)}`
  // Counted before it is looked at: of many at once no more than the limit are.
  const tries = await spendPoint(deps.db, failures, PASSWORD_WINDOW_MS, now)
  if (tries > deps.settings.limits.LIMIT_PASSWORD_FAILURES_PER_15_MINUTES)
    throw tooMany(secondsLeft(PASSWORD_WINDOW_MS, now))

  const staff = await findStaffLogin(deps.db, email)
  const customer = await findCustomerLogin(deps.db, email)
  const stored = staff?.passwordHash ?? customer?.passwordHash ?? null
  const isRight = await verifyPassword(deps.keys, password, stored)
  // An address that is not proven yet signs in by its code alone.
  if (!isRight || (!staff && customer?.status !== 'ACTIVE')) return null
  await deps.db.transaction().execute(async (trx) => {
    await clearPoints(trx, failures)
    await forgetCodeFailures(deps, trx, email)
  })
  return staff
    ? { customer_id: null, staff_id: staff.staffId }
    : { customer_id: customer!.customerId, staff_id: null }
}
