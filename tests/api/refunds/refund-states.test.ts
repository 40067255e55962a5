import { describe, expect, test } from 'vitest'
import { completeRefund, decideReview, repeatRefund } from '#lib/payments/calls.ts'
import { runDueChecks } from '#server/payments/provider-checks.ts'
import { sendRefunds } from '#server/refunds/refunds.ts'
import { settlePayment } from '#server/payments/settle.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirmed, conflictOf } from '#tests/setup/purchases.ts'
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
import { payByCard, payments } from '#tests/api/trade-in/transfers.fixture.ts'
import { app, db, mia, sam } from '#tests/setup/suite.ts'
import { cardShop, setUpCardShop } from '#tests/setup/shop-suite.ts'

const CUSTOMER = 'customer@demo.example'
const SENT = 'We’ve refunded $1,000'
const FAILED = 'Your refund of $1,000 didn’t go through'

describe.each(databases)('what we say of a refund on $name', (database) => {
  setUpCardShop(database)

  const stateOf = async (id: string) => (await recordOf(id)).refunds.map(({ state }) => state)
  const statuses = async () => (await payments()).map(({ status }) => status)
  const mails = async () =>
    (await subjectsTo(CUSTOMER)).filter((subject) => [SENT, FAILED].includes(subject))
  const made = () => cardShop.provider((base) => base.prepare('select * from refund').all())
  const refundOf = async (id: string) => (await forStaff(id)).refunds[0]!
  const repeat = async (id: string) =>
    sam.call(repeatRefund, { params: { id: (await refundOf(id)).refundId } })

  /** A cancelled purchase whose refund the provider has taken, and not sent. */
  async function onItsWay() {
    const paid = await paidByCard()
    await happens(paid.page, 'refunds-wait', 'never')
    valueOf(await cancel(paid))
    expect(await stateOf(paid.id)).toEqual(['ARRANGED'])
    await sendRefunds(app.deps)
    return paid
  }

  test('it is on its way while the provider says so, and sent only then', async () => {
    const { id, page } = await onItsWay()
    expect(await stateOf(id)).toEqual(['ON_ITS_WAY'])
    expect(await statuses()).toEqual(['PAID'])
    expect(await mails()).toEqual([])
    expect(conflictOf(await repeat(id)).message).toMatch(/^You can’t repeat this refund/)

    await happens(page, 'refund-arrives', 'twice')
    expect(await stateOf(id)).toEqual(['SENT'])
    expect(await statuses()).toEqual(['REFUNDED'])
    expect(await mails()).toEqual([SENT])
  })

  test('its end is heard of without a notice', async () => {
    const { id, page } = await onItsWay()
    await happens(page, 'refund-arrives', 'never')
    app.clock.advance(60 * 60_000)
    await runDueChecks(app.deps)
    expect(await db.selectFrom('refund').select('status').execute()).toEqual([{ status: 'DONE' }])
    expect(await statuses()).toEqual(['REFUNDED'])
    expect(id).toBeTruthy()
  })

  test('one that failed waits for staff, who repeat it', async () => {
    const { id, page } = await onItsWay()
    await happens(page, 'refund-fails', 'twice')
    expect(await stateOf(id)).toEqual(['FAILED'])
    expect(await mails()).toEqual([FAILED])
    const [told, ...others] = await subjectsTo(STAFF_ADDRESS)
    expect(told).toMatch(/^A refund of \$1,000 didn’t go through: TV-/)
    expect(others).toEqual([])
    expect(await work('refunds')).toMatchObject([
      { amountCents: 100_000, detail: 'Didn’t go through: lost or stolen card' },
    ])

    cardShop.provider((base) => base.exec('delete from refund_plan'))
    expect(valueOf(await repeat(id))).toMatchObject({ status: 'DUE', failure: null })
    expect(await work('refunds')).toEqual([])
    await sendRefunds(app.deps)
    expect(await stateOf(id)).toEqual(['SENT'])
    expect(await mails()).toEqual([FAILED, SENT])
    expect(made()).toHaveLength(2)
    // The late word about the first one changes nothing.
    await happens(page, 'refund-fails', 'never')
    cardShop.provider((base) => base.exec(`update refund_state set status = 'succeeded'`))
    await runDueChecks(app.deps)
    expect(await stateOf(id)).toEqual(['SENT'])
  })

  test('one that a bank returns weeks later is not sent any more', async () => {
    const paid = await paidByCard()
    valueOf(await cancel(paid))
    await sendRefunds(app.deps)
    expect(await statuses()).toEqual(['REFUNDED'])
    await happens(paid.page, 'refund-fails')
    expect(await stateOf(paid.id)).toEqual(['FAILED'])
    expect(await statuses()).toEqual(['PAID'])
    expect(await mails()).toEqual([SENT, FAILED])
  })

  test('staff who transfer the money record that, and the provider has no more to say', async () => {
    const { id, page } = await onItsWay()
    await happens(page, 'refund-fails')
    const { refundId, amountCents } = await refundOf(id)
    const complete = (reference = 'B-77', cents = amountCents) => {
      const body = { reference, amountCents: cents }
      return sam.call(completeRefund, { params: { id: refundId }, body })
    }
    expect(conflictOf(await complete('B-77', amountCents - 1)).message).toContain('The amount to')
    expect(valueOf(await complete())).toMatchObject({ status: 'DONE' })
    expect(valueOf(await complete())).toMatchObject({ status: 'DONE' })
    // Someone who has transferred it as well is told so.
    expect(conflictOf(await complete('B-78')).message).toContain('already complete, under the ref')
    expect(await mails()).toEqual([FAILED, SENT])
    await happens(page, 'refund-fails')
    expect(await stateOf(id)).toEqual(['SENT'])
    expect(await statuses()).toEqual(['REFUNDED'])
  })

  test('a notice that overtakes the answer to our own question counts', async () => {
    const paid = await paidByCard()
    await happens(paid.page, 'refunds-wait', 'never')
    valueOf(await cancel(paid))
    const { card } = app.deps
    Object.assign(app.deps, {
      card: {
        ...card,
        async refund(order: Parameters<typeof card.refund>[0]) {
          const answer = await card.refund(order)
          Object.assign(app.deps, { card })
          await happens(paid.page, 'refund-arrives')
          return answer
        },
      },
    })
    await sendRefunds(app.deps)
    expect(await stateOf(paid.id)).toEqual(['SENT'])
    expect(await mails()).toEqual([SENT])
  })

  test('a payment under review that is sent back goes back by its provider', async () => {
    const journey = await confirmed(mia)
    const { paymentId } = await payByCard(journey)
    // The provider has taken another amount than was asked for.
    cardShop.provider((base) => base.exec('update session set amount_cents = 99900'))
    await settlePayment(app.deps, paymentId)
    expect((await forStaff(journey.id)).payments).toMatchObject([
      {
        status: 'NEEDS_REVIEW',
        receivedCents: 99_900,
        providerPayment: expect.stringMatching(/^pi_/),
      },
    ])
    const decide = (outcome: 'RECEIVED' | 'SEND_BACK') =>
      sam.call(decideReview, { params: { id: journey.id }, body: { paymentId, outcome } })
    expect(conflictOf(await decide('RECEIVED')).message).toBe(
      '$999 is not the amount that is due now. Send the money back instead.',
    )
    valueOf(await decide('SEND_BACK'))
    await sendRefunds(app.deps)
    expect(made()).toMatchObject([{ amount_cents: 99_900 }])
    expect(await stateOf(journey.id)).toEqual(['SENT'])
  })

  test('a payout is stored as the provider says, and one that failed is reported to staff once', async () => {
    const { page } = await paidByCard()
    await happens(page, 'payout', 'twice')
    expect(await db.selectFrom('payout').selectAll().execute()).toMatchObject([
      { amount_cents: 100_000, status: 'paid', failure: null },
    ])
    await happens(page, 'payout-fails', 'twice')
    expect(await subjectsTo(STAFF_ADDRESS)).toEqual(['A payout of $1,000 to our account failed'])
  })
})
