import { describe, expect, test } from 'vitest'
import { decideFinance, submitFinanceApplication } from '#lib/finance/calls.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { announceBankTransfer, recordReceipt, startPoliPayment } from '#lib/payments/calls.ts'
import { HOUR_MS } from '#lib/shared/durations.ts'
import { cancelPurchase, getPurchaseJourney } from '#lib/purchases/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { startActing, endActing } from '#lib/staff/calls.ts'
import { answerTradeInOffer } from '#lib/trade-in/calls.ts'
import { endUnpaidPurchases } from '#server/payments/deposit-expiry.ts'
import { fillBackorders } from '#server/purchases/backorders.ts'
import { anApplication, aReferredApplication } from '#tests/builders/finance-application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, confirmed, confirming, conflictOf, ready } from '#tests/setup/purchases.ts'
import { setUpBankShop } from '#tests/setup/shop-suite.ts'
import { offerFor, writeOldCar } from '#tests/setup/trade-ins.ts'
import { app, db, mia, sam, signInAgain } from '#tests/setup/suite.ts'

/** The catalogue calls it unavailable, so none is built: it can be had only from stock. */
const RARE = { kdcd: 'SK27S-A', colourCode: 'WHS' } as const

describe.each(databases)('a car is kept for those who pay, on $name', (database) => {
  setUpBankShop(database, {
    env: { LIMIT_UNPAID_PURCHASES: '3', FEATURE_RESERVATIONS: 'on' },
  })

  async function pass(ms: number) {
    app.clock.advance(ms)
    await signInAgain()
    await endUnpaidPurchases(app.deps)
  }
  const journeyOf = async (id: string) =>
    valueOf(await mia.call(getPurchaseJourney, { params: { id } }))
  const statusOf = async (id: string) => (await journeyOf(id)).status.purchaseJourneyStatusCode
  const mailed = async (start: string) =>
    valueOf(
      await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
    ).messages.filter(({ subject }) => subject.startsWith(start))
  const record = (id: string, amountCents: number) =>
    sam.call(recordReceipt, {
      params: { id },
      body: { source: 'BANKTRF', amountCents, reference: `R-${amountCents}` },
    })
  const applied = async (body = anApplication()) => {
    const { id } = await ready(mia, { payOption: 'LEASELC' })
    const journey = valueOf(await mia.call(submitFinanceApplication, { params: { id }, body }))
    return valueOf(await confirming(mia, journey))
  }

  test('a lease without an application expires if its first rent is not paid', async () => {
    const { id, metadata, paymentMetadata } = await confirmed(mia, { payOption: 'LEASELC' })
    expect(metadata.depositDueBy).toBe('2026-11-25T01:00:00.000Z')
    const [mail] = await mailed('Your purchase is confirmed')
    expect(mail!.text).toContain('There’s one step left: make the first payment of')
    expect(mail!.text).toContain('Make the first payment by Wed')
    await pass(24 * HOUR_MS)
    expect(await mailed('Your first payment of')).toHaveLength(1)
    await pass(24 * HOUR_MS)
    expect(await statusOf(id)).toBe('EXPIRED')
    expect((await mailed('Your purchase has expired'))[0]!.text).toContain(
      'The first payment for your',
    )

    const paid = await confirmed(mia, { payOption: 'LEASELC' })
    valueOf(await record(paid.id, paymentMetadata.balanceCents))
    const { finance } = paid.currentQuote
    expect((await mailed('We’ve received your first payment'))[0]!.text).toContain(
      `All other payments: ${formatMoney(finance!.totalPayableCents - finance!.paymentCents)}\n  Monthly, ${finance!.paymentCount - 1} payments`,
    )
    expect((await journeyOf(paid.id)).metadata.depositDueBy).toBeUndefined()
    await pass(100 * HOUR_MS)
    expect(await statusOf(paid.id)).toBe('CONFIRMED')
  })

  test('an announced transfer of the first rent has three working days', async () => {
    const { id } = await confirmed(mia, { payOption: 'LEASELC' })
    valueOf(await mia.call(announceBankTransfer, { params: { id } }))
    expect((await journeyOf(id)).metadata).toMatchObject({
      depositDueBy: '2026-11-26T05:00:00.000Z',
      isTransferExpected: true,
    })
  })

  test('a lease that is approved is kept until its approval ends', async () => {
    const { id, metadata, creditDecision } = await applied()
    const { validUntil } = creditDecision!
    expect(metadata.depositDueBy!.slice(0, 10)).toBe(validUntil)
    valueOf(await mia.call(announceBankTransfer, { params: { id } }))
    expect((await journeyOf(id)).metadata).not.toHaveProperty('isTransferExpected')
    await pass(Date.parse(metadata.depositDueBy!) - app.clock.atMs - HOUR_MS)
    expect(await statusOf(id)).toBe('CONFIRMED')
    await pass(HOUR_MS)
    expect(await statusOf(id)).toBe('EXPIRED')
  })

  test('a lease that the lender is deciding about waits, and then has its time', async () => {
    const { id, metadata } = await applied(aReferredApplication)
    expect(metadata.depositDueBy).toBeUndefined()
    await pass(100 * HOUR_MS)
    expect(await statusOf(id)).toBe('CONFIRMED')
    const body = { code: 'DECLINE' as const, conditions: [] }
    valueOf(await sam.call(decideFinance, { params: { id }, body }))
    await pass(47 * HOUR_MS)
    expect(await statusOf(id)).toBe('CONFIRMED')
    await pass(HOUR_MS)
    expect(await statusOf(id)).toBe('EXPIRED')
  })

  test('a loan whose approval ends, or that is refused, does not outlive its deadline', async () => {
    const { id } = await ready(mia, { payOption: 'LOANCLASIC' })
    const journey = valueOf(
      await mia.call(submitFinanceApplication, { params: { id }, body: aReferredApplication }),
    )
    valueOf(await confirming(mia, journey))
    const body = { code: 'DECLINE' as const, conditions: [] }
    valueOf(await sam.call(decideFinance, { params: { id }, body }))
    await pass(48 * HOUR_MS)
    expect(await statusOf(id)).toBe('EXPIRED')
    expect((await mailed('Your purchase has expired'))[0]!.text).toContain(
      'The lender can’t offer finance for this purchase.',
    )
  })

  test('a reservation without its fee expires, and takes no payment after that', async () => {
    const { id, metadata } = await confirmed(mia, { payOption: 'RESERVATION' })
    expect(metadata.depositDueBy).toBe('2026-11-25T01:00:00.000Z')
    await pass(24 * HOUR_MS)
    expect(await mailed('Your reservation fee of $500 is still due')).toHaveLength(1)
    app.clock.advance(24 * HOUR_MS)
    await signInAgain()
    const late = await mia.call(startPoliPayment, {
      body: { purchaseJourneyId: id, paymentType: 'DEPOSIT' },
    })
    expect(conflictOf(late).message).toContain('The payment wasn’t made in time')
    await endUnpaidPurchases(app.deps)
    expect(await statusOf(id)).toBe('EXPIRED')
    expect((await mailed('Your reservation has expired'))[0]!.text).toContain(
      'The reservation fee for your',
    )
  })

  test('a reservation with its fee keeps its own time', async () => {
    const { id, paymentMetadata } = await confirmed(mia, { payOption: 'RESERVATION' })
    valueOf(await record(id, paymentMetadata.depositCents))
    await pass(10 * 24 * HOUR_MS)
    expect(await statusOf(id)).toBe('CONFIRMED')
  })

  test('a car found for the waiting list goes to the next in the queue past the limit', async () => {
    const stock = (quantity: number) =>
      db.updateTable('stock').set({ quantity }).where('kdcd', '=', RARE.kdcd).execute()
    await stock(0)
    const waiting = await confirmed(mia, RARE)
    for (let n = 0; n < 2; n++) await confirmed(mia)
    // Staff may allow more.
    const extra = await ready(mia)
    valueOf(await sam.call(startActing, { body: { customerId: mia.customerId } }))
    const held = valueOf(await confirming(sam, extra, { signatureName: 'Sam Patel' }))
    valueOf(await sam.call(endActing))
    const rawiri = await arrive(app, 'company@demo.example')
    const next = await confirmed(rawiri, RARE)
    await stock(1)
    await fillBackorders(app.deps)
    const nextStatus = async () =>
      valueOf(await rawiri.call(getPurchaseJourney, { params: { id: next.id } })).status
        .purchaseJourneyStatusCode
    expect([await statusOf(waiting.id), await nextStatus()]).toEqual(['NOCARAVAIL', 'CONFIRMED'])

    valueOf(await mia.call(cancelPurchase, { params: { id: held.id } }))
    await stock(2)
    await fillBackorders(app.deps)
    expect(await statusOf(waiting.id)).toBe('CONFIRMED')
  })
  test('a withdrawn acceptance that leaves a deposit to pay starts its deadline', async () => {
    const { id } = await ready(mia, { payOption: 'LOANCLASIC' })
    const asked = await writeOldCar(mia, id, { request: 'APPRAISAL' })
    const offered = await offerFor(sam, asked, 4_000_000)
    const accepted = await writeOldCar(mia, id, { request: 'ACCEPT' })
    let answer = await confirming(mia, accepted)
    if (!answer.ok) answer = await confirming(mia, await journeyOf(id))
    expect(valueOf(answer).metadata.depositDueBy).toBeUndefined()
    const withdrawn = await mia.call(answerTradeInOffer, {
      params: { id },
      body: { vehicleId: offered.tradeInformation.vehicles[0]!.id, answer: 'APPRAISAL' },
    })
    expect(valueOf(withdrawn)).toMatchObject({
      metadata: { depositDueBy: '2026-11-25T01:00:00.000Z' },
      paymentMetadata: { canPayDeposit: true },
    })
  })

  test('giving up a purchase that was only started mails nothing', async () => {
    const { id } = await ready(mia)
    valueOf(await mia.call(cancelPurchase, { params: { id } }))
    expect(await mailed('Your purchase is cancelled')).toEqual([])
    const bought = await confirmed(mia)
    valueOf(await mia.call(cancelPurchase, { params: { id: bought.id } }))
    expect(await mailed('Your purchase is cancelled')).toHaveLength(1)
  })
})
