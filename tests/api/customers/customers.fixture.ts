import { afterEach, beforeEach } from 'vitest'
import type { Kysely } from 'kysely'
import type { ApiCall } from '#lib/api/client.ts'
import type { Database } from '#server/database.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import type { TestDatabase } from '#tests/setup/databases.ts'
import { easyCaptcha } from '#tests/setup/people.ts'

// A shop whose captcha is easy.

export const CUSTOMER = 'customer@demo.example'
export const STAFF = 'staff@demo.example'
export const invalid = (...fields: string[]) => ({ status: 400, code: 'Validation', fields })
export let db: Kysely<Database>
export let app: Application
export let anyone: ApiCall
/** The captcha that people get, instead of one that only stands in the way. */
export const withPuzzle = () => {
  app = startApplication(db)
  anyone = app.browser()
}

/** For each test anew, on a database. */
export function setUpCustomers({ open }: TestDatabase) {
  beforeEach(async () => {
    db = await open()
    app = startApplication(db, { deps: { captcha: easyCaptcha } })
    await seedDemo(app.deps)
    anyone = app.browser()
  })
  afterEach(() => db.destroy())
}
