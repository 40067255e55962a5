import { afterEach, describe, expect, test } from 'vitest'
import { startStripePayment } from '#lib/payments/calls.ts'
import { checkDuePayments } from '#server/payments/sweeper.ts'
import { checkPayment, handleStripeWebhook } from '#server/payments/callbacks.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirmed, confirming, ready } from '#tests/setup/purchases.ts'
import { faultyProviders } from '#tests/payments/providers.ts'
import { app, db, mia, setUpSignedIn } from '#tests/setup/suite.ts'

describe.each(databases)('at the same moment on $name', (database) => {
  let providers: ReturnType<typeof faultyProviders>

  setUpSignedIn(database, () => {
    providers = faultyProviders(
      () => false,
      () => app.clock.now(),
      0,
    )
    return { deps: { card: providers.card, bank: providers.bank } }
  })
  afterEach(() => providers.close())

  const count = async (table: 'payment' | 'allocation' | 'journey_event' | 'refund') =>
    (await db.selectFrom(table).selectAll().execute()).length

  test('50 confirms hold one car and leave one event and one message', async () => {
    const journey = await ready(mia)
    const answers = await Promise.all(Array.from({ length: 50 }, () => confirming(mia, journey)))
    for (const answer of answers)
      expect(valueOf(answer).status.purchaseJourneyStatusCode).toBe('CONFIRMED')
    expect(await count('allocation')).toBe(1)
    expect(await count('journey_event')).toBe(1)
    const mails = await db
      .selectFrom('outbox')
      .selectAll()
      .where('kind', '=', 'purchase-confirmed')
      .execute()
    expect(mails).toHaveLength(1)
  })

  test('200 payment starts open one page', async () => {
    const { id } = await confirmed(mia)
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        mia.call(startStripePayment, { body: { purchaseJourneyId: id, paymentType: 'DEPOSIT' } }),
      ),
    )
    expect(new Set(answers.map((answer) => valueOf(answer).sessionId)).size).toBe(1)
    expect(await count('payment')).toBe(1)
  })

  test('100 notices, 100 checks and 20 sweeps credit once', async () => {
    const { id } = await confirmed(mia)
    const { sessionId } = valueOf(
      await mia.call(startStripePayment, {
        body: { purchaseJourneyId: id, paymentType: 'DEPOSIT' },
      }),
    )
    providers.pay('STRIPE', sessionId)
    app.clock.advance(5 * 60_000)
    await Promise.all([
      ...Array.from({ length: 100 }, (_, n) =>
        handleStripeWebhook(app.deps, Buffer.from(`event-${n % 50} ${sessionId}`), 'genuine'),
      ),
      ...Array.from({ length: 100 }, () => checkPayment(app.deps, 'STRIPE', sessionId)),
      ...Array.from({ length: 20 }, () => checkDuePayments(app.deps)),
    ])
    expect((await checkPayment(app.deps, 'STRIPE', sessionId)).statusCode).toBe('PAID')
    const settled = await db
      .selectFrom('journey_event')
      .selectAll()
      .where('event', '=', 'deposit-settled')
      .execute()
    expect(settled).toHaveLength(1)
    const receipts = await db
      .selectFrom('outbox')
      .selectAll()
      .where('kind', '=', 'payment-received')
      .execute()
    expect(receipts).toHaveLength(1)
    expect(await count('refund')).toBe(0)
  })
})
