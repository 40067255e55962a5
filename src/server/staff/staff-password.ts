import { revokeSessionsOf } from '#server/sign-in/session-queries.ts'
import { findStaff, getStaffLogin, updateStaffPassword } from './queries.ts'
import type { Deps } from '#server/deps.ts'
import { conflict, fieldError, invalid } from '#server/platform/http/api-problem.ts'
import type { StaffActor } from './acting.ts'
import { auditRights } from './audit.ts'
import { staffPasswordChangedMail } from '#server/staff/mails.ts'
import { enqueueMail, transact } from '#server/platform/mail/outbox.ts'
import { countSignedInTry, forgetPasswordTries } from '#server/sign-in/passwords/password-tries.ts'
import {
  hashPassword,
  passwordProblem,
  verifyPassword,
} from '#server/sign-in/passwords/passwords.ts'
import { requireOpenSession, sessionOf } from '#server/sign-in/sessions.ts'
import { withCode } from '#server/sign-in/second-factor.ts'

/**
 * Changes a member of staff's own password. Their other sessions end, and they get a mail.
 *
 * @throws {ApiProblem} 400 naming the field, 401 where the session has ended meanwhile, 409 when it has changed since, 429
 *   after too many wrong passwords.
 */
export async function changeStaffPassword(
  deps: Deps,
  { actor, ip }: { actor: StaffActor; ip: string },
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<void> {
  const { staffId, sessionId } = actor
  const { email, passwordHash: before } = await getStaffLogin(deps.db, staffId)
  const { firstName, lastName } = (await findStaff(deps.db, staffId))!
  // Codes of the second factor are typed behind it.
  const weak = withCode(newPassword)
    ? 'must not end in six digits, or like a recovery code'
    : passwordProblem(deps, newPassword, [email, firstName, lastName])
  if (weak) throw invalid([fieldError('newPassword', weak)])
  await countSignedInTry(deps, { email, ip })
  if (!(await verifyPassword(deps.keys, currentPassword, before))) {
    // The request again, after its response was lost: the new password is set already. Else it is a guess as well.
    await countSignedInTry(deps, { email, ip })
    if (await verifyPassword(deps.keys, newPassword, before))
      return deps.db.transaction().execute((trx) => forgetPasswordTries(deps, trx, { email, ip }))
    throw invalid([fieldError('currentPassword', 'is wrong')])
  }

  const after = await hashPassword(deps.keys, newPassword)
  const now = deps.now().toISOString()
  await transact(deps, async (trx) => {
    await requireOpenSession(trx, sessionOf(actor))
    // Of two changes at once the first one holds.
    if (!(await updateStaffPassword(trx, { staffId, before, after })))
      throw conflict('Your password has just been changed. Please try again.')
    await forgetPasswordTries(deps, trx, { email, ip })
    await revokeSessionsOf(
      trx,
      { customer_id: null, staff_id: staffId },
      'password',
      now,
      sessionId,
    )
    await enqueueMail(deps, trx, staffPasswordChangedMail(deps, { to: email, firstName }))
    const whose = `staff:${staffId}`
    await auditRights(trx, now, 'changeStaffPassword', [whose], whose)
  })
}
