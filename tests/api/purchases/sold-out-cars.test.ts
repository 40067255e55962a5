import { describe, expect, test } from 'vitest'
import {
  cancelPurchase,
  getPurchaseJourney,
  getPurchaseRecord,
  listPurchaseJourneys,
} from '#lib/purchases/calls.ts'
import { recordDelivery } from '#lib/purchases/delivery-calls.ts'
import { listModelDeliveries } from '#lib/catalogue/calls.ts'
import { listNearestCars } from '#lib/stock/nearest-calls.ts'
import { calculateQuote } from '#lib/quotes/calls.ts'
import { fillBackorders } from '#server/purchases/backorders.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirmed, ready } from '#tests/setup/purchases.ts'
import { app, db, mia, sam, signInAgain } from '#tests/setup/suite.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import { RARE, setUpWaiting, stock, oneCar, cars, bought } from './waiting.fixture.ts'

describe.each(databases)('what is said of a car that is sold out, on $name', (database) => {
  setUpWaiting(database)

  test('a car that is found later is expected, and may be cancelled, from then on, whatever an import says', async () => {
    // Monday, 23 November 2026.
    const id = await bought()
    app.clock.advance(24 * DAY_MS)
    await signInAgain()
    await oneCar()
    await fillBackorders(app.deps)
    await db.updateTable('stock').set({ eta_weeks: 10 }).execute()
    const record = async () => valueOf(await mia.call(getPurchaseRecord, { params: { id } }))
    const until = '2026-12-20T10:59:59.999Z'
    expect(await record()).toMatchObject({
      delivery: { estimate: { from: '2026-12-24', to: '2026-12-31' } },
      cancellation: { isOpen: true, until },
    })
    const later = { estimate: { from: '2027-02-01', to: '2027-02-20' } }
    valueOf(await sam.call(recordDelivery, { params: { id }, body: later }))
    const { estimates } = (await record()).delivery
    expect(estimates[0]).toMatchObject({ to: '2026-12-31', at: app.deps.now().toISOString() })
    valueOf(await mia.call(cancelPurchase, { params: { id } }))
  })

  test('the delivery beside the price is what confirming would bring, behind those who wait', async () => {
    const params = { id: (await ready(mia, RARE)).id }
    const delivery = async () => {
      app.clock.advance(5_000)
      const { purchaseJourneyList: list } = valueOf(
        await mia.call(listPurchaseJourneys, { params: { id: mia.customerId } }),
      )
      const said = valueOf(await mia.call(getPurchaseJourney, { params })).delivery
      const one = list.find(({ purchaseJourneyId }) => purchaseJourneyId === params.id)
      expect(one?.delivery).toEqual(said)
      return said
    }
    expect(await delivery()).toBeNull()
    await oneCar()
    expect(await delivery()).toEqual({ from: '2026-11-30', to: '2026-12-07' })
    await stock(0)
    const other = await bought()
    expect(valueOf(await mia.call(getPurchaseJourney, { params: { id: other } })).delivery).toBe(
      null,
    )
    // The one car that comes in is for the purchase that waits.
    await oneCar()
    expect(await delivery()).toBeNull()
    await cars(2)
    expect(await delivery()).toEqual({ from: '2026-11-30', to: '2026-12-07' })
    await fillBackorders(app.deps)
    expect(await delivery()).toEqual({ from: '2026-11-30', to: '2026-12-07' })
  })

  test('each option and colour of a model says when it would be ready', async () => {
    const { deliveries } = valueOf(
      await app.browser()(listModelDeliveries, { params: { model: 'TN' } }),
    )
    const of = (colourCode: string) =>
      deliveries.find((row) => row.kdcd === 'TN27H-A' && row.colourCode === colourCode)?.delivery
    expect(of('BLD')).toEqual({ from: '2026-11-30', to: '2026-12-07' })
    expect(of('T2B')).toEqual({ from: '2027-02-11', to: '2027-03-11' })
    const rare = valueOf(await app.browser()(listModelDeliveries, { params: { model: 'SK' } }))
    expect(
      rare.deliveries.find((row) => row.kdcd === RARE.kdcd && row.colourCode === 'WHS')?.delivery,
    ).toBeNull()
    expect(await mia.call(listModelDeliveries, { params: { model: 'NONE' } })).toMatchObject({
      failure: { status: 404 },
    })
  })

  test('until then the nearest cars in stock are shown, with differences and prices', async () => {
    const nearest = async (id: string) =>
      valueOf(await mia.call(listNearestCars, { params: { id } })).cars
    const id = await bought()
    await db
      .updateTable('stock')
      .set({ quantity: 1 })
      .where('kdcd', '=', RARE.kdcd)
      .where('colour_code', '=', 'RDB')
      .execute()
    const cars = await nearest(id)
    // Small hatchbacks are in stock, too, and are no alternative.
    expect(cars).toHaveLength(1)
    const ordered = valueOf(await mia.call(getPurchaseJourney, { params: { id } })).currentQuote
    for (const car of cars) {
      expect(car.driveAwayCents - car.differenceCents).toBe(ordered.totals.driveAwayCents)
      expect(car.differences.length).toBeGreaterThan(0)
      const quote = valueOf(await mia.call(calculateQuote, { body: car.request }))
      expect(quote.totals.driveAwayCents).toBe(car.driveAwayCents)
    }
    // The same car in another colour is the nearest there is.
    expect(cars[0]!.differences.map(({ what }) => what)).toEqual(['Colour'])
    await db.updateTable('stock').set({ quantity: 0 }).execute()
    expect(await nearest(id)).toEqual([])
    expect(await nearest((await confirmed(mia)).id)).toEqual([])
  })
})
