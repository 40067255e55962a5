import { beforeEach } from 'vitest'
import { getCurrentUser } from '#lib/sign-in/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import type { TestDatabase } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import type { Person } from '#tests/setup/purchases.ts'
import { app, mia, setUpSignedIn } from '#tests/setup/suite.ts'

// A shop with a customer, and what is kept of them.

export const MIA = 'customer@demo.example'
export let params: { id: number }
export const subjects = async () =>
  valueOf(await app.browser()(listDemoMail, { query: { to: MIA } })).messages.map(
    ({ subject }) => subject,
  )

export const isIn = async ({ call }: Pick<Person, 'call'>) => (await call(getCurrentUser)).ok

export function setUpAccountData(database: TestDatabase) {
  setUpSignedIn(database)
  beforeEach(async () => {
    params = { id: mia.customerId }
  })
}
