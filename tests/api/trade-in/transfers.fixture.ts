import { afterEach, beforeEach } from 'vitest'
import type { Kysely } from 'kysely'
import { recordReceipt, startStripePayment } from '#lib/payments/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import type { Database } from '#server/database.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { openCardShop, type CardShop } from '#tests/setup/provider-shop.ts'
import type { TestDatabase } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, type Person } from '#tests/setup/purchases.ts'

// A shop with a customer and staff, and money that comes by hand.

export let db: Kysely<Database>
export let shop: CardShop
export let mia: Person
export let sam: Person
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
    await shop.app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
  ).messages.map(({ subject }) => subject)

/** Pays the deposit by card, as the provider sees it; the shop has not heard of it yet. */
export const payByCard = async ({ id }: { id: string }) => {
  const started = valueOf(
    await mia.call(startStripePayment, {
      body: { purchaseJourneyId: id, paymentType: 'DEPOSIT' },
    }),
  )
  await shop.atThePage(started.redirectUrl, {
    outcome: 'pay',
    notice: 'never',
    return: 'never',
  })
  return started
}

/** For each test anew, on a database. */
export function setUpMoney({ open }: TestDatabase) {
  beforeEach(async () => {
    db = await open()
    shop = await openCardShop(db)
    await seedDemo(shop.app.deps)
    mia = await arrive(shop.app)
    sam = await arrive(shop.app, 'staff@demo.example')
  })
  afterEach(async () => {
    await shop.stop()
    await db.destroy()
  })
}
