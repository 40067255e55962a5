import { describe, expect, test } from 'vitest'
import { acceptAgreement, getAgreement, issueAgreement } from '#lib/purchases/agreement-calls.ts'
import { settleDispute } from '#lib/payments/calls.ts'
import { advanceJourney } from '#lib/purchases/staff-calls.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import { eraseDueAccounts } from '#server/customers/account-deletion.ts'
import { insertDeletion } from '#server/customers/deletion-queries.ts'
import { transact } from '#server/platform/mail/outbox.ts'
import { applyDispute } from '#server/refunds/disputes.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { pricesMove } from '#tests/api/purchases/price-promise.fixture.ts'
import { payments, record } from '#tests/api/trade-in/transfers.fixture.ts'
import { app, db, mia, sam } from '#tests/setup/suite.ts'
import { setUpCardShop } from '#tests/setup/shop-suite.ts'
import { forStaff, paidByCard, work } from './money-back.fixture.ts'

describe.each(databases)('a part of what a bank took back, on $name', (database) => {
  setUpCardShop(database)

  /** A purchase that is paid, whose deposit of $1,000 the bank then takes back; $600 of it come by transfer. */
  async function partlyPaidAgain(when: 'before the hand-over' | 'after the hand-over') {
    const { id, paymentId } = await paidByCard()
    const params = { id }
    valueOf(await record({ id }, 4_414_000, 'BALANCE'))
    valueOf(await sam.call(issueAgreement, { params }))
    const { agreementId } = valueOf(await mia.call(getAgreement, { params }))
    const body = { agreementId, isAccepted: true as const, name: 'Mia Harris' }
    valueOf(await mia.call(acceptAgreement, { params, body }))
    await db.updateTable('purchase_journey').set({ delivery_status: 'AVAIL4PKUP' }).execute()
    if (when === 'after the hand-over') valueOf(await handOver(id))
    const decide = (status: 'LOST' | 'WON') =>
      transact(app.deps, (trx) =>
        applyDispute(app.deps, trx, {
          disputeId: 'd1',
          paymentId,
          providerPayment: null,
          amountCents: 100_000,
          currency: 'nzd',
          providerStatus: '',
          reason: 'fraudulent',
          status,
          respondBy: null,
          openedAt: app.deps.now().toISOString(),
        }),
      )
    await decide('LOST')
    app.clock.advance(60_000)
    valueOf(await record({ id }, 60_000, 'PART'))
    return { id, decide }
  }
  const handOver = async (id: string) => {
    const { journey } = await forStaff(id)
    const body = { event: 'handed-over', registration: 'NEW123' } as const
    return sam.call(advanceJourney, { params: { id }, body, ifMatch: `"v${journey.version}"` })
  }
  const writeOff = () =>
    sam.call(settleDispute, {
      params: { id: 'd1' },
      body: { note: 'The rest is written off', status: 'LOST' },
    })

  test.each(['before the hand-over', 'after the hand-over'] as const)(
    'is money to check once the bank gives the whole back %s',
    async (when) => {
      const { decide } = await partlyPaidAgain(when)
      await decide('WON')
      expect(await work('transfers')).toMatchObject([{ amountCents: 60_000 }])
      expect(await payments()).toMatchObject([
        { status: 'PAID' },
        { status: 'PAID' },
        { status: 'NEEDS_REVIEW', received_cents: 60_000 },
      ])
    },
  )

  test('holds up no deletion of an account where the rest is written off', async () => {
    await partlyPaidAgain('after the hand-over')
    valueOf(await writeOff())
    const at = app.deps.now().toISOString()
    await insertDeletion(db, { customer_id: mia.customerId, requested_at: at, due_at: at })
    app.clock.advance(DAY_MS)
    await eraseDueAccounts(app.deps)
    expect(await db.selectFrom('account_deletion').select('done_at').execute()).toEqual([
      { done_at: app.deps.now().toISOString() },
    ])
  })

  test('pays it where the price drops by the rest or more', async () => {
    const { id } = await partlyPaidAgain('before the hand-over')
    await pricesMove(-50_000)
    expect((await forStaff(id)).outstanding).toMatchObject({ depositCents: 0, balanceCents: 0 })
    expect((await payments()).at(-1)).toMatchObject({ status: 'PAID', amount_cents: 60_000 })
    valueOf(await writeOff())
    valueOf(await handOver(id))
  })
})
