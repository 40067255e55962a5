import {
  deleteCustomer,
  deleteStaff,
  endAllAccess,
  hasSamplePeople,
  listSamplePeople,
} from './sample-queries.ts'
import type { Deps } from '#server/deps.ts'
import { SettingError } from '#server/platform/settings/environment.ts'
import { auditRights } from '#server/staff/audit.ts'

/**
 * Stops a shop from starting with demo accounts, whose password is published.
 *
 * @throws {SettingError} Naming `DEMO` and the command that removes the accounts.
 */
export async function requireNoSamplePeople({
  db,
  settings,
}: Pick<Deps, 'db' | 'settings'>): Promise<void> {
  if (!settings.isDemo && (await hasSamplePeople(db)))
    throw new SettingError(
      'DEMO is off, but the database has the sample accounts of a demo, whose password is published: run "npm run admin -- remove-sample", then start again.',
    )
}

/** Removes the sample people of a demo with all their data, and signs everyone out. */
export function removeSamplePeople({
  db,
  now,
}: Pick<Deps, 'db' | 'now'>): Promise<{ customers: number; staff: number }> {
  return db.transaction().execute(async (trx) => {
    const { customers, staff } = await listSamplePeople(trx)
    await endAllAccess(trx)
    for (const person of customers) await deleteCustomer(trx, person)
    for (const person of staff) await deleteStaff(trx, person)
    const removed = staff.map(({ id }) => `staff:${id}`)
    if (removed.length > 0)
      await auditRights(trx, now().toISOString(), 'removeSamplePeople', removed)
    return { customers: customers.length, staff: staff.length }
  })
}
