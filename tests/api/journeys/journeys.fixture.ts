import { afterEach, beforeEach } from 'vitest'
import type { Kysely } from 'kysely'
import { createPurchaseJourney } from '#lib/customers/calls.ts'
import * as calls from '#lib/purchases/calls.ts'
import type { JourneyPatch, PurchaseJourney, TradeVehicleInput } from '#lib/purchases/shapes.ts'
import type { Database } from '#server/database.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import type { TestDatabase } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, type Person } from '#tests/setup/purchases.ts'

// A shop with customers, a company and staff, and what they do with a purchase.

export const DAY_MS = 24 * 60 * 60 * 1000
export const tradeIn = (facts: Partial<TradeVehicleInput> = {}): TradeVehicleInput => ({
  registration: 'TOI101',
  make: 'Tarvane',
  model: 'Cove',
  year: 2021,
  odometerKm: 48_210,
  owingCents: 250_000,
  ...facts,
})

export let db: Kysely<Database>
export let app: Application
export let mia: Person
export let kowhai: Person
export let staff: Person
export const create = ({ call, customerId }: Person, body: Parameters<typeof createBody>[0]) =>
  call(createPurchaseJourney, createBody(body, customerId))

export const createBody = (
  body: {
    quoteId: string
    outletCode?: string
    tradeInformation?: { vehicles: TradeVehicleInput[] }
  },
  id = mia.customerId,
) => ({ params: { id }, body })

export const get = async ({ call }: Person, id: string) =>
  valueOf(await call(calls.getPurchaseJourney, { params: { id } }))

export const patch = ({ call }: Person, id: string, body: JourneyPatch, ifMatch?: string) =>
  call(calls.updatePurchaseJourney, { params: { id }, body, ...(ifMatch && { ifMatch }) })

export const statusOf = ({ status }: PurchaseJourney) => status.purchaseJourneyStatusCode
/** Signs in once more: time has passed, and the session is over. */
export const arriveAnew = async () => {
  mia = await arrive(app)
}

/** For each test anew, on a database. */
export function setUpJourneys({ open }: TestDatabase) {
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
