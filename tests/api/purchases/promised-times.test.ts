import { describe, expect, test } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { cancelPurchase, getPurchaseJourney, getPurchaseRecord } from '#lib/purchases/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { recordReceipt } from '#lib/payments/calls.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import { fillBackorders } from '#server/purchases/backorders.ts'
import { saleAgreementText } from '#server/agreements/agreement-text.ts'
import { findDeal } from '#server/journeys/deal.ts'
import { findJourney } from '#server/journeys/queries.ts'
import { expire } from '#server/upkeep/expiry.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirmed } from '#tests/setup/purchases.ts'
import { app, db, mia, restart, sam, signInAgain } from '#tests/setup/suite.ts'
import { bought, oneCar, setUpWaiting } from './waiting.fixture.ts'

describe.each(databases)('the days that a buyer was promised, on $name', (database) => {
  setUpWaiting(database)

  const restartWith = async (overrides: Parameters<typeof restart>[0]) => {
    restart(overrides)
    app.clock.advance(DAY_MS)
    await signInAgain()
  }
  const cancel = (id: string) => mia.call(cancelPurchase, { params: { id } })
  const untilOf = async (id: string) => {
    const { cancellation } = valueOf(await mia.call(getPurchaseRecord, { params: { id } }))
    const { cancelUntil } = valueOf(await mia.call(getPurchaseJourney, { params: { id } })).metadata
    expect(cancelUntil ?? null).toBe(cancellation.until)
    return cancellation.until
  }

  test('to cancel stay those of the confirmed terms, also in the agreement, when CANCEL_DAYS is lowered', async () => {
    const { id, metadata } = await confirmed(mia)
    const until = '2026-11-26T10:59:59.999Z'
    expect(metadata.cancelUntil).toBe(until)
    await restartWith({ env: { CANCEL_DAYS: '0' } })
    expect(await untilOf(id)).toBe(until)
    const deal = await findDeal(db, (await findJourney(db, id))!)
    expect(await saleAgreementText(app.deps, db, deal)).toContain('within 3 days of confirming')
    expect(valueOf(await cancel(id)).metadata.cancelUntil).toBeUndefined()
  })

  test('and no more where it is raised', async () => {
    const { id } = await confirmed(mia)
    await restartWith({ env: { CANCEL_DAYS: '30' } })
    app.clock.advance(3 * DAY_MS)
    await signInAgain()
    expect(await cancel(id)).toMatchObject({ failure: { status: 409 } })
  })

  test('to cancel end with the last of them in New Zealand, as the page says before it is signed', async () => {
    const { id } = await confirmed(mia)
    app.clock.atMs = Date.parse('2026-11-26T10:59:59.999Z')
    await signInAgain()
    valueOf(await cancel(id))
  })

  test('are none where CANCEL_DAYS is 0', async () => {
    restart({ env: { CANCEL_DAYS: '0' } })
    await signInAgain()
    const { id } = await confirmed(mia)
    app.clock.advance(1)
    expect(await cancel(id)).toMatchObject({ failure: { status: 409 } })
  })

  test('begin when there is a car', async () => {
    const id = await bought()
    expect(await untilOf(id)).toBeNull()
    await restartWith({ env: { CANCEL_DAYS: '1' } })
    await oneCar()
    await fillBackorders(app.deps)
    expect(await untilOf(id)).toBe('2026-11-27T10:59:59.999Z')
  })

  test('of a reservation stay those it began with', async () => {
    const env = { FEATURE_RESERVATIONS: 'on' }
    restart({ env })
    await signInAgain()
    const { id, metadata } = await confirmed(mia, { payOption: 'RESERVATION' })
    expect(metadata.cancelUntil).toBe('2026-12-07T10:59:59.999Z')
    const body = { source: 'BANKTRF' as const, amountCents: 50_000, reference: 'R-1' }
    valueOf(await sam.call(recordReceipt, { params: { id }, body }))
    const financeProducts = catalogue.financeProducts.map((product) =>
      product.kind === 'RESERVATION' ? { ...product, holdDays: 1 } : product,
    )
    await restartWith({ env, deps: { catalogue: { ...catalogue, financeProducts } } })
    app.clock.advance(13 * DAY_MS)
    await expire(app.deps)
    const statusOf = async () => (await findJourney(db, id))!.status
    expect(await statusOf()).toBe('CONFIRMED')
    app.clock.advance(DAY_MS)
    await expire(app.deps)
    expect(await statusOf()).toBe('EXPIRED')
    const { messages } = valueOf(
      await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
    )
    expect(messages[0]!.text).toContain('was reserved for you for 14 days')
  })

  test('and so does the price of an extra kilometre in the agreement', async () => {
    const { id, currentQuote } = await confirmed(mia, { payOption: 'LEASELC' })
    const financeProducts = catalogue.financeProducts.map((product) =>
      product.kind === 'LEASE'
        ? { ...product, excessKmCents: product.excessKmCents + 25 }
        : product,
    )
    const deal = await findDeal(db, (await findJourney(db, id))!)
    const deps = { ...app.deps, catalogue: { ...catalogue, financeProducts } }
    expect(await saleAgreementText(deps, db, deal)).toContain(
      `Each extra kilometre costs ${formatMoney(currentQuote.finance!.excessKmCents!)}`,
    )
  })
})
