import { describe, expect, onTestFinished, test } from 'vitest'
import { getPurchaseJourney } from '#lib/purchases/calls.ts'
import {
  announceBankTransfer,
  decideReview,
  listRefunds,
  startPoliPayment,
} from '#lib/payments/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { listWork } from '#lib/staff/calls.ts'
import { settlePayment } from '#server/payments/settle.ts'
import { checkDuePayments } from '#server/payments/sweeper.ts'
import { endUnpaidPurchases } from '#server/payments/deposit-expiry.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, confirmed, conflictOf } from '#tests/setup/purchases.ts'
import { app, db, mia, sam, signInAgain } from '#tests/setup/suite.ts'
import { bankShop, setUpBankShop } from '#tests/setup/shop-suite.ts'
import { HOUR_MS, MINUTE_MS } from '#lib/shared/durations.ts'
import { record } from './unpaid-purchases.fixture.ts'
import { RARE } from './waiting.fixture.ts'

describe.each(databases)('confirmed and unpaid (decision 64), on $name', (database) => {
  setUpBankShop(database)

  async function pass(ms: number) {
    app.clock.advance(ms)
    await signInAgain()
    await checkDuePayments(app.deps)
    await endUnpaidPurchases(app.deps)
  }
  const journeyOf = async (id: string) =>
    valueOf(await mia.call(getPurchaseJourney, { params: { id } }))
  const statusOf = async (id: string) => (await journeyOf(id)).status.purchaseJourneyStatusCode
  const subjects = async () =>
    valueOf(
      await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
    ).messages.map(({ subject }) => subject)
  const mailed = async (start: string) =>
    valueOf(
      await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
    ).messages.filter(({ subject }) => subject.startsWith(start))
  const allocated = (id: string) =>
    db.selectFrom('allocation').selectAll().where('purchase_journey_id', '=', id).execute()
  const payByBank = async (id: string) =>
    valueOf(
      await mia.call(startPoliPayment, { body: { purchaseJourneyId: id, paymentType: 'DEPOSIT' } }),
    )

  test('the reminder and the list ask for what is left once a part has come', async () => {
    const { id } = await confirmed(mia)
    valueOf(await record(id, 40_000))
    const { items } = valueOf(await sam.call(listWork, { query: { kind: 'unpaid' } }))
    expect(items).toMatchObject([{ amountCents: 60_000 }])
    await pass(40 * HOUR_MS)
    expect(await mailed('Your deposit of $600 is still due')).toHaveLength(1)
  })

  test('a purchase is kept for 48 hours, with a reminder half-way, then expires', async () => {
    const { id, metadata } = await confirmed(mia)
    // Confirmed on Monday, 23 November 2026, 2 pm.
    expect(metadata.depositDueBy).toBe('2026-11-25T01:00:00.000Z')
    const deadline = 'Wed\u00a025\u00a0November, 2:00\u00a0pm'
    expect((await mailed('Your purchase is confirmed'))[0]!.text).toContain(
      `Pay the deposit by ${deadline} to keep your car reserved.`,
    )
    const [work] = valueOf(await sam.call(listWork, { query: { kind: 'unpaid' } })).items
    expect(work!.detail).toBe(`Reserved until ${deadline}`)

    await pass(23 * HOUR_MS)
    expect(await mailed('Your deposit of $1,000 is still due')).toEqual([])
    await pass(HOUR_MS)
    await pass(HOUR_MS)
    expect(await mailed('Your deposit of $1,000 is still due')).toHaveLength(1)
    await pass(23 * HOUR_MS - MINUTE_MS)
    expect(await statusOf(id)).toBe('CONFIRMED')
    await pass(MINUTE_MS)
    expect(await statusOf(id)).toBe('EXPIRED')
    expect(await allocated(id)).toEqual([])
    expect(await mailed('Your purchase has expired')).toHaveLength(1)
    const events = await db
      .selectFrom('journey_event')
      .select(['event', 'from_status', 'to_status', 'actor'])
      .where('purchase_journey_id', '=', id)
      .where('event', '=', 'deposit-overdue')
      .execute()
    expect(events).toEqual([
      { event: 'deposit-overdue', from_status: 'CONFIRMED', to_status: 'EXPIRED', actor: 'system' },
    ])
    // It happens once.
    await pass(HOUR_MS)
    expect(await mailed('Your purchase has expired')).toHaveLength(1)
  })

  test('one that is paid does not run out', async () => {
    const paid = await confirmed(mia)
    valueOf(await record(paid.id, paid.paymentMetadata.depositCents))
    expect((await journeyOf(paid.id)).metadata.depositDueBy).toBeUndefined()
    await pass(31 * 24 * HOUR_MS)
    expect(await statusOf(paid.id)).toBe('CONFIRMED')
  })

  test('an announced bank transfer has three working days, counted once', async () => {
    const { id } = await confirmed(mia)
    expect((await journeyOf(id)).metadata).not.toHaveProperty('isTransferExpected')
    const before = (await mailed('How to pay your deposit by bank transfer')).length
    const transfer = valueOf(await mia.call(announceBankTransfer, { params: { id } }))
    const sinceThen = async () =>
      (await mailed('How to pay your deposit by bank transfer')).slice(0, -before || undefined)
    const [mail] = await sinceThen()
    for (const fact of [transfer.accountNumber, transfer.reference, 'Thu\u00a026\u00a0November'])
      expect(mail!.text).toContain(fact)
    // The end of Thursday.
    const until = '2026-11-26T05:00:00.000Z'
    expect((await journeyOf(id)).metadata).toMatchObject({
      depositDueBy: until,
      isTransferExpected: true,
    })
    await pass(47 * HOUR_MS)
    valueOf(await mia.call(announceBankTransfer, { params: { id } }))
    expect((await journeyOf(id)).metadata.depositDueBy).toBe(until)
    expect(await sinceThen()).toHaveLength(1)
    await pass(30 * HOUR_MS)
    expect(await statusOf(id)).toBe('EXPIRED')
  })

  test('a deadline that a transfer does not move is not called longer for it', async () => {
    app.deps.settings.depositHours = 30 * 24
    onTestFinished(() => void (app.deps.settings.depositHours = 48))
    const { id, metadata } = await confirmed(mia)
    valueOf(await mia.call(announceBankTransfer, { params: { id } }))
    const after = (await journeyOf(id)).metadata
    expect(after.depositDueBy).toBe(metadata.depositDueBy)
    expect(after).not.toHaveProperty('isTransferExpected')
  })

  test('a transfer that is announced once the time is over keeps no car', async () => {
    const { id } = await confirmed(mia)
    app.clock.advance(48 * HOUR_MS + MINUTE_MS)
    await signInAgain()
    const late = await mia.call(announceBankTransfer, { params: { id } })
    expect(conflictOf(late).message).toContain('The payment wasn’t made in time')
    await endUnpaidPurchases(app.deps)
    expect(await statusOf(id)).toBe('EXPIRED')
  })

  test('parts of a transfer keep the car as an announced one does, and only the first', async () => {
    const { id } = await confirmed(mia)
    valueOf(await record(id, 1))
    const until = '2026-11-26T05:00:00.000Z'
    expect((await journeyOf(id)).metadata).toMatchObject({
      depositDueBy: until,
      isTransferExpected: true,
    })
    await pass(47 * HOUR_MS)
    valueOf(await record(id, 2))
    valueOf(await mia.call(announceBankTransfer, { params: { id } }))
    expect((await journeyOf(id)).metadata.depositDueBy).toBe(until)
    await pass(30 * HOUR_MS)
    expect(await statusOf(id)).toBe('EXPIRED')
  })

  test('a payment that is begun and given up leaves time once', async () => {
    const { id, metadata } = await confirmed(mia)
    const { bank } = app.deps
    let status: 'pending' | 'cancelled' = 'pending'
    app.deps.bank = {
      ...bank,
      findPayment: async (token) => {
        const found = await bank.findPayment(token)
        return found && { ...found, status }
      },
    }
    onTestFinished(() => void (app.deps.bank = bank))
    const dueBy = async () => (await journeyOf(id)).metadata.depositDueBy!
    /** Two minutes before the deadline. */
    const giveUp = async () => {
      await pass(Date.parse(await dueBy()) - app.clock.atMs - 2 * MINUTE_MS)
      const { paymentId } = await payByBank(id)
      status = 'pending'
      await settlePayment(app.deps, paymentId)
      await pass(10 * MINUTE_MS)
      expect(await statusOf(id)).toBe('CONFIRMED')
      status = 'cancelled'
      await settlePayment(app.deps, paymentId)
    }
    await giveUp()
    const extended = new Date(app.clock.atMs + 12 * HOUR_MS).toISOString()
    expect(await dueBy()).toBe(extended)
    expect(extended > metadata.depositDueBy!).toBe(true)
    await giveUp()
    expect(await dueBy()).toBe(extended)
    await pass(0)
    expect(await statusOf(id)).toBe('EXPIRED')
  })

  test('what has come in part is refunded when it expires', async () => {
    const { id } = await confirmed(mia)
    valueOf(await record(id, 40_000))
    await pass(80 * HOUR_MS)
    expect(await statusOf(id)).toBe('EXPIRED')
    expect(valueOf(await sam.call(listRefunds)).refunds).toMatchObject([
      { purchaseJourneyId: id, amountCents: 40_000, reason: 'EXPIRED', status: 'BY_HAND' },
    ])
    expect((await mailed('Your purchase has expired'))[0]!.text).toContain(
      'We’re refunding your $400.',
    )
  })

  test('an open payment page keeps the car until it closes, and no new one is opened then', async () => {
    const { id } = await confirmed(mia)
    await pass(48 * HOUR_MS - 5 * MINUTE_MS)
    await payByBank(id)
    await pass(10 * MINUTE_MS)
    expect(await statusOf(id)).toBe('CONFIRMED')
    await db.updateTable('payment').set({ status: 'CANCELLED', next_check_at: null }).execute()
    const answer = await mia.call(startPoliPayment, {
      body: { purchaseJourneyId: id, paymentType: 'DEPOSIT' },
    })
    expect(conflictOf(answer).message).toContain('You can start this purchase again.')
    await pass(MINUTE_MS)
    expect(await statusOf(id)).toBe('EXPIRED')
  })

  test('a review stops the clock, and leaves time to pay again', async () => {
    const { id } = await confirmed(mia)
    await pass(47 * HOUR_MS)
    const { navigateUrl } = await payByBank(id)
    await bankShop.atThePage(navigateUrl, {
      outcome: 'unverified',
      notice: 'never',
      return: 'never',
    })
    await pass(3 * MINUTE_MS)
    await pass(70 * HOUR_MS)
    expect(await statusOf(id)).toBe('CONFIRMED')
    const [item] = valueOf(await sam.call(listWork, { query: { kind: 'transfers' } })).items
    const body = { paymentId: item!.id, outcome: 'NOTHING_CAME' as const }
    valueOf(await sam.call(decideReview, { params: { id }, body }))
    const now = app.clock.atMs
    expect((await journeyOf(id)).metadata.depositDueBy).toBe(
      new Date(now + 12 * HOUR_MS).toISOString(),
    )
    expect(await statusOf(id)).toBe('CONFIRMED')
    await pass(12 * HOUR_MS)
    expect(await statusOf(id)).toBe('EXPIRED')
  })

  test('money that comes late is checked, and not lost', async () => {
    const { id } = await confirmed(mia)
    await pass(49 * HOUR_MS)
    valueOf(await record(id, 100_000))
    const [item] = valueOf(await sam.call(listWork, { query: { kind: 'transfers' } })).items
    expect(item).toMatchObject({ purchaseJourneyId: id, amountCents: 100_000 })
    expect(await subjects()).toContain('We’re checking your payment of $1,000')
  })

  test('checking late money leaves the deadline that says why the purchase has expired', async () => {
    const { id, metadata } = await confirmed(mia)
    await pass(49 * HOUR_MS)
    valueOf(await record(id, 100_000))
    await pass(5 * HOUR_MS)
    const [item] = valueOf(await sam.call(listWork, { query: { kind: 'transfers' } })).items
    const body = { paymentId: item!.id, outcome: 'SEND_BACK' as const }
    valueOf(await sam.call(decideReview, { params: { id }, body }))
    expect((await journeyOf(id)).metadata.depositDueBy).toBe(metadata.depositDueBy)
  })

  test('the waiting list is served with the car', async () => {
    await db.updateTable('stock').set({ quantity: 1 }).where('kdcd', '=', RARE.kdcd).execute()
    const first = await confirmed(mia, RARE)
    const rawiri = await arrive(app, 'company@demo.example')
    const second = await confirmed(rawiri, RARE)
    expect(second.status.purchaseJourneyStatusCode).toBe('NOCARAVAIL')
    expect(second.metadata.depositDueBy).toBeUndefined()
    await pass(48 * HOUR_MS)
    expect(await statusOf(first.id)).toBe('EXPIRED')
    const again = await arrive(app, 'company@demo.example')
    const served = valueOf(await again.call(getPurchaseJourney, { params: { id: second.id } }))
    expect(served.status.purchaseJourneyStatusCode).toBe('CONFIRMED')
    // Its time starts when its car is found.
    expect(served.metadata.depositDueBy).toBe(new Date(app.clock.atMs + 48 * HOUR_MS).toISOString())
  })
})
