import { describe, expect, test } from 'vitest'
import { recordReceipt, settleDispute } from '#lib/payments/calls.ts'
import { advanceJourney } from '#lib/purchases/staff-calls.ts'
import { settlePayment } from '#server/payments/settle.ts'
import { answerTradeInOffer } from '#lib/trade-in/calls.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirmed, conflictOf } from '#tests/setup/purchases.ts'
import { payByCard, payments, record } from '#tests/api/trade-in/transfers.fixture.ts'
import { cancel, forStaff, happens, paidByCard, work } from './money-back.fixture.ts'
import { confirmedBeforeOffer, offerFor } from '#tests/setup/trade-ins.ts'
import { app, db, mia, sam } from '#tests/setup/suite.ts'
import { setUpCardShop } from '#tests/setup/shop-suite.ts'

describe.each(databases)('money that a bank takes back, on $name', (database) => {
  setUpCardShop(database, { env: { FEATURE_RESERVATIONS: 'on' } })

  const agreed = (id: string) =>
    db
      .updateTable('purchase_journey')
      .set({ status: 'AGREEMENT' })
      .where('purchase_journey_id', '=', id)
      .execute()
  const handOver = (id: string) =>
    sam.call(advanceJourney, {
      params: { id },
      body: { event: 'handed-over', registration: 'NEW101' },
    })
  const lose = async (page: string) => {
    await happens(page, 'dispute')
    await happens(page, 'dispute-lost')
  }
  /** A purchase of the car that was reserved, its fee paid by card. */
  const boughtReserved = async () => {
    const reservation = await confirmed(mia, { payOption: 'RESERVATION' })
    const { paymentId, redirectUrl } = await payByCard(reservation)
    await settlePayment(app.deps, paymentId)
    const { id, paymentMetadata } = await confirmed(mia)
    expect(paymentMetadata.paidCents).toBe(50_000)
    return { id, reservation, fee: redirectUrl, ...paymentMetadata }
  }

  test('the fee of a reservation that was bought is owed on the purchase', async () => {
    const { id, fee, balanceCents } = await boughtReserved()
    valueOf(await record({ id }, 50_000 + balanceCents, 'R1'))
    await agreed(id)
    await lose(fee)
    const { outstanding, disputes } = await forStaff(id)
    expect(outstanding).toMatchObject({ depositCents: 50_000, balanceCents: 0 })
    valueOf(
      await sam.call(settleDispute, {
        params: { id: disputes[0]!.disputeId },
        body: { note: 'By transfer', status: 'LOST' },
      }),
    )
    expect(conflictOf(await handOver(id)).message).toContain('deposit')
    // Staff read it in the list of hand-overs, less what has come of it.
    const toPay = async () => (await work('hand-overs')).map(({ amountCents }) => amountCents)
    expect(await toPay()).toEqual([50_000])
    valueOf(await record({ id }, 20_000, 'R2'))
    expect(await toPay()).toEqual([30_000])
    expect(valueOf(await record({ id }, 30_000, 'R3')).overCents).toBe(0)
    valueOf(await handOver(id))

    // Won after all, the fee is paid twice: it goes back.
    await happens(fee, 'dispute-won')
    expect(
      (await payments()).find((row) => row.amount_cents === 50_000 && row.method),
    ).toMatchObject({ status: 'PAID', duplicate: 1 })
  })

  test.each(['fee', 'rest'] as const)(
    'a deposit of which the bank takes back the %s waits among the unpaid purchases',
    async (lost) => {
      const { id, fee } = await boughtReserved()
      const { paymentId, redirectUrl } = await payByCard({ id })
      await settlePayment(app.deps, paymentId)
      expect(await work('unpaid')).toEqual([])
      await lose(lost === 'fee' ? fee : redirectUrl)
      const [{ disputeId } = { disputeId: '' }] = (await forStaff(id)).disputes
      const body = { note: 'Asked them to pay again', status: 'LOST' } as const
      valueOf(await sam.call(settleDispute, { params: { id: disputeId }, body }))
      expect(await work('unpaid')).toMatchObject([{ purchaseJourneyId: id, amountCents: 50_000 }])
      valueOf(await record({ id }, 50_000, 'R1'))
      expect(await work('unpaid')).toEqual([])
    },
  )

  test('a deposit that was paid out at the hand-over is owed again', async () => {
    const buyer = await confirmedBeforeOffer(mia, { payOption: 'LOANCLASIC' })
    const { id, paymentMetadata, currentQuote, tradeInformation } = buyer
    const { paymentId, redirectUrl } = await payByCard(buyer)
    await settlePayment(app.deps, paymentId)
    await offerFor(sam, buyer, 600_000)
    const vehicleId = tradeInformation.vehicles[0]!.id
    valueOf(
      await mia.call(answerTradeInOffer, { params: { id }, body: { vehicleId, answer: 'ACCEPT' } }),
    )
    const body = {
      source: 'MTF' as const,
      amountCents: currentQuote.finance!.amountFinancedCents,
      reference: 'L1',
    }
    valueOf(await sam.call(recordReceipt, { params: { id }, body }))
    await agreed(id)
    const handedOver = valueOf(await handOver(id)).paymentMetadata
    expect(handedOver).toMatchObject({ paidOutCents: 600_000 })
    expect(handedOver.owedCents).toBeUndefined()
    // The amounts of the deal stay as they were before any payment.
    expect(handedOver).toMatchObject({ depositCents: 0, balanceCents: 0 })

    await lose(redirectUrl)
    const { outstanding, journey } = await forStaff(id)
    expect(outstanding).toMatchObject({
      depositCents: paymentMetadata.depositCents,
      balanceCents: 0,
    })
    expect(journey.paymentMetadata.owedCents).toBeUndefined()
    expect(valueOf(await record({ id }, paymentMetadata.depositCents, 'R9')).overCents).toBe(0)
    expect((await forStaff(id)).outstanding).toMatchObject({ depositCents: 0, balanceCents: 0 })
  })

  test('a fee that was won back counts again, and goes back where its purchase has ended', async () => {
    const { id, fee } = await boughtReserved()
    await lose(fee)
    expect((await forStaff(id)).outstanding.depositCents).toBe(100_000)
    await happens(fee, 'dispute-won')
    expect((await forStaff(id)).outstanding.depositCents).toBe(50_000)
    await happens(fee, 'dispute-lost')
    valueOf(await cancel({ id }))
    await happens(fee, 'dispute-won')
    expect(await db.selectFrom('refund').select(['amount_cents', 'reason']).execute()).toEqual([
      { amount_cents: 50_000, reason: 'CANCELLED' },
    ])
  })

  test('a reservation that was bought takes no money of its own', async () => {
    const { reservation, fee } = await boughtReserved()
    await lose(fee)
    expect(valueOf(await record(reservation, 50_000, 'R1')).overCents).toBe(50_000)
  })

  test('what is taken back after the hand-over can be recorded when it is paid again', async () => {
    const { id, journey, page } = await paidByCard()
    await agreed(id)
    valueOf(await record(journey, journey.paymentMetadata.balanceCents))
    valueOf(await handOver(id))
    await lose(page)
    expect((await forStaff(id)).outstanding.depositCents).toBe(100_000)
    expect(valueOf(await record(journey, 40_000, 'R2')).overCents).toBe(0)
    expect(valueOf(await record(journey, 60_000, 'R3')).overCents).toBe(0)
    const { outstanding, journey: after } = await forStaff(id)
    expect(outstanding.depositCents).toBe(0)
    expect(after.status.purchaseJourneyStatusCode).toBe('COMPLETE')
    // Nothing more is due.
    expect(valueOf(await record(journey, 1, 'R4')).overCents).toBe(1)
    expect(await work('transfers')).toMatchObject([{ amountCents: 1 }])
  })
})
