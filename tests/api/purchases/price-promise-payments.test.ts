import { describe, expect, test } from 'vitest'
import { getPurchaseRecord } from '#lib/purchases/calls.ts'
import { addPurchaseNote, advanceJourney } from '#lib/purchases/staff-calls.ts'
import { addDays } from '#lib/shared/dates.ts'
import { HOUR_MS, MINUTE_MS } from '#lib/shared/durations.ts'
import { handOverCar } from '#server/delivery/complete.ts'
import { keepPricePromises, keepPromise } from '#server/purchases/price-promise.ts'
import { AN_ATTEMPT } from '#tests/builders/payment-row.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirmed, conflictOf } from '#tests/setup/purchases.ts'
import { bought } from '#tests/api/finance/credit.fixture.ts'
import { app, db, mia, sam, setUpSignedIn, signInAgain } from '#tests/setup/suite.ts'
import {
  expectSums,
  journey,
  mails,
  pay,
  priceOf,
  pricesMove,
  shopAt,
  work,
} from './price-promise.fixture.ts'

/** A payment of the balance at the bank's page. */
const ONLINE = {
  ...AN_ATTEMPT,
  type: 'BALANCE',
  amount_cents: 4_414_000,
  status: 'PENDING',
} as const

describe.each(databases)('the price promise and payments on $name', (database) => {
  setUpSignedIn(database)

  test('what is paid beyond the lower price goes back at the hand-over', async () => {
    const { id, paymentMetadata } = await confirmed(mia)
    await pay(id, paymentMetadata.depositCents)
    const body = { event: 'agreement-accepted', note: 'At the counter.' } as const
    valueOf(await sam.call(advanceJourney, { params: { id }, body }))
    await pay(id, paymentMetadata.balanceCents)
    await pricesMove(-50_000)
    const credited = await journey(id)
    expect(credited.paymentMetadata.owedCents).toBe(50_000)
    expectSums(credited)
    expect((await mails())[0]?.text).toContain('we’ll pay you $500 at the hand-over')
    const { preparation } = valueOf(await mia.call(getPurchaseRecord, { params: { id } }))
    expect(preparation?.checklist.map(({ id: line }) => line)).toContain('account')
  })

  test('a fall is credited while the balance comes in parts, and while too much of it is under review', async () => {
    for (const beyondCents of [-1_000_000, 5_000]) {
      const before = await confirmed(mia)
      const { depositCents, balanceCents } = before.paymentMetadata
      await pay(before.id, depositCents)
      await pay(before.id, balanceCents + beyondCents)
      await pricesMove(-200_000)
      const after = await journey(before.id)
      expect(priceOf(after)).toBe(priceOf(before) - 200_000)
      expectSums(after)
    }
    expect(await work()).toEqual([])
  })

  test('a fall that no job has seen is credited at the hand-over', async () => {
    const { id, version, currentQuote, paymentMetadata } = await confirmed(mia)
    const { depositCents, balanceCents } = paymentMetadata
    await pay(id, depositCents + balanceCents)
    const body = { event: 'agreement-accepted', note: 'At the counter.' } as const
    valueOf(await sam.call(advanceJourney, { params: { id }, body }))
    const dealer = { type: 'APICLIENT', clientId: 'dms', scopes: [] } as const
    const act = { actor: dealer, effectId: 'hand-over-1' }
    const handOver = (ifMatch?: string) => handOverCar(shopAt(-200_000), act, id, 'NEW123', ifMatch)
    // A price of a moment may be a mistake.
    await expect(handOver()).rejects.toThrow('dropped a short time ago')
    expect(priceOf(await journey(id))).toBe(currentQuote.totals.driveAwayCents)
    app.clock.advance(HOUR_MS)
    await signInAgain()
    // Not before staff have seen it: they pay the customer at the hand-over.
    await expect(handOver()).rejects.toMatchObject({ status: 409 })
    await expect(handOver(`"v${version}"`)).rejects.toMatchObject({ status: 412 })
    await handOver()
    expect(priceOf(await journey(id))).toBe(currentQuote.totals.driveAwayCents - 200_000)
  })

  // Also on the days on which the clocks change.
  test.each([
    ['2026-11-25', '2026-11-24T11:00:00.000Z'],
    ['2027-04-04', '2027-04-03T11:00:00.000Z'],
    ['2027-09-26', '2027-09-25T12:00:00.000Z'],
  ])('an offer that begins on %s has to stand for an hour, too', async (from, midnight) => {
    const setClock = async (afterMs: number) => {
      app.clock.advance(Date.parse(midnight) + afterMs - app.clock.atMs)
      await signInAgain()
    }
    const variantCodes = app.deps.catalogue.models.flatMap(({ variants }) =>
      variants.map(({ code }) => code),
    )
    const shop = (...offers: { from: string; until: string; cents: number }[]) => ({
      ...app.deps,
      catalogue: {
        ...app.deps.catalogue,
        offers: offers.map(({ cents, ...days }) => ({
          ...app.deps.catalogue.offers[0]!,
          ...days,
          accessoryCodes: [],
          modelSlugs: [],
          discount: { cents, variantCodes },
        })),
      },
    })
    await setClock(-5 * HOUR_MS)
    const { id, currentQuote, paymentMetadata } = await confirmed(mia)
    const held = currentQuote.totals.driveAwayCents
    await pay(id, paymentMetadata.depositCents + paymentMetadata.balanceCents)
    const body = { event: 'agreement-accepted', note: 'At the counter.' } as const
    valueOf(await sam.call(advanceJourney, { params: { id }, body }))
    const begins = { from, until: '2027-12-31', cents: 200_000 }

    await setClock(MINUTE_MS)
    // One that has ended is over.
    const ended = { from: '2026-01-01', until: addDays(from, -1), cents: 300_000 }
    expect(await keepPromise(shop(ended), id)).toBeNull()
    expect(await keepPromise(shop(begins), id)).toBe('wait')
    const dealer = { type: 'APICLIENT', clientId: 'dms', scopes: [] } as const
    const act = { actor: dealer, effectId: 'hand-over-1' }
    await expect(handOverCar(shop(begins), act, id, 'NEW123', undefined)).rejects.toThrow(
      /hand the car over after .* 1:00\sam, once/,
    )
    await setClock(HOUR_MS - 1)
    await keepPricePromises(shop(begins))
    expect(priceOf(await journey(id))).toBe(held)
    await setClock(HOUR_MS)
    await keepPricePromises(shop(begins))
    expect(priceOf(await journey(id))).toBe(held - 200_000)
  })

  test('a car is handed over once staff have settled the fall', async () => {
    const { id, currentQuote, paymentMetadata } = await bought('LOANCLASIC')
    await pay(id, paymentMetadata.depositCents)
    const body = { event: 'agreement-accepted', note: 'At the counter.' } as const
    valueOf(await sam.call(advanceJourney, { params: { id }, body }))
    await pay(id, currentQuote.finance!.amountFinancedCents, 'MTF')
    // One of a moment ago is no matter for the lender yet.
    const act = {
      actor: { type: 'APICLIENT', clientId: 'dms', scopes: [] },
      effectId: 'h',
    } as const
    const shop = { ...shopAt(-200_000), startedAt: app.deps.now() }
    await expect(handOverCar(shop, act, id, 'NEW123', undefined)).rejects.toThrow(
      'agree on it with the lender, and after',
    )
    await pricesMove(-200_000)
    const handOver = () => {
      const given = { event: 'handed-over', registration: 'NEW123' } as const
      return sam.call(advanceJourney, { params: { id }, body: given })
    }
    expect(conflictOf(await handOver()).message).toContain('The price has dropped')
    const text = 'Price promise: the lender pays $2,000 back.'
    valueOf(await sam.call(addPurchaseNote, { params: { id }, body: { text } }))
    // Also just after a restart.
    expect(await keepPromise({ ...shopAt(-200_000), startedAt: app.deps.now() }, id)).toBeNull()
    valueOf(await handOver())
  })

  test('a part of the balance within the fall is the whole of it', async () => {
    const { id, paymentMetadata } = await confirmed(mia)
    await pay(id, paymentMetadata.depositCents)
    await pay(id, paymentMetadata.balanceCents - 100_000)
    await pricesMove(-200_000)
    const after = await journey(id)
    expect(after.paymentMetadata.owedCents).toBe(100_000)
    expectSums(after)
  })

  test('a fall during an online payment is credited after it, although the price has risen again', async () => {
    const before = await confirmed(mia)
    const { id, paymentMetadata } = before
    await pay(id, paymentMetadata.depositCents)
    await db
      .insertInto('payment')
      .values({ ...ONLINE, payment_id: 'online', purchase_journey_id: id })
      .execute()
    await pricesMove(-200_000)
    const text = 'Price promise: asked about it, told to wait.'
    valueOf(await sam.call(addPurchaseNote, { params: { id }, body: { text } }))
    await pricesMove(0)
    expect(priceOf(await journey(id))).toBe(priceOf(before))
    expect(await work()).toEqual([])
    await db.updateTable('payment').set({ status: 'FAILED' }).execute()
    await pricesMove(0)
    const after = await journey(id)
    expect(priceOf(after)).toBe(priceOf(before) - 200_000)
    expectSums(after)
    expect(await mails()).toHaveLength(1)
    await pricesMove(0)
    expect(priceOf(await journey(id))).toBe(priceOf(after))
  })

  test('an online payment under review holds up no credit where all is paid', async () => {
    const before = await confirmed(mia)
    const { id, paymentMetadata } = before
    await db
      .insertInto('payment')
      .values({
        ...ONLINE,
        payment_id: 'online',
        purchase_journey_id: id,
        status: 'NEEDS_REVIEW',
      })
      .execute()
    await pay(id, paymentMetadata.depositCents + paymentMetadata.balanceCents)
    await pricesMove(-200_000)
    expect((await journey(id)).paymentMetadata.owedCents).toBe(200_000)
  })
})
