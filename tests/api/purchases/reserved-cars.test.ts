import { describe, expect, test } from 'vitest'
import { getPurchaseJourney } from '#lib/purchases/calls.ts'
import { recordReceipt } from '#lib/payments/calls.ts'
import type { QuoteRequest } from '#lib/quotes/shapes.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, confirmed, confirming, ready } from '#tests/setup/purchases.ts'
import { app, mia, sam, setUpSignedIn, signInAgain } from '#tests/setup/suite.ts'
import { oneCar, RARE, stock } from './waiting.fixture.ts'

describe.each(databases)('the purchase of a reserved car on $name', (database) => {
  setUpSignedIn(database, { env: { FEATURE_RESERVATIONS: 'on' } })

  const reserved = async (car: Partial<QuoteRequest> = {}) => {
    const { id } = await confirmed(mia, { ...car, payOption: 'RESERVATION' })
    const body = { source: 'BANKTRF', amountCents: 50_000, reference: `R-${id}` } as const
    valueOf(await sam.call(recordReceipt, { params: { id }, body }))
    return id
  }
  const later = async () => {
    app.clock.advance(DAY_MS)
    await signInAgain()
  }
  const shown = async ({ id }: { id: string }, by = mia) =>
    valueOf(await by.call(getPurchaseJourney, { params: { id } })).delivery

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
