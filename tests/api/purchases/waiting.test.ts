import { beforeEach, describe, expect, test } from 'vitest'
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
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { getPurchaseForStaff } from '#lib/purchases/staff-calls.ts'
import { fillBackorders } from '#server/purchases/backorders.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirmed, confirming, ready } from '#tests/setup/purchases.ts'
import { app, db, mia, sam, setUpSignedIn, signInAgain } from '#tests/setup/suite.ts'

// The catalogue calls it unavailable, so nothing is built.
const RARE = { kdcd: 'SK27S-A', colourCode: 'WHS' } as const

describe.each(databases)('purchases that wait for a car, on $name', (database) => {
  setUpSignedIn(database)
  beforeEach(async () => {
    await stock(0)
  })

  const stock = (quantity: number) =>
    db
      .updateTable('stock')
      .set({ quantity })
      .where('kdcd', '=', RARE.kdcd)
      .where('colour_code', '=', RARE.colourCode)
      .execute()
  const oneCar = () => cars(1)
  const cars = async (quantity: number) => {
    const row = await db
      .selectFrom('stock')
      .select('stock_id')
      .where('kdcd', '=', RARE.kdcd)
      .where('colour_code', '=', RARE.colourCode)
      .executeTakeFirstOrThrow()
    await db.updateTable('stock').set({ quantity }).where('stock_id', '=', row.stock_id).execute()
  }
  const bought = async () => {
    const { id } = await confirmed(mia, RARE)
    app.clock.advance(1000)
    return id
  }
  const statuses = (...ids: string[]) =>
    Promise.all(
      ids.map(
        async (id) =>
          valueOf(await mia.call(getPurchaseJourney, { params: { id } })).status
            .purchaseJourneyStatusCode,
      ),
    )
  const cancel = (id: string) => mia.call(cancelPurchase, { params: { id } })
  const found = async () =>
    valueOf(
      await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
    ).messages.filter(({ subject }) => subject.startsWith('We’ve found your car'))
  const heldOnce = async () => {
    const rows = await db.selectFrom('allocation').select('purchase_journey_id').execute()
    return rows.length
  }

  test('a car that is freed goes to the one that has waited longest, with mail and history', async () => {
    await oneCar()
    const [first, second, third] = [await bought(), await bought(), await bought()]
    expect(await statuses(first, second, third)).toEqual(['CONFIRMED', 'NOCARAVAIL', 'NOCARAVAIL'])
    valueOf(await cancel(first))
    expect(await statuses(second, third)).toEqual(['CONFIRMED', 'NOCARAVAIL'])
    expect(await found()).toMatchObject([
      {
        text: expect.stringMatching(
          /We’ve reserved a car for you\.[^]*What you pay and when\n\nDeposit[^]*Delivery\n\nExpected: /,
        ) as string,
      },
    ])
    const { events } = valueOf(await sam.call(getPurchaseForStaff, { params: { id: second } }))
    expect(events.at(-1)).toMatchObject({ event: 'car-found', by: 'The system' })
  })

  test('two cars that are freed at once go to two that wait', async () => {
    await oneCar()
    const one = await bought()
    await oneCar()
    const other = await bought()
    const [third, fourth, fifth] = [await bought(), await bought(), await bought()]
    await Promise.all([cancel(one), cancel(other)])
    expect(await statuses(third, fourth, fifth)).toEqual(['CONFIRMED', 'CONFIRMED', 'NOCARAVAIL'])
    expect(await found()).toHaveLength(2)
    expect(await heldOnce()).toBe(2)
  })

  test('of processes that look at once, one gives it, once', async () => {
    const [first, second] = [await bought(), await bought()]
    await oneCar()
    await Promise.all([
      fillBackorders(app.deps),
      fillBackorders(app.deps),
      fillBackorders(app.deps),
    ])
    expect(await statuses(first, second)).toEqual(['CONFIRMED', 'NOCARAVAIL'])
    expect(await heldOnce()).toBe(1)
    expect(await found()).toHaveLength(1)
  })

  const toldOf = async () => {
    const { messages } = valueOf(
      await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
    )
    return messages.map(({ subject }) => subject.split(':')[0])
  }

  test('a buyer who confirms while another waits, and two cars are free, hears of their own car at once', async () => {
    const waits = await bought()
    await cars(2)
    const { id, status } = await confirmed(mia, RARE)
    expect(status.purchaseJourneyStatusCode).toBe('CONFIRMED')
    expect(await statuses(waits, id)).toEqual(['CONFIRMED', 'CONFIRMED'])
    // The one that waited, of looking and of finding; the other of its car alone.
    expect((await toldOf()).sort()).toEqual([
      'We’re looking for your car',
      'We’ve found your car',
      'Your purchase is confirmed',
    ])
  })

  const confirmAll = async (count: number) => {
    const purchases: PurchaseJourney[] = []
    for (let n = 0; n < count; n++) purchases.push(await ready(mia, RARE))
    app.clock.advance(1000)
    return {
      ids: purchases.map(({ id }) => id),
      confirm: () =>
        Promise.all(purchases.map(async (purchase) => valueOf(await confirming(mia, purchase)))),
    }
  }

  test('a car that comes in is not taken by a new buyer while others wait for it', async () => {
    const [first, second] = [await bought(), await bought()]
    const { ids, confirm } = await confirmAll(4)
    await oneCar()
    const answers = await confirm()
    expect(answers.map(({ status }) => status.purchaseJourneyStatusCode)).toEqual(
      Array(4).fill('NOCARAVAIL'),
    )
    expect(await statuses(first, second, ...ids)).toEqual([
      'CONFIRMED',
      ...Array<string>(5).fill('NOCARAVAIL'),
    ])
    expect(await heldOnce()).toBe(1)
  })

  test('of many that confirm while a car is freed, the one that waits gets it', async () => {
    await oneCar()
    const held = await bought()
    const waits = await bought()
    const { ids, confirm } = await confirmAll(5)
    const [cancelled] = await Promise.all([cancel(held), confirm()])
    valueOf(cancelled)
    await fillBackorders(app.deps)
    expect(await statuses(waits, ...ids)).toEqual([
      'CONFIRMED',
      ...Array<string>(5).fill('NOCARAVAIL'),
    ])
    expect(await heldOnce()).toBe(1)
  })

  test('where there is more than those who wait need, a new buyer has a car at once', async () => {
    const waits = await bought()
    await cars(2)
    const { id, status } = await confirmed(mia, RARE)
    expect(status.purchaseJourneyStatusCode).toBe('CONFIRMED')
    expect(await statuses(waits, id)).toEqual(['CONFIRMED', 'CONFIRMED'])
    expect(await heldOnce()).toBe(2)
  })

  test('a buyer who has cancelled is passed over, and a car that does not fit stays free', async () => {
    const [first, second] = [await bought(), await bought()]
    valueOf(await cancel(first))
    const { id: other } = await confirmed(mia)
    valueOf(await cancel(other))
    expect(await statuses(first, second)).toEqual(['CANCELLED', 'NOCARAVAIL'])
    await oneCar()
    await fillBackorders(app.deps)
    expect(await statuses(first, second)).toEqual(['CANCELLED', 'CONFIRMED'])
  })

  test('a build slot that is freed goes to the one that waits, which is on order then', async () => {
    await db.updateTable('stock').set({ quantity: 0 }).execute()
    const built = valueOf(
      await mia.call(getPurchaseJourney, { params: { id: (await confirmed(mia)).id } }),
    )
    expect(built.metadata.deliveryStatus).toBe('ONORDER')
    const slot = await db.selectFrom('build_slot').selectAll().executeTakeFirstOrThrow()
    // Every other month is full.
    const { buildSlots } = app.deps.catalogue
    Object.assign(app.deps, {
      catalogue: {
        ...app.deps.catalogue,
        buildSlots: { ...buildSlots, horizonMonths: 1, perMonthByModel: { [slot.model_code]: 1 } },
      },
    })
    app.clock.advance(1000)
    const { id } = await confirmed(mia)
    expect(await statuses(id)).toEqual(['NOCARAVAIL'])
    app.clock.advance(1000)
    valueOf(await cancel(built.id))
    const journey = valueOf(await mia.call(getPurchaseJourney, { params: { id } }))
    expect([journey.status.purchaseJourneyStatusCode, journey.metadata.deliveryStatus]).toEqual([
      'CONFIRMED',
      'ONORDER',
    ])
    expect(await found()).toMatchObject([
      {
        text: expect.stringContaining('Your car is on order: its build slot is reserved') as string,
      },
    ])
    // The history for staff has the hold at the same instant.
    const { events, delivery } = valueOf(await sam.call(getPurchaseForStaff, { params: { id } }))
    expect(delivery.history).toEqual([{ status: 'ONORDER', at: events.at(-1)!.at }])
  })

  test('one that fails holds up neither the next purchase nor the answer to a cancellation', async () => {
    await oneCar()
    const [first, broken, third] = [await bought(), await bought(), await bought()]
    const row = await db
      .selectFrom('purchase_journey')
      .select('current_quote_id')
      .where('purchase_journey_id', '=', broken)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('quote')
      .set({ request: '{' })
      .where('quote_id', '=', row.current_quote_id)
      .execute()
    valueOf(await cancel(first))
    expect(await statuses(third)).toEqual(['CONFIRMED'])
    await oneCar()
    expect(await statuses(await bought())).toEqual(['CONFIRMED'])
  })

  test('a car that is found later is expected, and may be cancelled, from then on, whatever an import says', async () => {
    const DAY_MS = 24 * 60 * 60_000
    // Monday, 23 November 2026.
    const id = await bought()
    app.clock.advance(24 * DAY_MS)
    await signInAgain()
    await oneCar()
    await fillBackorders(app.deps)
    await db.updateTable('stock').set({ eta_weeks: 10 }).execute()
    const record = async () => valueOf(await mia.call(getPurchaseRecord, { params: { id } }))
    const until = new Date(app.clock.atMs + 3 * DAY_MS).toISOString()
    expect(await record()).toMatchObject({
      delivery: { estimate: { from: '2026-12-24', to: '2026-12-31' } },
      cancellation: { isOpen: true, until },
    })
    const later = { estimate: { from: '2027-02-01', to: '2027-02-20' } }
    valueOf(await sam.call(recordDelivery, { params: { id }, body: later }))
    const { estimates } = (await record()).delivery
    expect(estimates[0]).toMatchObject({ to: '2026-12-31', at: app.deps.now().toISOString() })
    valueOf(await cancel(id))
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
