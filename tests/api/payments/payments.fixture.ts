import { expect } from 'vitest'
import { checkStripePayment, startStripePayment } from '#lib/payments/calls.ts'
import { getPurchaseJourney } from '#lib/purchases/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import type { PaymentType } from '#lib/codes.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { valueOf } from '#tests/setup/people.ts'
import { app, db, mia, visitor } from '#tests/setup/suite.ts'

// A shop with a customer that takes cards.

export const start = ({ id }: { id: string }, paymentType: PaymentType = 'DEPOSIT', by = mia) =>
  by.call(startStripePayment, { body: { purchaseJourneyId: id, paymentType } })

/** The page asks again: the provider is asked once in three seconds. */
export const check = async (sessionId: string) => {
  app.clock.advance(3_000)
  return valueOf(await visitor(checkStripePayment, { body: { sessionId } }))
}

export const journeyOf = async ({ id }: { id: string }): Promise<PurchaseJourney> =>
  valueOf(await mia.call(getPurchaseJourney, { params: { id } }))

export const payments = () => db.selectFrom('payment').selectAll().orderBy('created_at').execute()
export const events = async () =>
  (await db.selectFrom('journey_event').select('event').orderBy('id').execute()).map(
    ({ event }) => event,
  )

export const receipts = async () =>
  valueOf(await visitor(listDemoMail, { query: { to: 'customer@demo.example' } })).messages.filter(
    ({ subject }) => subject.startsWith('We’ve received'),
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
