import { describe, expect, test } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import type { ApiCall } from '#lib/api/client.ts'
import * as calls from '#lib/service/calls.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { databases } from '#tests/setup/databases.ts'
import { RIGHT_CAPTCHA, valueOf } from '#tests/setup/people.ts'
import { arrive } from '#tests/setup/purchases.ts'
import { aContact } from '#tests/setup/services.ts'
import {
  EIGHT,
  HALF_PAST,
  faultAt,
  hold,
  confirmBooking,
  linkMails,
  mails,
  setUpService,
} from './service.fixture.ts'
import { app, db, visitor } from '#tests/setup/suite.ts'

describe.each(databases)('the car of a service booking, on $name', (database) => {
  setUpService(database)

  test('has its price when it is on the customer’s record', async () => {
    await seedDemo(app.deps)
    const mia = await arrive(app)
    await db
      .updateTable('ownership')
      .set({ make: 'TARVANE', model: 'Current' })
      .where('registration', '=', 'TOI102')
      .execute()
    const annual = { outletCode: 'CHC01', serviceCode: 'ANNUAL', startsAt: EIGHT }
    const bookFor = async (call: ApiCall, registration: string) => {
      const { holdId } = valueOf(await visitor(calls.holdServiceSlot, { body: annual }))
      const body = { holdId, registration, contact: aContact() }
      const { booking } = valueOf(
        await call(calls.bookService, { body, captchaToken: RIGHT_CAPTCHA }),
      )
      if (booking.confirmBy !== null) valueOf(await confirmBooking(booking.bookingId))
      return booking.isElectric
    }
    expect(await bookFor(mia.call, 'toi 101')).toBe(false)
    expect(await bookFor(mia.call, 'TOI102')).toBe(true)
    expect(await bookFor(mia.call, 'ABC123')).toBeNull()
    expect(await bookFor(visitor, 'TOI102')).toBeNull()
    const prices = (await mails()).map(({ text }) => /Price: (.*)/.exec(text)?.[1])
    expect(prices.sort()).toEqual([
      '$249',
      '$389',
      '$389, or $249 for an electric car',
      '$389, or $249 for an electric car',
    ])
  })

  test('decision 69: takes its open recalls with it, and no others', async () => {
    await seedDemo(app.deps)
    const mia = await arrive(app)
    const sam = await arrive(app, 'staff@demo.example')
    const airbag = 'TVN-2024-003'
    const held = async () => valueOf(await hold(EIGHT)).holdId
    const bookWith = async (
      holdId: string,
      call: ApiCall,
      registration: string,
      recallNumbers: string[],
    ) => {
      const body = { holdId, registration, contact: aContact(), recallNumbers }
      return call(calls.bookService, { body, captchaToken: RIGHT_CAPTCHA })
    }
    const holdId = await held()
    const faults = [
      await bookWith(holdId, mia.call, 'TOI102', [airbag]),
      await bookWith(holdId, mia.call, 'TOI101', [airbag, 'TVN-2025-004']),
      // Repaired already.
      await bookWith(holdId, visitor, 'TOI103', ['TVN-2025-004']),
    ]
    for (const answer of faults) expect(answer).toMatchObject(faultAt('recallNumbers'))

    const { booking } = valueOf(await bookWith(holdId, mia.call, 'toi 101', [airbag, airbag]))
    const recalls = [{ recallNumber: airbag, title: 'Front passenger airbag inflator' }]
    expect(booking.recalls).toEqual(recalls)
    // A visitor's typed plate is looked up in the register.
    const made = valueOf(await bookWith(await held(), visitor, 'TOI101', []))
    const theirs = valueOf(await confirmBooking(made.booking.bookingId))
    const params = { id: booking.bookingId }
    const seen = valueOf(await mia.call(calls.getServiceBooking, { params }))
    expect(seen.recalls).toEqual(recalls)

    const { bookings } = valueOf(await sam.call(calls.listBookingsToCome, { query: {} }))
    const listed = Object.fromEntries(
      bookings.map(({ bookingId, recalls: booked, openRecalls = [] }) => [
        bookingId,
        [booked.length, openRecalls.map(({ recallNumber }) => recallNumber)],
      ]),
    )
    expect(listed).toEqual({
      [booking.bookingId]: [1, []],
      [theirs.booking.bookingId]: [0, [airbag]],
    })
    const texts = (await mails()).map(({ text }) => text)
    expect(
      texts.filter((text) => text.includes('Recall repair, free: Front passenger airbag inflator')),
    ).toHaveLength(1)
  })

  test('decision 69: has open recalls told of that the booking leaves out, also by VIN', async () => {
    await seedDemo(app.deps)
    const mia = await arrive(app)
    const bookFor = async (call: ApiCall, registration: string, startsAt: string) => {
      const { holdId } = valueOf(await hold(startsAt))
      const body = { holdId, registration, contact: aContact() }
      return valueOf(await call(calls.bookService, { body, captchaToken: RIGHT_CAPTCHA })).booking
    }
    const left = [expect.objectContaining({ recallNumber: 'TVN-2024-003' })]
    const byPlate = await bookFor(visitor, 'toi 101', EIGHT)
    const byVin = await bookFor(visitor, '7AVCV1P22M0001011', HALF_PAST)
    expect([byPlate.openRecalls, byVin.openRecalls]).toEqual([left, left])
    expect(valueOf(await confirmBooking(byVin.bookingId)).booking.openRecalls).toEqual(left)
    expect((await bookFor(mia.call, 'TOI102', EIGHT)).openRecalls).toEqual([])

    const told = [...(await linkMails()), ...(await mails())].map(({ text }) =>
      text.includes('Urgent: this car has an outstanding recall'),
    )
    expect(told.filter(Boolean)).toHaveLength(3)
    expect(told).toHaveLength(4)
  })

  test('is taken by certified dealers if it is electric, when booked and when changed', async () => {
    await seedDemo(app.deps)
    await db
      .updateTable('ownership')
      .set({ make: 'TARVANE', model: 'Current' })
      .where('registration', '=', 'TOI102')
      .execute()
    const mia = await arrive(app, 'customer@demo.example')
    const { outletCode } = catalogue.dealers.find(({ evCertified }) => !evCertified)!
    const heldAt = async (place: string) => {
      const body = { outletCode: place, serviceCode: 'ANNUAL', startsAt: EIGHT }
      return valueOf(await visitor(calls.holdServiceSlot, { body })).holdId
    }
    const bookFor = async (registration: string, holdId: string) =>
      mia.call(calls.bookService, { body: { holdId, registration, contact: aContact() } })

    const holdId = await heldAt(outletCode)
    expect(await bookFor('TOI102', holdId)).toMatchObject(faultAt('outletCode'))
    expect(await mails()).toEqual([])
    // The time is still held, and good for a car with an engine.
    expect(await bookFor('TOI101', holdId)).toMatchObject({ ok: true })

    const { booking } = valueOf(await bookFor('TOI102', await heldAt('CHC01')))
    const params = { id: booking.bookingId }
    const body = { holdId: await heldAt(outletCode) }
    expect(await mia.call(calls.changeServiceBooking, { params, body })).toMatchObject(
      faultAt('outletCode'),
    )
    expect(valueOf(await mia.call(calls.getServiceBooking, { params })).outlet).toMatchObject({
      outletCode: 'CHC01',
    })
  })
})
