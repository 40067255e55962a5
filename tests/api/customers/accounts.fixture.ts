import type { WebAccountStatus } from '#lib/codes.ts'
import { getCurrentUser } from '#lib/sign-in/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import type { TestDatabase } from '#tests/setup/databases.ts'
import { easyCaptcha, readCode, signIn, valueOf } from '#tests/setup/people.ts'
import type { Person } from '#tests/setup/purchases.ts'
import { app, db, mia, setUpSignedIn } from '#tests/setup/suite.ts'

// A shop with a customer, and the customer's mailbox.

export const MIA = 'customer@demo.example'
export const NEW = 'mia@new.example'
export const NEW_PASSWORD = 'seven grey herons stood'
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

export function setUpAccounts(database: TestDatabase) {
  setUpSignedIn(database, { deps: { captcha: easyCaptcha } })
}
