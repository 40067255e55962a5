import { createHmac, randomBytes } from 'node:crypto'
import type { SecondFactor } from '#lib/customers/account-shapes.ts'
import { countPasskeys } from './passkeys/queries.ts'
import { clearPoints, spendPoint } from '#server/platform/database/rate-counters.ts'
import {
  activateTotp,
  countRecoveryCodes,
  replaceRecoveryCodes,
  setPendingTotp,
  useUpRecoveryCode,
  useUpStep,
} from './second-factor-queries.ts'
import { revokeSessionsOf } from './session-queries.ts'
import { requireOpenSession } from './sessions.ts'
import { findStaff, getStaffLogin, type StaffLogin } from '#server/staff/queries.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, fieldError, invalid } from '#server/platform/http/api-problem.ts'
import { OAuthError } from '#server/api-clients/oauth.ts'
import { logSecurity } from '#server/platform/security-events.ts'
import type { StaffActor } from '#server/staff/acting.ts'
import { auditRights } from '#server/staff/audit.ts'
import { seal, unseal } from '#server/platform/crypto/encryption.ts'
import { columnContext } from '#server/platform/crypto/encryption-context.ts'
import { staffSecondFactorChangedMail } from '#server/staff/mails.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { countSignedInTry, forgetPasswordTries } from './passwords/password-tries.ts'
import { verifyPassword } from './passwords/passwords.ts'
import { base32, matchingStep, newTotpSecret, totpAddress } from './totp.ts'

/**
 * After this many wrong codes in a row an app's codes are suspended until a recovery code is used or the app is reset.
 * Three codes count at a time, so that guessing succeeds for one account in 16,000.
 */
const MAX_FAILURES_IN_A_ROW = 20
const RECOVERY_CODES = 10
/** 80 random bits: these need no limit of tries. */
const RECOVERY_BYTES = 10

const CODE = /^(?:\d{6}|[a-z2-7]{4}(?:-[a-z2-7]{4}){3})$/i
/** A password with a code of the second factor behind it. */
const WITH_CODE = /^(.+?)(\d{6}|[a-z2-7]{4}(?:-[a-z2-7]{4}){3})$/is

const secretPlace = (column: 'totp_secret' | 'totp_pending', staffId: number) =>
  columnContext('staff', column, String(staffId))
/** Under what wrong codes are counted. */
export const secondFactorFailures = (staffId: number) => `totp-failures:${staffId}`

const hashOf = ({ keys }: Deps, staffId: number, code: string): string =>
  createHmac('sha256', keys.code)
    .update(`recovery ${staffId} ${code.toUpperCase()}`)
    .digest('base64url')

/** `ABCD-EFGH-IJKL-MNOP` */
const newRecoveryCode = (): string => base32(randomBytes(RECOVERY_BYTES)).match(/.{4}/g)!.join('-')

/** A typed password taken apart into what may be the password and the code behind it. */
export function withCode(typed: string): { password: string; code: string } | null {
  const [, password, code] = WITH_CODE.exec(typed) ?? []
  return password !== undefined && code !== undefined ? { password, code } : null
}

/** Asks for the second factor, only after the right password. */
export const secondFactorNeeded = (message: string) =>
  new OAuthError('second_factor_required', message)

const NOT_RIGHT = 'is wrong, or has already been used'
const TOO_MANY =
  'can’t be accepted: there have been too many wrong ones. Use a recovery code, or ask an admin to reset your second factor'

/**
 * Holds a code against the authenticator app of a member of staff, or against their recovery codes, and uses it up.
 *
 * @returns The problem, which continues the field's name; `null` for a right code.
 */
export async function secondFactorProblem(
  deps: Deps,
  { staffId, email, totpSecret }: StaffLogin,
  { typed, ip }: { typed: string; ip: string },
): Promise<string | null> {
  const now = deps.now()
  if (totpSecret === null || !CODE.test(typed)) return NOT_RIGHT
  if (typed.includes('-')) {
    const { firstName } = (await findStaff(deps.db, staffId))!
    const isRight = await transact(deps, async (trx) => {
      if (!(await useUpRecoveryCode(trx, staffId, hashOf(deps, staffId, typed)))) return false
      await clearPoints(trx, secondFactorFailures(staffId))
      const whose = `staff:${staffId}`
      await auditRights(trx, now.toISOString(), 'useRecoveryCode', [whose], whose)
      const news = { to: email, firstName, act: 'RECOVERY_CODE' } as const
      await enqueueMail(deps, trx, staffSecondFactorChangedMail(deps, news))
      return true
    })
    if (!isRight) logSecurity(deps, 'second_factor_wrong', { staffId, ip })
    return isRight ? null : NOT_RIGHT
  }
  // Counted before it is looked at: of many at once no more than the limit are.
  const failures = await spendPoint(deps.db, secondFactorFailures(staffId), Infinity, now)
  if (failures > MAX_FAILURES_IN_A_ROW) {
    logSecurity(deps, 'second_factor_wrong', { staffId, failures, ip })
    return TOO_MANY
  }
  const secret = unseal(deps.keys, secretPlace('totp_secret', staffId), totpSecret)
  const step = matchingStep(Buffer.from(secret, 'base64url'), typed, now)
  if (step === null || !(await useUpStep(deps.db, staffId, step))) {
    logSecurity(deps, 'second_factor_wrong', { staffId, failures, ip })
    return NOT_RIGHT
  }
  await clearPoints(deps.db, secondFactorFailures(staffId))
  return null
}

