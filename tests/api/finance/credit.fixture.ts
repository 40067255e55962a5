import { afterEach, beforeEach } from 'vitest'
import type { Kysely } from 'kysely'
import { recordReceipt } from '#lib/payments/calls.ts'
import { getPurchaseJourney, submitFinanceApplication } from '#lib/purchases/calls.ts'
import type { PayOption } from '#lib/sign-in/code-shapes.ts'
import type { Database } from '#server/database.ts'
import { anApplication } from '#tests/builders/finance-application.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import type { TestDatabase } from '#tests/setup/databases.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, confirming, ready, type Person } from '#tests/setup/purchases.ts'

// A customer whose purchase a lender answers for, and the one of our people who sees to it.

export const DAY_MS = 24 * 60 * 60_000

export let db: Kysely<Database>
export let app: Application
export let mia: Person
export let sam: Person

/** Both sign in: at first, again where their sessions have run out, and at another application. */
export const comeIn = async (to = app) => {
  app = to
  mia = await arrive(app)
  sam = await arrive(app, 'staff@demo.example')
}

/** Confirmed with an answer of the lender. */
export const bought = async (
  payOption: PayOption = 'LOANCLASIC',
  body = anApplication(),
  car: { kdcd?: string; colourCode?: string } = {},
) => {
  const { id } = await ready(mia, { ...car, payOption })
  const applied = valueOf(await mia.call(submitFinanceApplication, { params: { id }, body }))
  app.clock.advance(1000)
  return valueOf(await confirming(mia, applied))
}

export const journeyOf = async (id: string) =>
  valueOf(await mia.call(getPurchaseJourney, { params: { id } }))

export const receipt = (id: string, source: 'BANKTRF' | 'MTF', amountCents: number) =>
  sam.call(recordReceipt, { params: { id }, body: { source, amountCents, reference: source } })

/** For each test anew, on a database. */
export function setUpCredit({ open }: TestDatabase) {
  beforeEach(async () => {
    db = await open()
    app = startApplication(db)
    await seedDemo(app.deps)
    await comeIn()
  })
  afterEach(() => db.destroy())
}
