import { deleteDemo, hasCustomers, hasSamplePeople } from './sample-queries.ts'
import type { Deps } from '#server/deps.ts'
import { SettingError } from '#server/platform/settings/environment.ts'
import { auditRights } from '#server/staff/audit.ts'

/**
 * Stops a shop from starting with what a demo left: accounts whose password is published, and payments that nobody
 * made. Stops a demo from starting with a shop's customers, who would be removed with it.
 *
 * @throws {SettingError} Naming `DEMO`, and the command that removes a demo.
 */
export async function requireOwnDatabase({
  db,
  settings,
}: Pick<Deps, 'db' | 'settings'>): Promise<void> {
  const isOfDemo = await hasSamplePeople(db)
  if (!settings.isDemo && isOfDemo)
    throw new SettingError(
      'DEMO is off, but the database has the sample accounts of a demo, whose password is published: run "npm run admin -- remove-sample", which removes all customers and purchases of the demo, then start again.',
    )
  if (settings.isDemo && !isOfDemo && (await hasCustomers(db)))
    throw new SettingError(
      'DEMO is on, but the database has the customers of a shop: set DEMO=off, or DATABASE_URL to another database.',
    )
}

/**
 * Removes everything that was made in a demo: its sample people, its visitors and all their data. A shop's database stays
 * as it is.
 */
export function removeDemo({
  db,
  now,
}: Pick<Deps, 'db' | 'now'>): Promise<{ customers: number; staff: number } | null> {
  return db.transaction().execute(async (trx) => {
    if (!(await hasSamplePeople(trx))) return null
    const { customers, staff } = await deleteDemo(trx)
    const removed = staff.map((id) => `staff:${id}`)
    await auditRights(trx, now().toISOString(), 'removeSamplePeople', removed)
    return { customers, staff: staff.length }
  })
}
