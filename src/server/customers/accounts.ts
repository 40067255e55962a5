import type { z } from '#lib/shared/zod.ts'
import type * as calls from '#lib/customers/calls.ts'
import type { changePassword as changePasswordCall } from '#lib/sign-in/password-calls.ts'
import type { Customer } from '#lib/customers/shapes.ts'
import {
  findCustomer,
  findCustomerLogin,
  getCustomerLogin,
  releasePendingAddress,
  updateCustomer,
  updatePassword,
  lockForNewEmail,
} from './queries.ts'
import { emailKey } from '../../lib/shared/email.ts'
import { deleteDeletion } from './deletion-queries.ts'
import { deleteEmailChange, findEmailChange, upsertEmailChange } from './email-change-queries.ts'
import { moveWatches } from '#server/stock/watch-queries.ts'
import { moveMessages } from '#server/messages/queries.ts'
import { deleteLinksOf } from '#server/sign-in/link-queries.ts'
import { useUpCode, useUpCodesOf } from '#server/sign-in/code-queries.ts'
import { countPasskeys, deletePasskeysOf } from '#server/sign-in/passkeys/queries.ts'
import { secondsLeft, spendPoint } from '#server/platform/database/rate-counters.ts'
import { spendOfNetwork } from '#server/platform/http/network-budgets.ts'
import { revokeSessionsOf } from '#server/sign-in/session-queries.ts'
import { requireOpenSession, sessionOf } from '#server/sign-in/sessions.ts'
import { findStaffLogin } from '#server/staff/queries.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, fieldError, invalid, tooMany } from '#server/platform/http/api-problem.ts'
import { checkCode } from '#server/sign-in/code-checks.ts'
import { sendCode } from '#server/sign-in/codes.ts'
import { emailChangeRequestedMail, emailChangeCodeMail, emailChangedMail } from './mails.ts'
import { passwordChangedMail } from '../sign-in/security-mails.ts'
import { moveMails } from '#server/platform/mail/outbox-queries.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { countSignedInTry } from '#server/sign-in/passwords/password-tries.ts'
import { hashPassword, passwordProblem } from '#server/sign-in/passwords/passwords.ts'
import {
  isPassword,
  notRight,
  ownSession,
  reauthenticate,
  isProofRight,
  type AtOwnAccount,
} from '#server/sign-in/reauthenticate.ts'
import { spendDaily } from '../platform/http/daily-limits.ts'
import { HOUR_MS } from '#lib/shared/durations.ts'

/**
 * Changes a customer's password, or sets the first one. Every other session of the account ends, and its holder gets a mail.
 *
 * @throws {ApiProblem} 400 naming the field, 401 where the session has ended meanwhile, 409 for an account that has no
 *   password to change, has one already, or has changed since, 429 after too many wrong passwords.
 */
export async function changePassword(
  deps: Deps,
  caller: AtOwnAccount,
  { type, currentPassword, newPassword }: z.output<typeof changePasswordCall.body>,
): Promise<void> {
  const { customerId, sessionId } = ownSession(caller.actor)
  const login = await getCustomerLogin(deps.db, customerId)
  const hasPassword = login.passwordHash !== null
  // Sent again after the answer was lost; else the new password may be a guess.
  const isDone = async () => {
    await countSignedInTry(deps, { email: login.email, ip: caller.ip })
    return isPassword(deps, { ...login, ip: caller.ip }, newPassword)
  }
  if (hasPassword && type === 'NEW_ACCOUNT') {
    if (await isDone()) return
    throw conflict('This account already has a password. Please change it instead.')
  }
  if (!hasPassword && type === 'CHANGE_PASSWORD')
    throw conflict('This account has no password yet. Please set one first.')
  const { name } = (await findCustomer(deps.db, customerId))!
  const weak = passwordProblem(deps, newPassword, [login.email, name.firstName, name.lastName])
  if (weak) throw invalid([fieldError('newPassword', weak)])
  if (!(await isProofRight(deps, caller, login, currentPassword))) {
    if (await isDone()) return
    throw notRight()
  }

  await spendDaily(deps, deps.db, 'LIMIT_SIGN_IN_CHANGES_PER_DAY', customerId)
  const passwordHash = await hashPassword(deps.keys, newPassword)
  const now = deps.now().toISOString()
  await transact(deps, async (trx) => {
    await requireOpenSession(trx, sessionOf(caller.actor))
    // Of two changes at once the first one holds.
    const before = login.passwordHash
    if (!(await updatePassword(trx, { customerId, before, after: passwordHash, now })))
      throw conflict('Your password has just been changed. Please try again.')
    await forgetWaysIn(deps, trx, customerId, 'password', sessionId)
    const letter = { to: login.email, firstName: login.firstName, isHere: true }
    await enqueueMail(deps, trx, passwordChangedMail(deps, letter))
  })
}

/**
 * Requests another address for the account. The current address gets a mail; the new one gets a code, and counts once
 * the code is entered. An address that is taken gets none, and the caller sees no difference.
 *
 * @throws {ApiProblem} 400 naming the field, 401 where the session has ended meanwhile, 429 beyond the limits.
 */
