import { afterEach, beforeEach } from 'vitest'
import type { Kysely } from 'kysely'
import { updateCustomer } from '#lib/customers/calls.ts'
import { startActing } from '#lib/staff/calls.ts'
import type { Database } from '#server/database.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import type { TestDatabase } from '#tests/setup/databases.ts'
import { arrive, type Person } from '#tests/setup/purchases.ts'

// A shop with a member of staff and a customer.

export let db: Kysely<Database>
export let app: Application
export let staff: Person
export let mia: Person
export const audit = () =>
  db
    .selectFrom('audit')
    .select(['actor', 'customer_id', 'action', 'is_acting', 'fields'])
    .orderBy('seq')
    .execute()

export const actFor = (customerId: number) => staff.call(startActing, { body: { customerId } })
export const change = (body: object) =>
  staff.call(updateCustomer, { params: { id: mia.customerId }, body })

/** Signs in once more: time has passed, and the session is over. */
export const arriveAnew = async () => {
  staff = await arrive(app, 'staff@demo.example')
}

/** For each test anew, on a database. */
export function setUpStaff({ open }: TestDatabase) {
  beforeEach(async () => {
    db = await open()
    app = startApplication(db)
    await seedDemo(app.deps)
    staff = await arrive(app, 'staff@demo.example')
    mia = await arrive(app)
  })
  afterEach(() => db.destroy())
}
