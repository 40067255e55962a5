import type { Kysely } from 'kysely'
import type { Staff } from '#lib/contract/shapes/customer.ts'
import { emailKey } from './customers.ts'
import type { Database } from './database.ts'
import type { StaffRow } from './tables/staff.ts'

type Db = Kysely<Database>

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

/** A member of staff as the sign-in needs them. */
export const findStaffLogin = async (
  db: Db,
  email: string,
): Promise<{ staffId: number; passwordHash: string } | null> => {
  const row = await db
    .selectFrom('staff')
    .select(['id', 'password_hash'])
    .where('email_key', '=', emailKey(email))
    .executeTakeFirst()
  return row ? { staffId: row.id, passwordHash: row.password_hash } : null
}
