import { withoutTurns } from '#lib/shared/input.ts'
import { VERIFICATION_CODE_LENGTH } from '#lib/shared/constants.ts'
import { isEmail } from '#lib/shared/email.ts'
import {
  findCustomerLogin,
  getCustomerLogin,
  updateCustomer,
  updatePassword,
  type CustomerLogin,
  lockIfKept,
} from '#server/customers/queries.ts'
import { useUpCode } from './code-queries.ts'
import { countPasskeys } from './passkeys/queries.ts'
import { findStaffLogin, updateStaffPassword, type StaffLogin } from '#server/staff/queries.ts'
import type { Deps } from '#server/deps.ts'
import { captchaNeeded, OAuthError } from '#server/api-clients/oauth.ts'
import { siteId } from '#server/platform/http/network.ts'
import { takeOfNetwork } from '#server/platform/http/network-budgets.ts'
import { logSecurity } from '#server/platform/security-events.ts'
import { ACCOUNT_RIGHTS } from '#server/customers/account-status.ts'
import { isRightCaptcha } from './captcha.ts'
import { checkCode, confirmedPassword, forgetCodeFailures, type RightCode } from './code-checks.ts'
import { REGISTRATION_CODES, sendCode, SIGN_IN_CODES, subjectOf } from './codes.ts'
import { codeMail } from './mails.ts'
import { transact } from '#server/platform/mail/outbox.ts'
import {
  countPasswordTry,
  forgetPasswordTries,
  isBeyondCeiling,
  isBeyondTriesOfNetwork,
  returnPasswordTry,
  returnTryToNetwork,
} from './passwords/password-tries.ts'
import { newStaffBrowser, staffBrowserOf } from './passwords/staff-browser.ts'
import { hashPassword, isOutdated, verifyPassword } from './passwords/passwords.ts'
import { secondFactorNeeded, secondFactorProblem, withCode } from './second-factor.ts'
import { startSession, type ProvenOwner, type SessionTokens } from './sessions.ts'

/** In UTF-16 units: 256 characters of two units, with the code of an app or a recovery code behind. */
const MAX_TYPED_LENGTH = 600

interface SignIn {
  username: string
  /** A password, or the six digits of a code. */
  password: string
  userAgent: string | undefined
  ip: string
  /** The answer to a captcha; wanted after too many tries. */
  captchaToken?: string | undefined
  /** Others behind the address have tried so often that every sign-in needs a captcha. */
  isCrowded?: boolean
  /** The code is that of a registration. */
  isRegistration?: boolean
  /** The password that was chosen there. */
  chosenPassword?: string | undefined
  /** What the browser has kept of an earlier sign-in of staff. */
  staffBrowser?: string | undefined
}

/** Whether an account of this status may have codes at all. */
export const takesCodes = (login: CustomerLogin | null): login is CustomerLogin =>
  login !== null && ACCOUNT_RIGHTS[login.status].codes

/**
 * Mails a sign-in code, if the address is a customer's. The caller learns nothing; staff have no codes. Asking changes
 * nothing: a password that was chosen at registration waits for its own code (decision 58).
 *
 * @throws {OAuthError} `captcha_required` after too many requests for the address, or from the network.
 */
export async function sendSignInCode(
  deps: Deps,
  username: string,
  { ip, captchaToken, isCrowded = false }: Pick<SignIn, 'ip' | 'captchaToken' | 'isCrowded'>,
): Promise<void> {
  const email = withoutTurns(username).trim()
  if (!isEmail(email)) return
  const isHuman = await isRightCaptcha(deps, captchaToken)
  if (isCrowded && !isHuman) throw captchaNeeded()
  const login = await findCustomerLogin(deps.db, email)
  await transact(deps, async (trx) => {
    // For known and unknown addresses alike: each leaves rows behind.
    const caller = { actor: { type: 'ANONYMOUS' }, ip } as const
    if (!isHuman && !(await takeOfNetwork(deps, trx, 'codes', caller))) throw captchaNeeded()
    await sendCode(deps, trx, {
      email,
      by: 'SIGN_IN',
      customerId: takesCodes(login) ? login.customerId : null,
      isProven: login?.status === 'ACTIVE',
      asker: siteId(deps.keys, ip, deps.now()),
      isHuman,
      write: (code) => codeMail(deps, { ...login!, firstName: greetedName(login) }, code),
    })
  })
}

/** Who signed in, and whether a password that was chosen at registration and never confirmed was dropped. */
export interface SignedIn extends ProvenOwner {
  hasDroppedPassword?: boolean
}

/** The token endpoint's answer after a sign-in. */
export const answerTo = async (
  deps: Deps,
  { hasDroppedPassword, ...proven }: SignedIn,
  userAgent: string | undefined,
  ip: string,
): Promise<SessionTokens | null> => {
  const tokens = await startSession(deps, proven, userAgent, ip)
  return tokens && { ...tokens, ...(hasDroppedPassword && { password_dropped: true }) }
}

/** The name to greet with; empty until the address is proven, because a stranger may have typed it. */
export const greetedName = (login: CustomerLogin | null): string =>
  login?.status === 'ACTIVE' ? login.firstName : ''

/**
 * Signs in with a password or a code: six digits are the live code first, then a password (decision 2).
 *
 * @returns `null` when they are wrong, whatever was wrong about them.
 * @throws {ApiProblem} 429 after too many wrong ones for this account from this browser or network.
 * @throws {OAuthError} `captcha_required` after too many for this account from everywhere, or for any from this network.
 */
