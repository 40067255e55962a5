import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Kysely } from 'kysely'
import {
  completeRefund,
  getBankTransfer,
  listRefunds,
  recordReceipt,
  startStripePayment,
} from '#lib/contract/payments.ts'
import { cancelPurchase, getPurchaseJourney } from '#lib/contract/purchase-journeys.ts'
import type { PurchaseJourney } from '#lib/contract/shapes/journey.ts'
import { listDemoMail } from '#lib/contract/site.ts'
import { formatMoney } from '#lib/domain/money.ts'
import type { Database } from '#server/db/database.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { sendRefunds } from '#server/services/refunds.ts'
import { settlePayment } from '#server/services/settle.ts'
import { openCardShop, type CardShop } from '#tests/setup/provider-shop.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import {
  arrive,
  confirmed,
  conflictOf,
  faultsOf,
  ready,
  type Person,
} from '#tests/setup/purchases.ts'

const DAY_MS = 24 * 60 * 60_000

describe.each(databases)('money by hand, and back, on $name', ({ open }) => {
  let db: Kysely<Database>
  let shop: CardShop
  let mia: Person
  let sam: Person

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

  const record = (
    { id }: { id: string },
    amountCents: number,
    reference = 'R1',
    source: 'BANKTRF' | 'MTF' = 'BANKTRF',
    by = sam,
  ) => by.call(recordReceipt, { params: { id }, body: { source, amountCents, reference } })
  const journeyOf = async ({ id }: { id: string }): Promise<PurchaseJourney> =>
    valueOf(await sam.call(getPurchaseJourney, { params: { id } }))
  const money = async (journey: { id: string }) => (await journeyOf(journey)).paymentMetadata
  const payments = () =>
    db.selectFrom('payment').selectAll().orderBy('created_at').orderBy('payment_id').execute()
  const cancel = ({ id }: { id: string }, by = mia) => by.call(cancelPurchase, { params: { id } })
  const subjects = async () =>
    valueOf(
      await shop.app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
    ).messages.map(({ subject }) => subject)
  /** The texts of what customers got for their money, the latest first. */
  const receipts = async () =>
    valueOf(await shop.app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }))
      .messages.filter(({ subject }) => subject.startsWith('We have received'))
      .map(({ text }) => text)
  const cars = async () =>
    Number(
      (
        await db
          .selectFrom('stock')
          .select((eb) => eb.fn.sum('quantity').as('cars'))
          .executeTakeFirstOrThrow()
      ).cars,
    )
  /** Pays the deposit by card, as the provider sees it; the shop has not heard of it yet. */
  const payByCard = async ({ id }: { id: string }) => {
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
  const paidByCard = async (journey: { id: string }) => {
    const started = await payByCard(journey)
    await settlePayment(shop.app.deps, started.paymentId)
    return started
  }

  describe('transfers', () => {
    test('show an account and a reference that names one purchase for good', async () => {
      const [one, other] = [await confirmed(mia), await confirmed(mia)]
      const ask = async ({ id }: { id: string }) =>
        valueOf(await mia.call(getBankTransfer, { params: { id } }))
      const shown = await ask(one)
      expect(shown).toEqual({
        accountName: 'Tarvane (sample account)',
        accountNumber: '00-0000-0000000-00',
        reference: expect.stringMatching(/^[A-HJKMNP-Z2-9]{10}$/),
        paymentType: 'DEPOSIT',
        amountCents: 100_000,
      })
      expect((await ask(one)).reference).toBe(shown.reference)
      expect((await ask(other)).reference).not.toBe(shown.reference)
      const { id } = await ready(mia)
      expect(faultsOf(await mia.call(getBankTransfer, { params: { id } }))).toMatchObject({
        status: 409,
      })
    })

    test('come in parts, and are paid when the sum is reached', async () => {
      const journey = await confirmed(mia)
      expect(valueOf(await record(journey, 40_000, 'R1')).payments).toMatchObject([
        { status: 'PENDING', amountCents: 100_000, receivedCents: 40_000, source: 'BANKTRF' },
      ])
      expect(await money(journey)).toMatchObject({ canPayDeposit: false, depositPaid: false })
      const { id } = journey
      expect(valueOf(await mia.call(getBankTransfer, { params: { id } })).amountCents).toBe(60_000)

      expect(valueOf(await record(journey, 60_000, 'R2')).overCents).toBe(0)
      expect(await money(journey)).toMatchObject({ depositPaid: true, paidCents: 100_000 })
      expect((await payments()).map(({ status }) => status)).toEqual(['PAID'])
      expect((await subjects()).filter((one) => one.startsWith('We have received'))).toHaveLength(1)
    })

    test('in one sum pay the deposit, then the balance, and the rest waits for a person', async () => {
      const journey = await confirmed(mia)
      const { depositCents, balanceCents } = await money(journey)
      const answer = valueOf(await record(journey, depositCents + balanceCents + 5))
      expect(answer.overCents).toBe(5)
      expect(answer.payments.map(({ status, amountCents }) => [status, amountCents])).toEqual(
        expect.arrayContaining([
          ['PAID', depositCents],
          ['PAID', balanceCents],
          ['NEEDS_REVIEW', 5],
        ]),
      )
      expect(await money(journey)).toMatchObject({ paidCents: depositCents + balanceCents })
    })

    test('have receipts that say what is left to pay', async () => {
      const journey = await confirmed(mia)
      const { depositCents, balanceCents } = await money(journey)
      valueOf(await record(journey, depositCents, 'R1'))
      const [first] = await receipts()
      expect(first).toContain(
        `Still to pay\n\nBalance, to pay: ${formatMoney(balanceCents)}\n  Before the car is handed over`,
      )
      shop.app.clock.advance(60_000)
      valueOf(await record(journey, 1_000, 'R2'))
      expect((await receipts()).length).toBe(1)
      valueOf(await record(journey, balanceCents - 1_000, 'R3'))
      const [second] = await receipts()
      expect(second).toContain('Balance, to pay: $0\n  Nothing more is due from you')
    })

    test('of a loan, too: what the lender pays is left to it, and a receipt says so', async () => {
      const journey = await confirmed(mia, { payOption: 'LOANCLASIC' })
      const { finance } = journey.currentQuote
      valueOf(await record(journey, (await money(journey)).depositCents))
      const [receipt] = await receipts()
      expect(receipt).toContain(
        `Amount financed, fees included: ${formatMoney(finance!.amountFinancedCents)}`,
      )
      expect(receipt).toContain('Balance, to pay: $0\n  Nothing more is due from you')
    })

    test('are recorded once by their reference, however many record them', async () => {
      const journey = await confirmed(mia)
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => record(journey, 40_000, 'SAME')),
      )
      expect(new Set(answers.map((answer) => valueOf(answer).receiptId)).size).toBe(1)
      expect((await payments()).map((row) => row.received_cents)).toEqual([40_000])
      expect(conflictOf(await record(journey, 41_000, 'SAME')).message).toMatch(/another amount/)
    })

    test('of many at once add up to the cent', async () => {
      const journey = await confirmed(mia)
      await Promise.all(Array.from({ length: 25 }, (_, n) => record(journey, 4_000, `PART-${n}`)))
      expect(await money(journey)).toMatchObject({ depositPaid: true, paidCents: 100_000 })
    })

    test('are for staff to record, and for confirmed purchases', async () => {
      const journey = await ready(mia)
      expect(faultsOf(await record(journey, 1, 'R', 'BANKTRF', mia))).toMatchObject({ status: 403 })
      expect(faultsOf(await record(journey, 1))).toMatchObject({ status: 409 })
      expect(faultsOf(await record({ id: 'nothing' }, 1))).toMatchObject({ status: 404 })
      expect(faultsOf(await record(journey, 0))).toMatchObject({
        status: 400,
        fields: ['amountCents'],
      })
    })

    test('that a card overtakes wait for a person, and the deposit counts once', async () => {
      const journey = await confirmed(mia)
      const started = await payByCard(journey)
      valueOf(await record(journey, 40_000))
      await settlePayment(shop.app.deps, started.paymentId)
      expect(await money(journey)).toMatchObject({ depositPaid: true, paidCents: 100_000 })
      expect((await payments()).map(({ status }) => status).sort()).toEqual([
        'NEEDS_REVIEW',
        'PAID',
      ])
    })

    test('that overtake a card: the card’s money goes back', async () => {
      const journey = await confirmed(mia)
      const started = await payByCard(journey)
      valueOf(await record(journey, 100_000))
      await settlePayment(shop.app.deps, started.paymentId)
      await sendRefunds(shop.app.deps)
      expect(await money(journey)).toMatchObject({ depositPaid: true, paidCents: 100_000 })
      expect((await payments()).map(({ status, source }) => `${source} ${status}`).sort()).toEqual([
        'BANKTRF PAID',
        'CREDITCARD REFUNDED',
      ])
    })
  })

  test('what a lender pays stands beside what the customer pays', async () => {
    const journey = await confirmed(mia, { payOption: 'LOANCLASIC' })
    const { amountFinancedCents } = journey.currentQuote.finance!
    const before = await money(journey)
    valueOf(await record(journey, 1_000_000, 'L1', 'MTF'))
    const { payments: rows, overCents } = valueOf(
      await record(journey, amountFinancedCents - 1_000_000 + 7, 'L2', 'MTF'),
    )
    expect(overCents).toBe(7)
    expect(rows.map(({ status, amountCents }) => [status, amountCents])).toEqual(
      expect.arrayContaining([
        ['PAID', amountFinancedCents],
        ['NEEDS_REVIEW', 7],
      ]),
    )
    expect(await money(journey)).toEqual(before)
    const cash = await confirmed(mia)
    expect(valueOf(await record(cash, 100, 'L3', 'MTF')).overCents).toBe(100)
  })

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

      await Promise.all([1, 2, 3].map(() => sendRefunds(shop.app.deps)))
      await sendRefunds(shop.app.deps)
      expect(await payments()).toMatchObject([{ payment_id: paymentId, status: 'REFUNDED' }])
      expect(shop.provider((base) => base.prepare('select * from refund').all())).toMatchObject([
        { amount_cents: 100_000 },
      ])
      expect((await subjects()).slice(0, 5)).toEqual(
        expect.arrayContaining([
          'We have sent $1,000 back to you',
          'Your purchase is cancelled: Tarn 1.5 Hybrid Plus',
        ]),
      )
    })

    test('is the customer’s for three days, and staff’s at any time', async () => {
      const journey = await confirmed(mia)
      shop.app.clock.advance(3 * DAY_MS + 1)
      expect(conflictOf(await cancel(journey, await arrive(shop.app))).message).toMatch(/call us/)
      const sam = await arrive(shop.app, 'staff@demo.example')
      expect(valueOf(await cancel(journey, sam)).status.purchaseJourneyStatusCode).toBe('CANCELLED')
      expect(
        faultsOf(await cancel(journey, await arrive(shop.app, 'company@demo.example'))),
      ).toMatchObject({ status: 404 })
    })

    test('closes an open page; what was paid on it all the same goes to a person', async () => {
      const journey = await confirmed(mia)
      const { paymentId } = await payByCard(journey)
      valueOf(await cancel(journey))
      await settlePayment(shop.app.deps, paymentId)
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
          body: { reference: 'B-77' },
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
    shop.breakProvider(true)
    await sendRefunds(shop.app.deps)
    expect((await payments()).map(({ status }) => status)).toEqual(['PAID'])
    shop.breakProvider(false)
    shop.provider((base) => base.exec(`update session set payment_intent = 'pi_gone'`))
    shop.app.clock.advance(60 * 60_000)
    await sendRefunds(shop.app.deps)
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
    await shop.app.deps.card.refund({ ...order, refundId: refund!.refund_id })
    await sendRefunds(shop.app.deps)
    // The key is forgotten after a day; the provider still gives nothing back twice.
    await shop.app.deps.card.refund({ ...order, refundId: 'another' })
    expect(shop.provider((base) => base.prepare('select * from refund').all())).toHaveLength(1)
    expect((await payments()).map(({ status }) => status)).toEqual(['REFUNDED'])
  })
})
