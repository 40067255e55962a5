import { afterEach, beforeEach } from 'vitest'
import type { Kysely } from 'kysely'
import * as calls from '#lib/purchases/calls.ts'
import type { FinanceApplication } from '#lib/finance/shapes.ts'
import type { JourneyPatch } from '#lib/purchases/shapes.ts'
import type { Database } from '#server/database.ts'
import { anApplication } from '#tests/builders/finance-application.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import type { TestDatabase } from '#tests/setup/databases.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { arrive, started, type Person } from '#tests/setup/purchases.ts'

// A shop with customers, one of whom buys on a loan.

export let db: Kysely<Database>
export let app: Application
export let mia: Person
export let kowhai: Person
export let staff: Person
export const patch = ({ call }: Person, id: string, body: JourneyPatch) =>
  call(calls.updatePurchaseJourney, { params: { id }, body })

export const apply = ({ call }: Person, id: string, body: FinanceApplication) =>
  call(calls.submitFinanceApplication, { params: { id }, body })

export const financed = (buyer = mia) => started(buyer, { payOption: 'LOANCLASIC' })
export const earning = (incomeAfterTaxCents: number) =>
  anApplication({ income: { ...anApplication().income, incomeAfterTaxCents } })

/** For each test anew, on a database. */
export function setUpFinance({ open }: TestDatabase) {
  beforeEach(async () => {
    db = await open()
    app = startApplication(db)
    await seedDemo(app.deps)
    mia = await arrive(app)
    kowhai = await arrive(app, 'company@demo.example')
    staff = await arrive(app, 'staff@demo.example')
  })
  afterEach(() => db.destroy())
}
