import { afterEach, beforeEach } from 'vitest'
import type { Kysely } from 'kysely'
import { getCurrentUser } from '#lib/sign-in/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import type { Database } from '#server/database.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import type { TestDatabase } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, type Person } from '#tests/setup/purchases.ts'

// A shop with a customer, and what is kept of them.

export const MIA = 'customer@demo.example'
export const DAY = 24 * 60 * 60_000
export let db: Kysely<Database>
export let app: Application
export let mia: Person
export let params: { id: number }
export const subjects = async () =>
  valueOf(await app.browser()(listDemoMail, { query: { to: MIA } })).messages.map(
    ({ subject }) => subject,
  )

export const isIn = async ({ call }: Pick<Person, 'call'>) => (await call(getCurrentUser)).ok
/** Signs in once more: time has passed, and the session is over. */
export const arriveAnew = async () => {
  mia = await arrive(app)
}

/** For each test anew, on a database. */
export function setUpAccountData({ open }: TestDatabase) {
  beforeEach(async () => {
    db = await open()
    app = startApplication(db)
    await seedDemo(app.deps)
    mia = await arrive(app)
    params = { id: mia.customerId }
  })
  afterEach(() => db.destroy())
}
