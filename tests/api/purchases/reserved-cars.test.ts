import { describe, expect, test } from 'vitest'
import { getPurchaseJourney, getPurchaseRecord } from '#lib/purchases/calls.ts'
import { recordDelivery } from '#lib/purchases/delivery-calls.ts'
import { getPurchaseForStaff } from '#lib/purchases/staff-calls.ts'
import { recordReceipt } from '#lib/payments/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { isTooLate } from '#lib/catalogue/delivery.ts'
import { saleAgreementText } from '#server/agreements/agreement-text.ts'
import { findDeal } from '#server/journeys/deal.ts'
import { findJourney } from '#server/journeys/queries.ts'
import type { QuoteRequest } from '#lib/quotes/shapes.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, confirmed, confirming, ready } from '#tests/setup/purchases.ts'
import { app, db, mia, sam, setUpSignedIn, signInAgain } from '#tests/setup/suite.ts'
import { oneCar, RARE, stock } from './waiting.fixture.ts'

describe.each(databases)('the purchase of a reserved car on $name', (database) => {
  setUpSignedIn(database, { env: { FEATURE_RESERVATIONS: 'on' } })

  const reserved = async (car: Partial<QuoteRequest> = {}) => {
    const { id } = await confirmed(mia, { ...car, payOption: 'RESERVATION' })
    const body = { source: 'BANKTRF', amountCents: 50_000, reference: `R-${id}` } as const
    valueOf(await sam.call(recordReceipt, { params: { id }, body }))
    return id
  }
  const later = async (days = 1) => {
    app.clock.advance(days * DAY_MS)
    await signInAgain()
  }
  const tell = async (
    id: string,
    body: Parameters<typeof sam.call<typeof recordDelivery>>[1]['body'],
  ) => valueOf(await sam.call(recordDelivery, { params: { id }, body }))
  const deliveryOf = async (id: string) =>
    valueOf(await mia.call(getPurchaseRecord, { params: { id } })).delivery
  const shown = async ({ id }: { id: string }, by = mia) =>
    valueOf(await by.call(getPurchaseJourney, { params: { id } })).delivery
  const agreementOf = async (id: string) =>
    saleAgreementText(app.deps, db, await findDeal(db, (await findJourney(db, id))!))
  const lastMail = async () => {
    const query = { to: 'customer@demo.example' }
    const { messages } = valueOf(await app.browser()(listDemoMail, { query }))
    return messages.find(({ subject }) => subject.startsWith('Your purchase is confirmed'))!.text
  }

  test('keeps the days that its dealer has told the customer, and those before', async () => {
    await db.updateTable('stock').set({ quantity: 0 }).execute()
    const reservation = await reserved()
    const first = (await deliveryOf(reservation)).estimate!
    await later()
    const june = { from: '2027-06-01', to: '2027-06-20' }
    await tell(reservation, { estimate: june, note: 'The factory is three months late.' })
    const told = await deliveryOf(reservation)
    await later()
    const { id } = await confirmed(mia)
    const { estimates, ...delivery } = await deliveryOf(id)
    expect(delivery).toEqual({ status: 'ONORDER', history: told.history, estimate: june })
    expect(estimates).toMatchObject([first, { ...june, note: 'The factory is three months late.' }])
    expect(isTooLate(estimates)).toBe(true)
    expect(await agreementOf(id)).toMatch(/Ready to collect\t1\sto\s20\sJune\s2027/)
    expect(await lastMail()).toMatch(/Expected: 1\sto\s20\sJune\s2027/)
    expect(await lastMail()).toContain('to keep your order')

    // Further news is of the purchase only.
    await tell(id, { deliveryStatus: 'SHIPPED' })
    expect((await deliveryOf(id)).history.map(({ status }) => status)).toEqual([
      'ONORDER',
      'SHIPPED',
    ])
    const ended = valueOf(await sam.call(getPurchaseForStaff, { params: { id: reservation } }))
    expect(ended.delivery).toEqual({ ...told, estimate: null })
  })

  test.each([
    ['a stage it reached', { deliveryStatus: 'DISPATCHED' }],
    ['days that its dealer told', { estimate: { from: '2026-11-26', to: '2026-11-28' } }],
  ] as const)('is never ready before it is bought, whatever %s', async (_, news) => {
    await db.updateTable('stock').set({ quantity: 0 }).execute()
    await tell(await reserved(), news)
    await later(12)
    const purchase = await ready(mia)
    const days = await shown(purchase)
    expect(days!.from > '2026-12-05').toBe(true)
    expect(valueOf(await confirming(mia, purchase)).delivery).toEqual(days)
  })

  test('is ready once the reserved car is', async () => {
    await db.updateTable('stock').set({ quantity: 0 }).execute()
    const reservation = await reserved()
    await later()
    await tell(reservation, { deliveryStatus: 'AVAIL4PKUP' })
    const purchase = await ready(mia)
    expect(await shown(purchase)).toBeUndefined()
    const bought = valueOf(await confirming(mia, purchase))
    expect(bought.metadata.deliveryStatus).toBe('AVAIL4PKUP')
    const { history } = await deliveryOf(purchase.id)
    expect(history.map(({ status }) => status)).toEqual(['ONORDER', 'AVAIL4PKUP'])
    expect(await agreementOf(purchase.id)).toContain('Ready to collect\tNow')
    expect(await lastMail()).toContain('to keep your car reserved')
  })

  test('shows the days of that car before it is confirmed, though no other is left', async () => {
    await stock(0)
    await oneCar()
    await reserved(RARE)
    await later()
    const purchase = await ready(mia, RARE)
    const days = await shown(purchase)
    expect(days).toEqual({ from: '2026-12-01', to: '2026-12-08' })
    // Neither another customer nor another reservation gets it.
    const other = await arrive(app, 'company@demo.example')
    expect(await shown(await ready(other, RARE), other)).toBeNull()
    expect(await shown(await ready(mia, { ...RARE, payOption: 'RESERVATION' }))).toBeNull()
    expect(valueOf(await confirming(mia, purchase)).delivery).toEqual(days)
    // It was the only one.
    expect(await shown(await ready(mia, RARE))).toBeNull()
  })

  test('shows that of other cars while the fee is not paid, and once the reservation is over', async () => {
    await stock(0)
    await oneCar()
    const { id } = await confirmed(mia, { ...RARE, payOption: 'RESERVATION' })
    await later()
    const purchase = await ready(mia, RARE)
    expect(await shown(purchase)).toBeNull()
    const body = { source: 'BANKTRF', amountCents: 50_000, reference: 'R-1' } as const
    valueOf(await sam.call(recordReceipt, { params: { id }, body }))
    expect(await shown(purchase)).not.toBeNull()
    app.clock.advance(14 * DAY_MS)
    await signInAgain()
    expect(await shown(purchase)).toBeNull()
  })
})
