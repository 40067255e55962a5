import { recordReceipt, startStripePayment } from '#lib/payments/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { valueOf } from '#tests/setup/people.ts'
import { app, db, mia, sam } from '#tests/setup/suite.ts'
import { cardShop } from '#tests/setup/shop-suite.ts'

// A shop with a customer and staff, and money that comes by hand.
export const record = (
  { id }: { id: string },
  amountCents: number,
  reference = 'R1',
  source: 'BANKTRF' | 'MTF' = 'BANKTRF',
  by = sam,
) => by.call(recordReceipt, { params: { id }, body: { source, amountCents, reference } })

export const payments = () =>
  db.selectFrom('payment').selectAll().orderBy('created_at').orderBy('payment_id').execute()

export const subjects = async () =>
  valueOf(
    await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
  ).messages.map(({ subject }) => subject)

/** Pays the deposit by card, as the provider sees it; the shop has not heard of it yet. */
export const payByCard = async ({ id }: { id: string }) => {
  const started = valueOf(
    await mia.call(startStripePayment, {
      body: { purchaseJourneyId: id, paymentType: 'DEPOSIT' },
    }),
  )
  await cardShop.atThePage(started.redirectUrl, {
    outcome: 'pay',
    notice: 'never',
    return: 'never',
  })
  return started
}
