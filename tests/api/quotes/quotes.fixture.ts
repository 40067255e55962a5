import { afterEach, beforeEach } from 'vitest'
import type { Kysely } from 'kysely'
import type { ApiCall } from '#lib/api/client.ts'
import type { Database } from '#server/database.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import type { TestDatabase } from '#tests/setup/databases.ts'
import { arrive, type Person } from '#tests/setup/purchases.ts'

// A shop with two customers and staff, and a browser of nobody.

export const DAY_MS = 24 * 60 * 60 * 1000
export let db: Kysely<Database>
export let app: Application
export let browser: ApiCall
export let mia: Person
export let kowhai: Person
export let staff: Person
/** Signs in once more: time has passed, and the session is over. */
export const arriveAnew = async () => {
  mia = await arrive(app)
}

/** For each test anew, on a database. */
export function setUpQuotes({ open }: TestDatabase) {
  beforeEach(async () => {
    db = await open()
    app = startApplication(db)
    await seedDemo(app.deps)
    browser = app.browser()
    mia = await arrive(app)
    kowhai = await arrive(app, 'company@demo.example')
    staff = await arrive(app, 'staff@demo.example')
  })
  afterEach(() => db.destroy())
}
