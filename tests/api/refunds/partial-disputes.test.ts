import { describe, expect, test } from 'vitest'
import { settleDispute } from '#lib/payments/calls.ts'
import { getPurchaseJourney } from '#lib/purchases/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import type { CardDispute } from '#server/providers/card/card-provider.ts'
import { transact } from '#server/platform/mail/outbox.ts'
import { applyDispute } from '#server/refunds/disputes.ts'
import { sendRefunds } from '#server/refunds/refunds.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { cancel, happens, paidByCard, STAFF_ADDRESS, work } from './money-back.fixture.ts'
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

  const decide = (
    dispute: Pick<CardDispute, 'disputeId' | 'paymentId' | 'amountCents' | 'status'>,
  ) =>
    transact(app.deps, (trx) =>
      applyDispute(app.deps, trx, {
        ...dispute,
        providerPayment: null,
        currency: 'nzd',
        providerStatus: '',
        reason: 'fraudulent',
        respondBy: null,
        openedAt: app.deps.now().toISOString(),
      }),
    )

  test('that takes the rest of what another has taken in part takes the whole', async () => {
    const { id, page } = await paidByCard()
    await happens(page, 'dispute')
    await db.updateTable('dispute').set({ dispute_id: 'part', amount_cents: 40_000 }).execute()
    await db.updateTable('dispute').set({ status: 'LOST' }).execute()
    const row = await db.selectFrom('dispute').selectAll().executeTakeFirstOrThrow()
    const ends = (status: 'LOST' | 'WON') =>
      decide({ disputeId: 'rest', paymentId: row.payment_id, amountCents: 60_000, status })
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
    for (const to of [STAFF_ADDRESS, 'customer@demo.example']) {
      const { messages } = valueOf(await app.browser()(listDemoMail, { query: { to } }))
      const [failed] = messages.filter(({ subject }) => /go through/.test(subject))
      expect(failed!.subject + failed!.text).toContain('$600')
      expect(failed!.subject + failed!.text).not.toContain('$1,000')
    }
  })

  test('that is won after a refund of the rest, is not sent twice where that fails', async () => {
    const { id, page, paymentId } = await paidByCard()
    const part = { disputeId: 'part', paymentId, amountCents: 40_000 }
    await decide({ ...part, status: 'LOST' })
    await happens(page, 'refunds-wait', 'never')
    await cancel({ id })
    await sendRefunds(app.deps)
    await decide({ ...part, status: 'WON' })
    expect(await work('disputes')).toMatchObject([{ amountCents: 40_000 }])
    await happens(page, 'refund-fails')
    expect(await work('disputes')).toMatchObject([{ amountCents: 40_000 }])
    expect(await work('refunds')).toMatchObject([{ amountCents: 60_000 }])
  })

  test('that staff have settled stays settled where the rest is lost, and won after all', async () => {
    const { paymentId } = await paidByCard()
    const ends = (disputeId: string, amountCents: number, status: 'LOST' | 'WON') => {
      app.clock.advance(1_000)
      return decide({ disputeId, paymentId, amountCents, status })
    }
    await ends('part', 40_000, 'LOST')
    valueOf(await settle('part'))
    await ends('rest', 60_000, 'LOST')
    await ends('rest', 60_000, 'WON')
    expect(await work('disputes')).toEqual([])
  })

  test('that is won after the refund and sent by staff, is not part of what goes back later', async () => {
    const { id, page, paymentId } = await paidByCard()
    const dispute = (disputeId: string, amountCents: number, status: CardDispute['status']) =>
      decide({ disputeId, paymentId, amountCents, status })
    await dispute('part', 40_000, 'LOST')
    await happens(page, 'refunds-wait', 'never')
    await cancel({ id })
    await sendRefunds(app.deps)
    await dispute('part', 40_000, 'WON')
    const body = { note: 'Sent $400 by transfer', status: 'WON' } as const
    valueOf(await sam.call(settleDispute, { params: { id: 'part' }, body }))
    await dispute('rest', 60_000, 'OPEN')
    await happens(page, 'refund-fails')
    await dispute('rest', 60_000, 'WON')
    expect(await db.selectFrom('refund').select(['status', 'amount_cents']).execute()).toEqual([
      { status: 'DUE', amount_cents: 60_000 },
    ])
  })
})