export async function secondFactorOf(deps: Deps, staffId: number): Promise<SecondFactor> {
  const { totpSince } = await getStaffLogin(deps.db, staffId)
  return {
    since: totpSince,
    isRequired: deps.settings.staffSecondFactor,
    recoveryCodesLeft: await countRecoveryCodes(deps.db, staffId),
    passkeys: await countPasskeys(deps.db, { customer_id: null, staff_id: staffId }),
  }
}

/**
 * Reauthenticates a member of staff by the password, and by a code where an authenticator app is set up.
 *
 * @throws {ApiProblem} 400 naming the field, 429 after too many wrong passwords.
 */
export async function reauthenticateStaff(
  deps: Deps,
  { actor, ip }: { actor: StaffActor; ip: string },
  { currentPassword, code }: { currentPassword: string; code?: string | undefined },
): Promise<StaffLogin> {
  const login = await getStaffLogin(deps.db, actor.staffId)
  const { email } = login
  await countSignedInTry(deps, { email, ip })
  if (!(await verifyPassword(deps.keys, currentPassword, login.passwordHash)))
    throw invalid([fieldError('currentPassword', 'is wrong')])
  const wrong =
    login.totpSecret === null
      ? null
      : code === undefined
        ? 'is required'
        : await secondFactorProblem(deps, login, { typed: code, ip })
  if (wrong) throw invalid([fieldError('code', wrong)])
  await deps.db.transaction().execute((trx) => forgetPasswordTries(deps, trx, { email, ip }))
  return login
}

/**
 * Makes a secret for an authenticator app. It counts once a code of it has come back.
 *
 * A password that ends like a code has to be changed first, because codes are typed behind the password.
 *
 * @throws {ApiProblem} 400 naming the field, 429 after too many wrong passwords.
 */
export async function startSecondFactor(
  deps: Deps,
  { actor, ip }: { actor: StaffActor; ip: string },
  { currentPassword, code }: { currentPassword: string; code?: string | undefined },
): Promise<{ secret: string; address: string }> {
  const { staffId, email } = await reauthenticateStaff(
    deps,
    { actor, ip },
    { currentPassword, code },
  )
  if (withCode(currentPassword))
    throw invalid([
      fieldError('currentPassword', 'ends in six digits, like a code. Please change it first'),
    ])
  const secret = newTotpSecret()
  const sealed = seal(deps.keys, secretPlace('totp_pending', staffId), secret.toString('base64url'))
  await setPendingTotp(deps.db, staffId, sealed)
  const issuer = `${deps.catalogue.brand.name} staff`
  return { secret: base32(secret), address: totpAddress(secret, issuer, email) }
}

/**
 * Activates the pending secret by one of its codes. Every other session ends, and the member of staff gets a mail.
 *
 * @returns Recovery codes, which are stored hashed: now is the only time to see them.
 * @throws {ApiProblem} 400 for a wrong code, 409 when nothing is being set up.
 */
export async function confirmSecondFactor(
  deps: Deps,
  { staffId, sessionId }: StaffActor,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  const { email, totpPending: pending } = await getStaffLogin(deps.db, staffId)
  if (pending === null)
    throw conflict('You’re not setting up an authenticator app. Please start again.')
  const secret = unseal(deps.keys, secretPlace('totp_pending', staffId), pending)
  const step = matchingStep(Buffer.from(secret, 'base64url'), code, deps.now())
  if (step === null)
    throw invalid([fieldError('code', 'is wrong: check that your phone shows the right time')])
  const recoveryCodes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  const now = deps.now().toISOString()
  const sealed = seal(deps.keys, secretPlace('totp_secret', staffId), secret)
  const { firstName } = (await findStaff(deps.db, staffId))!
  const owner = { customer_id: null, staff_id: staffId }
  await transact(deps, async (trx) => {
    await requireOpenSession(trx, { owner, sessionId })
    if (!(await activateTotp(trx, staffId, { pending, secret: sealed, step, now })))
      throw conflict('You’re setting up another authenticator app. Please start again.')
    const hashes = recoveryCodes.map((one) => hashOf(deps, staffId, one))
    await replaceRecoveryCodes(trx, staffId, hashes)
    await clearPoints(trx, secondFactorFailures(staffId))
    await revokeSessionsOf(trx, owner, 'second-factor', now, sessionId)
    const whose = `staff:${staffId}`
    await auditRights(trx, now, 'setUpSecondFactor', [whose], whose)
    const news = { to: email, firstName, act: 'SET_UP' } as const
    await enqueueMail(deps, trx, staffSecondFactorChangedMail(deps, news))
  })
  return { recoveryCodes }
}
