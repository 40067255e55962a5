import { describe, expect, test } from 'vitest'
import { settleDispute } from '#lib/payments/calls.ts'
import { getPurchaseJourney } from '#lib/purchases/calls.ts'
import { transact } from '#server/platform/mail/outbox.ts'
import { applyDispute } from '#server/refunds/disputes.ts'
import { sendRefunds } from '#server/refunds/refunds.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { cancel, happens, paidByCard, work } from './money-back.fixture.ts'
import { payments } from '#tests/api/trade-in/transfers.fixture.ts'
import { app, db, mia, sam } from '#tests/setup/suite.ts'
import { cardShop, setUpCardShop } from '#tests/setup/shop-suite.ts'

describe.each(databases)('a dispute of part of a payment on $name', (database) => {
  setUpCardShop(database)

  const settle = (disputeId: string) =>
    sam.call(settleDispute, {
      params: { id: disputeId },
      body: { note: 'Paid again', status: 'LOST' },
    })
  const moneyOf = async (id: string) =>
    valueOf(await mia.call(getPurchaseJourney, { params: { id } })).paymentMetadata

  test('that takes the rest of what another has taken in part takes the whole', async () => {
    const { id, page } = await paidByCard()
    await happens(page, 'dispute')
    await db.updateTable('dispute').set({ dispute_id: 'part', amount_cents: 40_000 }).execute()
    await db.updateTable('dispute').set({ status: 'LOST' }).execute()
    const row = await db.selectFrom('dispute').selectAll().executeTakeFirstOrThrow()
    const ends = (status: 'LOST' | 'WON') =>
      transact(app.deps, (trx) =>
        applyDispute(app.deps, trx, {
          disputeId: 'rest',
          paymentId: row.payment_id,
          providerPayment: null,
          amountCents: 60_000,
          currency: 'nzd',
          providerStatus: '',
          reason: 'fraudulent',
          status,
          respondBy: null,
          openedAt: row.opened_at,
        }),
      )
    await ends('LOST')
    expect((await payments()).map(({ status }) => status)).toEqual(['CHARGED_BACK'])
    expect(await moneyOf(id)).toMatchObject({ depositPaid: false })
    for (const one of ['part', 'rest']) valueOf(await settle(one))
    expect(await work('disputes')).toEqual([])
    await ends('WON')
    expect((await payments()).map(({ status }) => status)).toEqual(['PAID'])
    expect(await work('disputes')).toMatchObject([{ id: 'part', amountCents: 40_000 }])
  })

  test('that is lost while a refund waits, leaves the rest to send by hand', async () => {
    const { id, page } = await paidByCard()
    await happens(page, 'refunds-wait', 'never')
    await cancel({ id })
    await sendRefunds(app.deps)
    await happens(page, 'dispute')
    cardShop.provider((base) => base.prepare('update dispute set amount_cents = 40000').run())
    await happens(page, 'dispute-lost')
    await happens(page, 'refund-fails')
    expect(await work('refunds')).toMatchObject([{ amountCents: 60_000 }])
  })
})
