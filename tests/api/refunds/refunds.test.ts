import { describe, expect, test } from 'vitest'
import { completeRefund, listRefunds } from '#lib/payments/calls.ts'
import { cancelPurchase } from '#lib/purchases/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { sendRefunds } from '#server/refunds/refunds.ts'
import { settlePayment } from '#server/payments/settle.ts'
import { startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, confirmed, conflictOf, faultsOf, type Person } from '#tests/setup/purchases.ts'
import { record, payments, subjects, payByCard } from '#tests/api/trade-in/transfers.fixture.ts'
import { RARE, stock } from '#tests/api/purchases/waiting.fixture.ts'
import { app, db, mia, sam } from '#tests/setup/suite.ts'
import { cardShop, setUpCardShop } from '#tests/setup/shop-suite.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

describe.each(databases)('money by hand, and back, on $name', (database) => {
  setUpCardShop(database)

  const cancel = ({ id }: { id: string }, by = mia) => by.call(cancelPurchase, { params: { id } })
  const cars = async () =>
    Number(
      (
        await db
          .selectFrom('stock')
          .select((eb) => eb.fn.sum('quantity').as('cars'))
          .executeTakeFirstOrThrow()
      ).cars,
    )
  const paidByCard = async (journey: { id: string }) => {
    const started = await payByCard(journey)
    await settlePayment(app.deps, started.paymentId)
    return started
  }

  describe('cancelling', () => {
    test('frees the car and sends the deposit back, once', async () => {
      const before = await cars()
      const journey = await confirmed(mia)
      const { paymentId } = await paidByCard(journey)
      expect(await cars()).toBe(before - 1)
      const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(journey)))
      for (const answer of answers)
        expect(valueOf(answer).status.purchaseJourneyStatusCode).toBe('CANCELLED')
      expect(await cars()).toBe(before)

      await Promise.all([1, 2, 3].map(() => sendRefunds(app.deps)))
      await sendRefunds(app.deps)
      expect(await payments()).toMatchObject([{ payment_id: paymentId, status: 'REFUNDED' }])
      expect(cardShop.provider((base) => base.prepare('select * from refund').all())).toMatchObject(
        [{ amount_cents: 100_000 }],
      )
      expect((await subjects()).slice(0, 5)).toEqual(
        expect.arrayContaining([
          'We’ve refunded $1,000',
          'Your purchase is cancelled: Tarn 1.5 Hybrid Plus',
        ]),
      )
    })

    const cancelledText = async (journey: { id: string }) => {
      valueOf(await cancel(journey))
      const { messages } = valueOf(
        await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
      )
      return messages.find(({ subject }) => subject.startsWith('Your purchase is cancelled'))!.text
    }
    const NOTHING_PAID = 'You hadn’t paid anything'

    test('doesn’t say that nothing was paid while a payment is being checked', async () => {
      await stock(0)
      const waiting = await confirmed(mia, RARE)
      valueOf(await record(waiting, 100_000))
      const text = await cancelledText(waiting)
      expect(text).toContain('We’re still checking a payment of $1,000.')
      expect(text).not.toContain(NOTHING_PAID)
    })

    test.each([
      ['a part of the deposit is', 30_000, 'We’re refunding your $300'],
      ['nothing is', 0, NOTHING_PAID],
    ])('says what is refunded where %s here', async (_part, cents, sentence) => {
      const journey = await confirmed(mia)
      if (cents > 0) valueOf(await record(journey, cents))
      const text = await cancelledText(journey)
      expect(text).toContain(sentence)
      expect(text).not.toContain('still checking')
    })

    test('is staff’s to pay back once the shop takes no cards any more', async () => {
      const before = await confirmed(mia)
      await paidByCard(before)
      valueOf(await cancel(before))
      const journey = await confirmed(mia)
      await paidByCard(journey)
      const without = startApplication(db)
      without.clock.atMs = app.clock.atMs
      const { call } = await arrive(without)
      valueOf(await call(cancelPurchase, { params: { id: journey.id } }))
      await sendRefunds(without.deps)
      const manager = await arrive(without, 'manager@demo.example')
      const { refunds } = valueOf(await manager.call(listRefunds))
      const byHand = { status: 'BY_HAND', amountCents: 100_000, failure: null }
      expect(refunds).toMatchObject([byHand, byHand])
      expect((await subjects()).join()).not.toContain('didn’t go through')
    })

    test('is the customer’s for three days, and staff’s at any time', async () => {
      const journey = await confirmed(mia)
      app.clock.advance(4 * DAY_MS)
      expect(conflictOf(await cancel(journey, await arrive(app))).message).toMatch(/call us/)
      const sam = await arrive(app, 'staff@demo.example')
      expect(valueOf(await cancel(journey, sam)).status.purchaseJourneyStatusCode).toBe('CANCELLED')
      expect(
        faultsOf(await cancel(journey, await arrive(app, 'company@demo.example'))),
      ).toMatchObject({ status: 404 })
    })

    test('closes an open page; a payment still made on it goes to review', async () => {
      const journey = await confirmed(mia)
      const { paymentId } = await payByCard(journey)
      valueOf(await cancel(journey))
      await settlePayment(app.deps, paymentId)
      expect((await payments()).map(({ status }) => status)).toEqual(['NEEDS_REVIEW'])
    })

    test('a build slot may be promised again', async () => {
      await db.updateTable('stock').set({ quantity: 0 }).execute()
      const journey = await confirmed(mia)
      const promised = async () =>
        (await db.selectFrom('build_slot').select('promised').execute()).map((row) => row.promised)
      expect(await promised()).toEqual([1])
      valueOf(await cancel(journey))
      expect(await promised()).toEqual([0])
    })

    test('a transfer is sent back by a person, who says so', async () => {
      const journey = await confirmed(mia)
      valueOf(await record(journey, 100_000))
      valueOf(await cancel(journey))
      const { refunds } = valueOf(await sam.call(listRefunds))
      expect(refunds).toMatchObject([
        { amountCents: 100_000, reason: 'CANCELLED', source: 'BANKTRF', status: 'BY_HAND' },
      ])
      const complete = (by: Person) =>
        by.call(completeRefund, {
          params: { id: refunds[0]!.refundId },
          body: { reference: 'B-77', amountCents: 100_000 },
        })
      expect(faultsOf(await complete(mia))).toMatchObject({ status: 403 })
      expect(valueOf(await complete(sam))).toMatchObject({ status: 'DONE' })
      expect(valueOf(await complete(sam))).toMatchObject({ status: 'DONE' })
      expect(valueOf(await sam.call(listRefunds)).refunds).toEqual([])
      expect((await payments()).map(({ status }) => status)).toEqual(['REFUNDED'])
    })
  })

  test('a refund waits for a provider that is away, and a person does what it refuses', async () => {
    const journey = await confirmed(mia)
    await paidByCard(journey)
    valueOf(await cancel(journey))
    cardShop.breakProvider(true)
    await sendRefunds(app.deps)
    expect((await payments()).map(({ status }) => status)).toEqual(['PAID'])
    cardShop.breakProvider(false)
    cardShop.provider((base) => base.exec(`update session set payment_intent = 'pi_gone'`))
    app.clock.advance(60 * 60_000)
    await sendRefunds(app.deps)
    expect(await db.selectFrom('refund').selectAll().execute()).toMatchObject([
      { status: 'BY_HAND', failure: expect.stringContaining('No such payment_intent') },
    ])
  })

  test('a refund whose answer was lost is not made twice', async () => {
    const journey = await confirmed(mia)
    await paidByCard(journey)
    valueOf(await cancel(journey))
    const [refund] = await db.selectFrom('refund').selectAll().execute()
    const [payment] = await payments()
    const order = { providerPayment: payment!.provider_payment!, amountCents: 100_000 }
    await app.deps.card.refund({ ...order, key: `${refund!.refund_id}:0` })
    await sendRefunds(app.deps)
    // The key is forgotten after a day; the provider still gives nothing back twice.
    await app.deps.card.refund({ ...order, key: 'another:0' })
    expect(cardShop.provider((base) => base.prepare('select * from refund').all())).toHaveLength(1)
    expect((await payments()).map(({ status }) => status)).toEqual(['REFUNDED'])
  })
})