export async function askForEmailChange(
  deps: Deps,
  caller: AtOwnAccount,
  { email, currentPassword }: z.output<typeof calls.changeWebAccountEmail.body>,
): Promise<Customer> {
  const { customerId } = ownSession(caller.actor)
  const login = await getCustomerLogin(deps.db, customerId)
  await reauthenticate(deps, caller, login, currentPassword)
  if (emailKey(email) !== emailKey(login.email)) {
    await limitMails(deps, `email-change:${customerId}`)
    await spendOfNetwork(deps, deps.db, 'emailChanges', caller)
    const isFree = await isFreeFor(deps, email)
    const now = deps.now().toISOString()
    await transact(deps, async (trx) => {
      await requireOpenSession(trx, sessionOf(caller.actor))
      await upsertEmailChange(trx, { customer_id: customerId, email, created_at: now })
      await sendCode(deps, trx, {
        email,
        by: 'EMAIL',
        customerId: isFree ? customerId : null,
        isProven: false,
        asker: customerId,
        isHuman: true,
        write: (code) => emailChangeCodeMail(deps, { to: email, ...code }),
      })
      const letter = { to: login.email, firstName: login.firstName }
      await enqueueMail(deps, trx, emailChangeRequestedMail(deps, letter), { customerId })
    })
  }
  return (await findCustomer(deps.db, customerId))!
}

/** Whether no account has proven an address, so that the reader of its mail may take it. */
async function isFreeFor({ db }: Deps, email: string): Promise<boolean> {
  if (await findStaffLogin(db, email)) return false
  const holder = await findCustomerLogin(db, email)
  return holder === null || holder.status === 'VERIFYPEND'
}

/**
 * Proves the new address of an account by the code that was sent to it. The account takes it; every other session ends,
 * and the old address gets a mail.
 *
 * @throws {ApiProblem} 400 naming `code`, 409 when the address has become another account's.
 */
export async function proveEmailChange(
  deps: Deps,
  { actor }: AtOwnAccount,
  typed: string,
): Promise<Customer> {
  const { customerId, sessionId } = ownSession(actor)
  const wrongCode = () => invalid([fieldError('code', 'is wrong, or no longer works')])
  const change = await findEmailChange(deps.db, customerId)
  if (!change) throw wrongCode()
  const { email } = change
  const code = await checkCode(deps, { email, purposes: ['EMAIL'], typed, customerId })
  if (code?.customer_id !== customerId) throw wrongCode()

  const now = deps.now().toISOString()
  return transact(deps, async (trx) => {
    // In the order in which a code is sent: first the account, then its code.
    await lockForNewEmail(trx, customerId)
    await requireOpenSession(trx, sessionOf(actor))
    if (!(await useUpCode(trx, code.login_code_id, now))) throw wrongCode()
    const before = await getCustomerLogin(trx, customerId)
    await releasePendingAddress(trx, email, now)
    if ((await findCustomerLogin(trx, email)) || (await findStaffLogin(trx, email)))
      throw addressTaken()
    const customer = await updateCustomer(trx, customerId, {
      email,
      email_key: emailKey(email),
      updated_at: now,
    })
    await deleteEmailChange(trx, customerId)
    await moveWatches(trx, before.email, email)
    await moveMessages(trx, before.email, email)
    await forgetWaysIn(deps, trx, customerId, 'email', sessionId)
    const letter = { to: before.email, firstName: before.firstName }
    await enqueueMail(deps, trx, emailChangedMail(deps, letter))
    await moveMails(trx, before.email, email, { isProven: true })
    return customer!
  }).catch((error: unknown) => {
    // Two accounts proved the same address at the same moment: PostgreSQL lets one through.
    throw (error as { code?: unknown }).code === '23505' ? addressTaken() : error
  })
}

export const addressTaken = () => conflict('This address belongs to another account.')

/**
 * Ends an account's sessions but one, its codes and its links. Without a kept session its passkeys, a change of its
 * address and its deletion are cancelled too: they may be of the person from whom the account is recovered.
 *
 * @returns Whether it had passkeys that are gone now, and whether it was to be deleted.
 */
export async function forgetWaysIn(
  { now }: Deps,
  trx: Parameters<typeof revokeSessionsOf>[0],
  customerId: number,
  reason: 'email' | 'password',
  except?: string,
): Promise<{ hadPasskeys: boolean; hadDeletion: boolean }> {
  const at = now().toISOString()
  const owner = { customer_id: customerId, staff_id: null }
  await revokeSessionsOf(trx, owner, reason, at, except)
  await useUpCodesOf(trx, customerId, at)
  await deleteLinksOf(trx, customerId)
  if (except !== undefined) return { hadPasskeys: false, hadDeletion: false }
  await deleteEmailChange(trx, customerId)
  const hadDeletion = await deleteDeletion(trx, customerId)
  const hadPasskeys = (await countPasskeys(trx, owner)) > 0
  if (hadPasskeys) await deletePasskeysOf(trx, owner)
  return { hadPasskeys, hadDeletion }
}

/** @throws {ApiProblem} 429 beyond the limit of emails in an hour. */
export async function limitMails(deps: Deps, key: string): Promise<void> {
  const now = deps.now()
  const sent = await spendPoint(deps.db, key, HOUR_MS, now)
  if (sent > deps.settings.limits.LIMIT_CODES_PER_HOUR) throw tooMany(secondsLeft(HOUR_MS, now))
}
