import { describe, expect, test } from 'vitest'
import { cancelPurchase, getPurchaseJourney } from '#lib/purchases/calls.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { recordReceipt } from '#lib/payments/calls.ts'
import { listDemoMail } from '#lib/site/calls.ts'
import { getPurchaseForStaff } from '#lib/purchases/staff-calls.ts'
import { expire } from '#server/upkeep/expiry.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import { fillBackorders } from '#server/purchases/backorders.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { confirmed, confirming, ready } from '#tests/setup/purchases.ts'
import { app, db, mia, sam, signInAgain } from '#tests/setup/suite.ts'
import { RARE, setUpWaiting, oneCar, cars, bought } from './waiting.fixture.ts'

describe.each(databases)('purchases that wait for a car, on $name', (database) => {
  setUpWaiting(database)

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
    expect(await heldOnce()).toBe(2)
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

  test('one for which no car is found in thirty days ends with an email', async () => {
    await oneCar()
    const [, waiting] = [await bought(), await bought()]
    const body = { source: 'BANKTRF', amountCents: 100_000, reference: 'R1' } as const
    valueOf(await sam.call(recordReceipt, { params: { id: waiting }, body }))
    app.clock.advance(31 * DAY_MS)
    await expire(app.deps)
    await signInAgain()
    expect(await statuses(waiting)).toEqual(['EXPIRED'])
    const { messages } = valueOf(
      await app.browser()(listDemoMail, { query: { to: 'customer@demo.example' } }),
    )
    const [mail, ...others] = messages.filter(({ subject }) => /^We couldn’t find a/.test(subject))
    expect(others).toEqual([])
    expect(mail!.text).toContain('We’re still checking a payment of $1,000.')
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
})
