import { randomBytes } from 'node:crypto'
import type { Staff } from '#lib/customers/shapes.ts'
import type { StaffRole } from '#lib/staff/staff-roles.ts'
import { findCustomerLogin, releasePendingAddress } from '#server/customers/queries.ts'
import { deletePasskeysOf } from '#server/sign-in/passkeys/queries.ts'
import { clearPoints } from '#server/platform/database/rate-counters.ts'
import { replaceRecoveryCodes } from '#server/sign-in/second-factor-queries.ts'
import { revokeSessionsOf } from '#server/sign-in/session-queries.ts'
import { insertStaff, updateStaff } from './queries.ts'
import type { Deps } from '#server/deps.ts'
import { auditRights } from './audit.ts'
import { hashPassword } from '#server/sign-in/passwords/passwords.ts'
import { secondFactorFailures } from '#server/sign-in/second-factor.ts'

type StaffDeps = Pick<Deps, 'db' | 'keys' | 'now'>

/** A member of staff with a password that can only be shown now: it is stored hashed. */
type WithPassword = { staff: Staff; password: string }

/** 120 random bits. */
const newPassword = (): string => randomBytes(15).toString('base64url')

const rolesInAudit = (roles: readonly StaffRole[]) => roles.map((role) => `role:${role}`)

/**
 * Creates a staff account. A registration of its address that was never confirmed loses it.
 *
 * @returns `null` when the address has an account, as staff or as a customer: it signs in to one.
 */
export async function createStaff(
  { db, keys, now }: StaffDeps,
  given: { firstName: string; lastName: string; email: string; roles: StaffRole[] },
): Promise<WithPassword | null> {
  const password = newPassword()
  const password_hash = await hashPassword(keys, password)
  const at = now().toISOString()
  return db.transaction().execute(async (trx) => {
    await releasePendingAddress(trx, given.email, at)
    if (await findCustomerLogin(trx, given.email)) return null
    const staff = await insertStaff(trx, {
      first_name: given.firstName,
      last_name: given.lastName,
      email: given.email,
      roles: given.roles,
      password_hash,
      created_at: at,
    })
    if (!staff) return null
    await auditRights(trx, at, 'createStaff', [`staff:${staff.id}`, ...rolesInAudit(given.roles)])
    return { staff, password }
  })
}

/**
 * Gives a member of staff other roles; with none they can sign in and do nothing. It holds from their next call.
 *
 * @returns `null` when no staff account has the address.
 */
export function changeRoles(
  { db, now }: StaffDeps,
  email: string,
  roles: StaffRole[],
): Promise<Staff | null> {
  const at = now().toISOString()
  return db.transaction().execute(async (trx) => {
    const staff = await updateStaff(trx, email, { roles })
    if (staff)
      await auditRights(trx, at, 'changeRoles', [`staff:${staff.id}`, ...rolesInAudit(roles)])
    return staff
  })
}

/**
 * Gives a member of staff a new password, removes their passkeys, which sign in without one, and signs them out everywhere.
 *
 * @returns `null` when no staff account has the address.
 */
export async function renewPassword(
  { db, keys, now }: StaffDeps,
  email: string,
): Promise<WithPassword | null> {
  const password = newPassword()
  const password_hash = await hashPassword(keys, password)
  const at = now().toISOString()
  return db.transaction().execute(async (trx) => {
    const staff = await updateStaff(trx, email, { password_hash })
    if (!staff) return null
    const owner = { customer_id: null, staff_id: staff.id }
    await deletePasskeysOf(trx, owner)
    await revokeSessionsOf(trx, owner, 'password', at)
    await auditRights(trx, at, 'renewStaffPassword', [`staff:${staff.id}`])
    return { staff, password }
  })
}

/**
 * Takes a member of staff's authenticator app and passkeys away, so that they set up another one, and signs them out everywhere.
 *
 * @returns `null` when no staff account has the address.
 */
export function resetSecondFactor({ db, now }: StaffDeps, email: string): Promise<Staff | null> {
  const at = now().toISOString()
  const none = { totp_secret: null, totp_pending: null, totp_since: null }
  return db.transaction().execute(async (trx) => {
    const staff = await updateStaff(trx, email, none)
    if (!staff) return null
    await replaceRecoveryCodes(trx, staff.id, [])
    await deletePasskeysOf(trx, { customer_id: null, staff_id: staff.id })
    await clearPoints(trx, secondFactorFailures(staff.id))
    await revokeSessionsOf(trx, { customer_id: null, staff_id: staff.id }, 'second-factor', at)
    await auditRights(trx, at, 'resetSecondFactor', [`staff:${staff.id}`])
    return staff
  })
}
