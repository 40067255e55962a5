import { describe, expect, test, vi } from 'vitest'
import { repeatRefund, settleDispute } from '#lib/payments/calls.ts'
import { getPurchaseJourney } from '#lib/purchases/calls.ts'
import { advanceJourney } from '#lib/purchases/staff-calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { dueDeletions, insertDeletion } from '#server/customers/deletion-queries.ts'
import { checkDuePayments } from '#server/payments/sweeper.ts'
import { runDueChecks } from '#server/payments/provider-checks.ts'
import { sendRefunds } from '#server/refunds/refunds.ts'
import { databases } from '#tests/setup/databases.ts'
import { exportedData } from '#tests/setup/exports.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, conflictOf, faultsOf } from '#tests/setup/purchases.ts'
import {
  cancel,
  forStaff,
  happens,
  paidByCard,
  recordOf,
  STAFF_ADDRESS,
  subjectsTo,
  work,
} from './money-back.fixture.ts'
import { payments, record } from '#tests/api/trade-in/transfers.fixture.ts'
import { balanceLeftCents, depositLeftCents } from '#lib/payments/pay-options.ts'
import { app, db, mia, sam } from '#tests/setup/suite.ts'
import { cardShop, setUpCardShop } from '#tests/setup/shop-suite.ts'

const OPEN =
  'The customer’s bank disputes a payment of $1,000. Don’t hand over the car until this is decided. A manager needs to respond to the dispute with the card provider.'
const LOST =
  'The customer’s bank has taken back $1,000. Don’t hand over the car until the customer has paid again and a manager has recorded it.'

