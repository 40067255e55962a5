import type { Staff } from '#lib/customers/shapes.ts'
import { emailKey } from '#lib/shared/email.ts'
import type { Db } from '#server/database.ts'
import type { NewStaffRow, StaffRow } from './tables.ts'

const toStaff = (row: StaffRow): Staff => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  roles: JSON.parse(row.roles) as string[],
})

export const findStaff = async (db: Db, staffId: number): Promise<Staff | null> => {
  const row = await db.selectFrom('staff').selectAll().where('id', '=', staffId).executeTakeFirst()
  return row ? toStaff(row) : null
}

export const listStaff = async (db: Db): Promise<Staff[]> =>
  (await db.selectFrom('staff').selectAll().orderBy('id').execute()).map(toStaff)

/**
 * Stores a member of staff.
 *
 * @returns `null` when there is one with the address.
 */
export const insertStaff = async (
  db: Db,
  { roles, ...staff }: Omit<NewStaffRow, 'email_key' | 'roles'> & { roles: string[] },
): Promise<Staff | null> => {
  const row = await db
    .insertInto('staff')
    .values({ ...staff, roles: JSON.stringify(roles), email_key: emailKey(staff.email) })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ? toStaff(row) : null
}

/** @returns The member of staff as they are now; `null` when there is none with the address. */
export const updateStaff = async (
  db: Db,
  email: string,
  {
    roles,
    ...set
  }: { roles?: string[] } & Partial<
    Pick<StaffRow, 'password_hash' | 'totp_secret' | 'totp_pending' | 'totp_since'>
  >,
): Promise<Staff | null> => {
  const row = await db
    .updateTable('staff')
    .set({ ...set, ...(roles && { roles: JSON.stringify(roles) }) })
    .where('email_key', '=', emailKey(email))
    .returningAll()
    .executeTakeFirst()
  return row ? toStaff(row) : null
}

/** A member of staff as the sign-in needs them. */
export interface StaffLogin {
  staffId: number
  email: string
  passwordHash: string
  epoch: number
  /** Encrypted; `null` for one who has no authenticator app. */
  totpSecret: string | null
  totpPending: string | null
  totpSince: string | null
}

const toLogin = (row: StaffRow): StaffLogin => ({
  staffId: row.id,
  email: row.email,
  passwordHash: row.password_hash,
  epoch: row.session_epoch,
  totpSecret: row.totp_secret,
  totpPending: row.totp_pending,
  totpSince: row.totp_since,
})

export const findStaffLogin = async (db: Db, email: string): Promise<StaffLogin | null> => {
  const row = await db
    .selectFrom('staff')
    .selectAll()
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst()
  return row ? toLogin(row) : null
}

export const getStaffLogin = async (db: Db, staffId: number): Promise<StaffLogin> =>
  toLogin(
    await db.selectFrom('staff').selectAll().where('id', '=', staffId).executeTakeFirstOrThrow(),
  )

/** Sets another password in the place of one. Returns whether that was still there. */
export const updateStaffPassword = async (
  db: Db,
  { staffId, before, after }: { staffId: number; before: string; after: string },
): Promise<boolean> => {
  const row = await db
    .updateTable('staff')
    .set({ password_hash: after })
    .where('id', '=', staffId)
    .where('password_hash', '=', before)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
