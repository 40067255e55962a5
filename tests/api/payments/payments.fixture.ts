import { afterEach, beforeEach, expect } from 'vitest'
import type { Kysely } from 'kysely'
import type { ApiCall } from '#lib/api/client.ts'
import { checkStripePayment, startStripePayment } from '#lib/payments/calls.ts'
import { getPurchaseJourney } from '#lib/purchases/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import type { PaymentType } from '#lib/sign-in/code-shapes.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import type { Database } from '#server/database.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { openCardShop, type CardShop } from '#tests/setup/provider-shop.ts'
import type { TestDatabase } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, type Person } from '#tests/setup/purchases.ts'

// A shop with a customer that takes cards.

export const MINUTE_MS = 60_000
export let db: Kysely<Database>
export let shop: CardShop
export let mia: Person
export let anyone: ApiCall
export const start = ({ id }: { id: string }, paymentType: PaymentType = 'DEPOSIT', by = mia) =>
  by.call(startStripePayment, { body: { purchaseJourneyId: id, paymentType } })

/** The page asks again: the provider is asked once in three seconds. */
export const check = async (sessionId: string) => {
  shop.app.clock.advance(3_000)
  return valueOf(await anyone(checkStripePayment, { body: { sessionId } }))
}

export const journeyOf = async ({ id }: { id: string }): Promise<PurchaseJourney> =>
  valueOf(await mia.call(getPurchaseJourney, { params: { id } }))

export const payments = () => db.selectFrom('payment').selectAll().orderBy('created_at').execute()
export const events = async () =>
  (await db.selectFrom('journey_event').select('event').orderBy('id').execute()).map(
    ({ event }) => event,
  )

export const receipts = async () =>
  valueOf(await anyone(listDemoMail, { query: { to: 'customer@demo.example' } })).messages.filter(
    ({ subject }) => subject.startsWith('We have received'),
  )

/** One payment, one event, one receipt: whatever happened on the way. */
export const paidOnce = async (journey: { id: string }) => {
  expect((await journeyOf(journey)).paymentMetadata).toMatchObject({
    canPayDeposit: false,
    canPayBalance: true,
    depositPaid: true,
    paidCents: 100_000,
  })
  expect((await payments()).filter(({ status }) => status === 'PAID')).toHaveLength(1)
  expect((await events()).filter((event) => event === 'deposit-settled')).toHaveLength(1)
  expect(await receipts()).toHaveLength(1)
}

/** Signs in once more: time has passed, and the session is over. */
export const arriveAnew = async () => {
  mia = await arrive(shop.app)
}

/** For each test anew, on a database. */
export function setUpCardPayments({ open }: TestDatabase) {
  beforeEach(async () => {
    db = await open()
    shop = await openCardShop(db)
    await seedDemo(shop.app.deps)
    mia = await arrive(shop.app)
    anyone = shop.app.browser()
  })
  afterEach(async () => {
    await shop.stop()
    await db.destroy()
  })
}
