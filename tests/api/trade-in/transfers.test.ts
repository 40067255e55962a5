import { describe, expect, test } from 'vitest'
import { getBankTransfer, recordReceipt } from '#lib/payments/calls.ts'
import { getPurchaseJourney } from '#lib/purchases/calls.ts'
import { getPurchaseForStaff } from '#lib/purchases/staff-calls.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { answerTradeInOffer } from '#lib/trade-in/calls.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { sendRefunds } from '#server/refunds/refunds.ts'
import { settlePayment } from '#server/payments/settle.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirmed, conflictOf, faultsOf, ready } from '#tests/setup/purchases.ts'
import { record, payments, subjects, payByCard } from './transfers.fixture.ts'
import { app, mia, sam } from '#tests/setup/suite.ts'
import { confirmedBeforeOffer, offerFor } from '#tests/setup/trade-ins.ts'
import { setUpCardShop } from '#tests/setup/shop-suite.ts'

describe.each(databases)('money by hand, and back, on $name', (database) => {
  setUpCardShop(database)

  const journeyOf = async ({ id }: { id: string }): Promise<PurchaseJourney> =>
    valueOf(await sam.call(getPurchaseJourney, { params: { id } }))
  const money = async (journey: { id: string }) => (await journeyOf(journey)).paymentMetadata
  /** The texts of what customers got for their money, the latest first. */
  const receipts = async () =>
    valueOf(await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }))
      .messages.filter(({ subject }) => subject.startsWith('We’ve received'))
      .map(({ text }) => text)

  describe('transfers', () => {
    test('show an account and a reference that names one purchase for good', async () => {
      const [one, other] = [await confirmed(mia), await confirmed(mia)]
      const ask = async ({ id }: { id: string }) =>
        valueOf(await mia.call(getBankTransfer, { params: { id } }))
      const shown = await ask(one)
      expect(shown).toEqual({
        accountName: 'Tarvane (sample account)',
        accountNumber: '00-0000-0000000-00',
        reference: one.reference,
        paymentType: 'DEPOSIT',
        amountCents: 100_000,
      })
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
      expect((await subjects()).filter((one) => one.startsWith('We’ve received'))).toHaveLength(1)
    })

    test('in parts ask for what is due now, also where a trade-in has been accepted since', async () => {
      const journey = await confirmedBeforeOffer(mia)
      const { depositCents } = await money(journey)
      valueOf(await record(journey, depositCents, 'R1'))
      const { balanceCents } = await money(journey)
      valueOf(await record(journey, 50_000, 'R2'))
      const offered = await offerFor(sam, journey, 1_450_000)
      const vehicleId = offered.tradeInformation.vehicles[0]!.id
      const body = { vehicleId, answer: 'ACCEPT' } as const
      valueOf(await mia.call(answerTradeInOffer, { params: { id: journey.id }, body }))
      const { openPayment } = await journeyOf(journey)
      expect(openPayment).toMatchObject({
        amountCents: balanceCents - 1_450_000,
        receivedCents: 50_000,
      })
      const { id } = journey
      const { amountCents } = valueOf(await mia.call(getBankTransfer, { params: { id } }))
      expect(amountCents).toBe(openPayment!.amountCents - openPayment!.receivedCents!)
    })

    test.each([
      ['a balance', {}, 2_514_000, 2_000_000, 'BALANCE'],
      ['a loan’s deposit', { payOption: 'LOANCLASIC' }, 51_400, 400_000, 'DEPOSIT'],
      ['more than a balance', {}, 3_100_000, 2_000_000, 'BALANCE'],
    ] as const)(
      'that came before an offer was accepted pay what it leaves: %s',
      async (_, facts, cents, offerCents, type) => {
        const journey = await confirmedBeforeOffer(mia, facts)
        const { id } = journey
        const offered = await offerFor(sam, journey, offerCents)
        valueOf(await record(journey, cents, 'ALL'))
        const body = {
          vehicleId: offered.tradeInformation.vehicles[0]!.id,
          answer: 'ACCEPT',
        } as const
        const accepted = valueOf(await mia.call(answerTradeInOffer, { params: { id }, body }))
        expect(accepted.paymentMetadata).toMatchObject({ paidCents: cents, canPayDeposit: false })
        const paid = (await payments()).filter((row) => row.type === type)
        expect(paid).toMatchObject([{ status: 'PAID' }])
        const { outstanding } = valueOf(await sam.call(getPurchaseForStaff, { params: { id } }))
        expect(outstanding).toMatchObject({ depositCents: 0 })
      },
    )

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
        `What you pay and when\n\nPaid so far: $1,000\n  Received\nBalance due: ${formatMoney(balanceCents)}\n  Before you collect the car`,
      )
      app.clock.advance(60_000)
      valueOf(await record(journey, 1_000, 'R2'))
      expect((await receipts()).length).toBe(1)
      valueOf(await record(journey, balanceCents - 1_000, 'R3'))
      const [second] = await receipts()
      expect(second).toContain('Balance due: $0\n  You have nothing more to pay')
    })

    test('of a loan, too: what the lender pays is left to it, and a receipt says so', async () => {
      const journey = await confirmed(mia, { payOption: 'LOANCLASIC' })
      const { finance } = journey.currentQuote
      valueOf(await record(journey, (await money(journey)).depositCents))
      const [receipt] = await receipts()
      expect(receipt).toContain(
        `the amount financed is ${formatMoney(finance!.amountFinancedCents)}.`,
      )
      expect(receipt).toContain('Balance due: $0\n  You have nothing more to pay')
    })

    test('are recorded once by their reference, however many record them', async () => {
      const journey = await confirmed(mia)
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => record(journey, 40_000, 'SAME')),
      )
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect((await payments()).map((row) => row.received_cents)).toEqual([40_000])
      // As banks spell it, too.
      expect(conflictOf(await record(journey, 40_000, 'sa-m e')).message).toMatch(
        /^\$400 was recorded under this reference on /,
      )
      valueOf(await record(journey, 40_000, 'SAME 24 Nov'))
      expect((await payments()).map((row) => row.received_cents)).toEqual([80_000])
    })

    test('are recorded once by an answer that was lost', async () => {
      const { id } = await confirmed(mia)
      const body = { source: 'BANKTRF', amountCents: 40_000, reference: 'R1' } as const
      const attempt = { params: { id }, body, idempotencyKey: 'receipt-of-the-23rd' }
      const first = valueOf(await sam.call(recordReceipt, attempt))
      expect(valueOf(await sam.call(recordReceipt, attempt))).toEqual(first)
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
      await settlePayment(app.deps, started.paymentId)
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
      await settlePayment(app.deps, started.paymentId)
      await sendRefunds(app.deps)
      expect(await money(journey)).toMatchObject({ depositPaid: true, paidCents: 100_000 })
      expect((await payments()).map(({ status, source }) => `${source} ${status}`).sort()).toEqual([
        'BANKTRF PAID',
        'CREDITCARD REFUNDED',
      ])
    })
  })

  test('the lender’s payment is shown beside the customer’s', async () => {
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
    expect(await money(journey)).toEqual({ ...before, lenderPaid: true })
    const cash = await confirmed(mia)
    expect(valueOf(await record(cash, 100, 'L3', 'MTF')).overCents).toBe(100)
  })
})