export async function signIn(deps: Deps, given: SignIn): Promise<SessionTokens | null> {
  const email = withoutTurns(given.username).trim()
  const { password, userAgent, ip } = given
  if (!isEmail(email) || password === '' || password.length > MAX_TYPED_LENGTH) return null
  const isHuman = await isRightCaptcha(deps, given.captchaToken)
  if (given.isCrowded && !isHuman) throw captchaNeeded()

  const isCode = new RegExp(`^\\d{${VERIFICATION_CODE_LENGTH}}$`).test(password)
  const purposes = given.isRegistration ? REGISTRATION_CODES : SIGN_IN_CODES
  const code = isCode ? await checkCode(deps, { email, purposes, typed: password }) : null
  const staffBrowser = staffBrowserOf(deps, email, given.staffBrowser)
  const signedIn = code
    ? await ownerOfCode(deps, code, given.chosenPassword)
    : await ownerOfPassword(deps, { email, password, ip, staffBrowser, isHuman })
  if (signedIn) {
    const tokens = await answerTo(deps, signedIn, userAgent, ip)
    const isStaff = signedIn.owner.staff_id !== null
    return tokens && { ...tokens, ...(isStaff && { staff_browser: newStaffBrowser(deps, email) }) }
  }
  logSecurity(deps, 'sign_in_failed', {
    by: isCode ? 'code' : 'password',
    account: subjectOf(deps.keys, email),
    ip,
  })
  return null
}

/** Uses a code up. */
export async function ownerOfCode(
  deps: Deps,
  code: RightCode,
  chosenPassword?: string,
): Promise<SignedIn | null> {
  const now = deps.now().toISOString()
  const customerId = code.customer_id
  const password_hash = await confirmedPassword(deps, code, chosenPassword)
  return deps.db.transaction().execute(async (trx) => {
    // In the order in which a code is sent: first the account, then its code.
    await lockIfKept(trx, customerId)
    const login = await getCustomerLogin(trx, customerId)
    // The account may have got another address since the code was asked for.
    if (!takesCodes(login) || subjectOf(deps.keys, login.email) !== code.subject) return null
    if (!(await useUpCode(trx, code.login_code_id, now))) return null
    await forgetCodeFailures(deps, trx, login.email)
    const owner = { customer_id: customerId, staff_id: null }
    const { epoch } = login
    if (login.status !== 'VERIFYPEND') return { owner, epoch }
    await updateCustomer(trx, customerId, {
      web_account_status: 'ACTIVE',
      password_hash,
      updated_at: now,
    })
    return {
      owner,
      epoch,
      hasDroppedPassword: login.passwordHash !== null && password_hash === null,
    }
  })
}

async function ownerOfPassword(
  deps: Deps,
  {
    email,
    password,
    ip,
    staffBrowser,
    isHuman,
  }: Pick<SignIn, 'password' | 'ip'> & {
    email: string
    staffBrowser: string | null
    isHuman: boolean
  },
): Promise<SignedIn | null> {
  const tried = { email, ip, staffBrowser }
  // In this order: what is refused for its network leaves no row for the address that was typed.
  if (isBeyondTriesOfNetwork(deps, ip) && !isHuman) throw captchaNeeded()
  if ((await isBeyondCeiling(deps, { email, ip })) && !isHuman) throw captchaNeeded()
  await countPasswordTry(deps, tried)
  const staff = await findStaffLogin(deps.db, email)
  const customer = await findCustomerLogin(deps.db, email)
  const stored = staff?.passwordHash ?? customer?.passwordHash ?? null
  const hasApp = staff !== null && staff.totpSecret !== null
  // A password of staff with an app never ends like a code. One hash for every address: the time does not reveal them.
  const parts = hasApp ? withCode(password) : null
  const proven = parts?.password ?? password
  const isRight = await verifyPassword(deps.keys, proven, stored).catch(async (error: unknown) => {
    await returnPasswordTry(deps, tried)
    returnTryToNetwork(deps, ip)
    throw error
  })
  if (!isRight) return null
  returnTryToNetwork(deps, ip)
  if (hasApp) {
    if (!parts) throw secondFactorNeeded('Enter a code from your authenticator app')
    const problem = await secondFactorProblem(deps, staff, { typed: parts.code, ip })
    if (problem) throw secondFactorNeeded(`The code ${problem}`)
  }
  // A passkey is a second factor too: without an app, it is the only one this account has.
  if (staff?.totpSecret === null && (await hasPasskey(deps, staff)))
    throw new OAuthError('passkey_required', 'Sign in with your passkey')
  // An address that is not proven yet signs in by its code alone.
  if (!staff && !(customer && ACCOUNT_RIGHTS[customer.status].password)) return null
  const before = stored!
  const after = isOutdated(deps.keys, before) ? await hashPassword(deps.keys, proven) : null
  const now = deps.now().toISOString()
  return deps.db.transaction().execute(async (trx) => {
    await forgetPasswordTries(deps, trx, tried)
    if (staff) {
      const { staffId } = staff
      if (after) await updateStaffPassword(trx, { staffId, before, after })
      return { owner: { customer_id: null, staff_id: staffId }, epoch: staff.epoch }
    }
    const { customerId } = customer!
    if (after) await updatePassword(trx, { customerId, before, after, now })
    return { owner: { customer_id: customerId, staff_id: null }, epoch: customer!.epoch }
  })
}

const hasPasskey = async ({ db }: Deps, { staffId }: StaffLogin): Promise<boolean> =>
  (await countPasskeys(db, { customer_id: null, staff_id: staffId })) > 0