describe.each(databases)('a disputed payment on $name', (database) => {
  setUpCardShop(database)

  const handOver = (id: string) =>
    sam.call(advanceJourney, {
      params: { id },
      body: { event: 'handed-over', registration: 'NEW101' },
    })
  const agreed = (id: string) =>
    db
      .updateTable('purchase_journey')
      .set({ status: 'AGREEMENT' })
      .where('purchase_journey_id', '=', id)
      .execute()
  const settle = (disputeId: string, by = sam, status: 'LOST' | 'WON' = 'LOST') =>
    by.call(settleDispute, { params: { id: disputeId }, body: { note: 'Paid again', status } })
  const moneyOf = async (id: string) =>
    valueOf(await mia.call(getPurchaseJourney, { params: { id } })).paymentMetadata

  test('stops the hand-over, waits for staff and tells them, once', async () => {
    const { id, journey, page } = await paidByCard()
    await agreed(id)
    valueOf(await record(journey, journey.paymentMetadata.balanceCents))
    const logged = vi.spyOn(app.deps.log, 'error')
    await happens(page, 'dispute', 'twice')

    expect(logged.mock.calls).toMatchObject([[{ event: 'payment_disputed', reason: 'OPEN' }]])
    expect(conflictOf(await handOver(id)).message).toBe(OPEN)
    expect(await work('disputes')).toMatchObject([
      { purchaseJourneyId: id, amountCents: 100_000, detail: expect.stringMatching(/^Answer by /) },
    ])
    const told = (await subjectsTo(STAFF_ADDRESS)).filter((one) => one.includes('disputed'))
    expect(told).toHaveLength(1)
    expect(told[0]).toMatch(/^A payment of \$1,000 is disputed: TV-/)
    expect((await forStaff(id)).disputes).toMatchObject([
      { status: 'OPEN', reason: 'product not received', isWaiting: true },
    ])
    expect((await recordOf(id)).payments).toContainEqual(
      expect.objectContaining({ amountCents: 100_000, status: 'PAID', isDisputed: true }),
    )

    await happens(page, 'dispute-won')
    expect(await work('disputes')).toEqual([])
    expect(await subjectsTo(STAFF_ADDRESS)).toContainEqual(
      expect.stringMatching(/^We’ve won the dispute over \$1,000: /),
    )
    valueOf(await handOver(id))
  })

  test('is money owed once it is lost, until it is paid again and a manager says so', async () => {
    const { id, journey, page } = await paidByCard()
    await agreed(id)
    valueOf(await record(journey, journey.paymentMetadata.balanceCents))
    await happens(page, 'dispute')
    await happens(page, 'dispute-lost', 'twice')

    expect((await payments()).map(({ status }) => status).sort()).toEqual(['CHARGED_BACK', 'PAID'])
    const money = await moneyOf(id)
    expect(money).toMatchObject({ depositPaid: false, canPayDeposit: true })
    // What every page asks for is what the payment page takes.
    expect([depositLeftCents(money), balanceLeftCents(money)]).toEqual([100_000, 0])
    expect((await forStaff(id)).outstanding).toMatchObject({ depositCents: 100_000 })
    expect(await work('disputes')).toMatchObject([{ detail: 'Lost: the customer owes this again' }])
    expect(conflictOf(await handOver(id)).message).toBe(LOST)
    expect(await subjectsTo(STAFF_ADDRESS)).toContainEqual(
      expect.stringMatching(/^We’ve lost the dispute over \$1,000: /),
    )

    const [dispute] = (await forStaff(id)).disputes
    expect(faultsOf(await settle(dispute!.disputeId, mia))).toMatchObject({ status: 403 })
    valueOf(await settle(dispute!.disputeId))
    // Settled is not paid.
    expect(conflictOf(await handOver(id)).message).toBe('The deposit hasn’t been paid yet.')
    valueOf(await record(journey, 100_000, 'R2'))
    expect(await work('disputes')).toEqual([])
    valueOf(await handOver(id))
    expect((await forStaff(id)).events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['dispute-opened', 'dispute-lost', 'dispute-settled']),
    )
    expect((await exportedData(app, mia)).purchases.map(({ disputes }) => disputes)).toEqual([
      [
        {
          amountCents: 100_000,
          reason: 'product not received',
          status: 'LOST',
          openedAt: expect.any(String),
          closedAt: expect.any(String),
          settledAt: app.deps.now().toISOString(),
          note: 'Paid again',
        },
      ],
    ])
  })

  test('that is decided before its first notice comes ends as it was decided', async () => {
    const { id, page } = await paidByCard()
    await happens(page, 'dispute', 'never')
    await happens(page, 'dispute-won')
    expect((await forStaff(id)).disputes).toMatchObject([{ status: 'WON', isWaiting: false }])
    expect((await payments()).map(({ status }) => status)).toEqual(['PAID'])
  })

  test('that is lost, and won after all, counts again', async () => {
    const { id, page } = await paidByCard()
    await happens(page, 'dispute')
    await happens(page, 'dispute-lost')
    await happens(page, 'dispute-won')
    expect((await payments()).map(({ status }) => status)).toEqual(['PAID'])
    expect(await moneyOf(id)).toMatchObject({ depositPaid: true })
  })

  test('that is won counts for nothing where another was lost', async () => {
    const { id, page } = await paidByCard()
    await happens(page, 'dispute')
    await happens(page, 'dispute-lost')
    const lost = await db.selectFrom('dispute').selectAll().executeTakeFirstOrThrow()
    const other = { ...lost, dispute_id: 'another' }
    await db.insertInto('dispute').values(other).execute()
    await happens(page, 'dispute-won')
    expect((await payments()).map(({ status }) => status)).toEqual(['CHARGED_BACK'])
    expect(await moneyOf(id)).toMatchObject({ depositPaid: false })
  })

  test('waits for a provider that is away, and is heard of without its last notice', async () => {
    const { id, page } = await paidByCard()
    cardShop.breakProvider(true)
    await cardShop.atThePage(page, { outcome: 'dispute', notice: 'usual' })
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect((await forStaff(id)).disputes).toEqual([])
    cardShop.breakProvider(false)
    app.clock.advance(2 * 60_000)
    await runDueChecks(app.deps)
    expect((await forStaff(id)).disputes).toMatchObject([{ status: 'OPEN' }])

    await happens(page, 'dispute-won', 'never')
    app.clock.advance(60 * 60_000)
    await runDueChecks(app.deps)
    expect(await db.selectFrom('dispute').selectAll().execute()).toMatchObject([{ status: 'WON' }])
  })

  test('of a payment that we have not heard of settles that first', async () => {
    const { id, page } = await paidByCard()
    await db.updateTable('payment').set({ status: 'EXPIRED', provider_payment: null }).execute()
    await happens(page, 'dispute')
    await checkDuePayments(app.deps)
    expect((await payments()).map(({ status }) => status)).toEqual(['PAID'])
    expect((await forStaff(id)).disputes).toMatchObject([{ status: 'OPEN' }])
  })

  test('is never paid back twice: a refund waits for the bank, and ends with it', async () => {
    const { id, page } = await paidByCard()
    await happens(page, 'dispute')
    valueOf(await cancel({ id }))
    await sendRefunds(app.deps)
    expect(cardShop.provider((base) => base.prepare('select * from refund').all())).toEqual([])
    expect((await recordOf(id)).refunds).toMatchObject([{ state: 'ARRANGED' }])

    await happens(page, 'dispute-lost')
    app.clock.advance(60 * 60_000)
    await sendRefunds(app.deps)
    expect(cardShop.provider((base) => base.prepare('select * from refund').all())).toEqual([])
    // The customer was to have the money anyway.
    expect(await db.selectFrom('dispute').selectAll().execute()).toMatchObject([{ is_waiting: 0 }])
    mia.call = (await arrive(app)).call
    expect((await recordOf(id)).refunds).toMatchObject([{ state: 'RETURNED' }])
  })

  test.each([
    ['before the purchase ends', true],
    ['after the purchase has ended', false],
  ])('lost over a part %s goes back less that part', async (_, isFirst) => {
    const { id, page } = await paidByCard()
    const lost = async () => {
      await happens(page, 'dispute')
      cardShop.provider((base) => base.prepare('update dispute set amount_cents = 40000').run())
      await happens(page, 'dispute-lost')
    }
    if (isFirst) await lost()
    mia.call = (await arrive(app)).call
    valueOf(await cancel({ id }))
    if (!isFirst) await lost()
    const refunds = await db.selectFrom('refund').selectAll().execute()
    expect(refunds).toMatchObject([{ amount_cents: 60_000 }])
    if (isFirst) {
      const { messages } = valueOf(await app.browser()(listDemoMail, { query: {} }))
      const cancelled = messages.find(({ text }) => text.includes('We’re refunding your'))
      expect(cancelled?.text).toContain('We’re refunding your $600 the same way you paid.')
    }
  })

  test('won after all, when the rest has gone back, waits for staff to send the customer that part', async () => {
    const { id, page } = await paidByCard()
    await happens(page, 'dispute')
    cardShop.provider((base) => base.prepare('update dispute set amount_cents = 40000').run())
    await happens(page, 'dispute-lost')
    mia.call = (await arrive(app)).call
    valueOf(await cancel({ id }))
    // As if the provider had sent the rest: the simulator refunds nothing of a disputed payment.
    const done = {
      status: 'DONE',
      reference: 're_1',
      done_at: app.deps.now().toISOString(),
    } as const
    await db.updateTable('refund').set(done).execute()
    const [lost] = (await forStaff(id)).disputes
    valueOf(await settle(lost!.disputeId))
    expect(await work('disputes')).toEqual([])

    await happens(page, 'dispute-won')
    expect((await forStaff(id)).refunds).toMatchObject([{ amountCents: 60_000, status: 'DONE' }])
    expect(await work('disputes')).toMatchObject([
      { amountCents: 40_000, detail: 'Won after the refund: send the customer this, too' },
    ])
    expect(conflictOf(await settle(lost!.disputeId)).message).toContain('is won now')
    // An account waits for the money that its customer has yet to get.
    const at = '2026-11-20T00:00:00.000Z'
    await insertDeletion(db, { customer_id: mia.customerId, requested_at: at, due_at: at })
    const due = () => dueDeletions(db, app.deps.now().toISOString(), 10)
    expect(await due()).toEqual([])
    valueOf(await settle(lost!.disputeId, sam, 'WON'))
    expect(await work('disputes')).toEqual([])
    expect(await due()).toEqual([mia.customerId])
  })

  test('sends its refund once the bank decides for us', async () => {
    const { id, page } = await paidByCard()
    await happens(page, 'dispute')
    valueOf(await cancel({ id }))
    await sendRefunds(app.deps)
    await happens(page, 'dispute-won')
    await sendRefunds(app.deps)
    expect((await recordOf(id)).refunds).toMatchObject([{ state: 'SENT' }])
    expect(cardShop.provider((base) => base.prepare('select * from refund').all())).toHaveLength(1)
  })

  test('lets no person send back what the bank may give back', async () => {
    const { id, page } = await paidByCard()
    await happens(page, 'refunds-wait', 'never')
    valueOf(await cancel({ id }))
    await sendRefunds(app.deps)
    await happens(page, 'refund-fails')
    await happens(page, 'dispute')
    const [refund] = (await forStaff(id)).refunds
    const again = await sam.call(repeatRefund, { params: { id: refund!.refundId } })
    expect(conflictOf(again).message).toMatch(/^The customer’s bank is deciding on this payment/)
  })
})
