import { afterEach, beforeEach } from 'vitest'
import type { Kysely } from 'kysely'
import type { WebAccountStatus } from '#lib/sign-in/code-shapes.ts'
import { getCurrentUser } from '#lib/sign-in/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import type { Database } from '#server/database.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import type { TestDatabase } from '#tests/setup/databases.ts'
import { easyCaptcha, readCode, signIn, valueOf } from '#tests/setup/people.ts'
import { arrive, type Person } from '#tests/setup/purchases.ts'

// A shop with a customer, and what stands in their mailbox.

export const MIA = 'customer@demo.example'
export const NEW = 'mia@new.example'
export const NEW_PASSWORD = 'seven grey herons stood'
export const MINUTE = 60_000
export let db: Kysely<Database>
export let app: Application
export let mia: Person
export const isIn = async ({ call }: Person) => (await call(getCurrentUser)).ok
export const opens = async (email: string, password: string) =>
  (await signIn(app.browser(), email, password)).ok

export const mails = async (to: string) =>
  valueOf(await app.browser()(listDemoMail, { query: { to } })).messages

export const subjects = async (to: string) => (await mails(to)).map(({ subject }) => subject)
export const set = (change: { web_account_status?: WebAccountStatus; password_hash?: null }) =>
  db.updateTable('customer').set(change).where('id', '=', mia.customerId).execute()

export const askForCode = async (email = MIA) => {
  await signIn(app.browser(), email, '')
  return readCode(app, email)
}

/** Signs in once more: time has passed, and the session is over. */
export const arriveAnew = async () => {
  mia = await arrive(app)
}

/** For each test anew, on a database. */
export function setUpAccounts({ open }: TestDatabase) {
  beforeEach(async () => {
    db = await open()
    app = startApplication(db, { deps: { captcha: easyCaptcha } })
    await seedDemo(app.deps)
    mia = await arrive(app)
  })
  afterEach(() => db.destroy())
}
