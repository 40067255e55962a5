import { describe, expect, test } from 'vitest'
import * as calls from '#lib/service/calls.ts'
import { getDemoAttachment } from '#lib/site/calls.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { freeLapsedHolds } from '#server/service/holds.ts'
import { databases } from '#tests/setup/databases.ts'
import { RIGHT_CAPTCHA, valueOf } from '#tests/setup/people.ts'
import { arrive, type Person } from '#tests/setup/purchases.ts'
import { aContact, aServiceBooking } from '#tests/setup/services.ts'
import {
  EIGHT,
  problem,
  faultAt,
  oneBay,
  restartWorkshop,
  hold,
  bookHeld,
  booked,
  confirmBooking,
  linkMails,
  mails,
  units,
  setUpService,
} from './service.fixture.ts'
import { app, db, visitor } from '#tests/setup/suite.ts'
import { MINUTE_MS } from '#lib/shared/durations.ts'

describe.each(databases)('a service booking, on $name', (database) => {
  setUpService(database)

  test('by a visitor opens by the key of its mail, and by nothing else', async () => {
    await seedDemo(app.deps)
    const made = valueOf(
      await bookHeld(valueOf(await hold(EIGHT)).holdId, visitor, {
        note: 'A rattle <b>left</b>',
      }),
    )
    const { booking, bookingKey } = valueOf(await confirmBooking(made.booking.bookingId))
    expect(booking).toMatchObject({
      status: 'BOOKED',
      registration: 'TOI101',
      service: { name: 'Warrant of Fitness', minutes: 60, priceCents: 7500 },
      outlet: { outletCode: 'CHC01', name: 'Addington Tarvane' },
      startsAt: EIGHT,
      changeUntil: '2026-12-07T17:00:00.000Z',
      canChange: true,
      contact: { mobilePhone: '+64215550123' },
      note: 'A rattle <b>left</b>',
      version: 1,
    })
    expect(Buffer.from(bookingKey, 'base64url')).toHaveLength(32)

    const params = { id: booking.bookingId }
    const get = (key?: string, call = visitor) =>
      call(calls.getServiceBooking, { params, ...(key ? { bookingKey: key } : {}) })
    expect(valueOf(await get(bookingKey))).toEqual(booking)
    expect(await get()).toMatchObject({ ok: false, failure: { kind: 'signed-out' } })
    expect(
      await get(`${bookingKey.startsWith('-') ? '_' : '-'}${bookingKey.slice(1)}`),
    ).toMatchObject(problem(404, 'NotFound'))
    const other = await arrive(app)
    expect(await get(undefined, other.call)).toMatchObject(problem(404, 'NotFound'))
    expect(valueOf(await get(bookingKey, other.call))).toEqual(booking)

    const [mail] = await mails()
    expect(mail).toMatchObject({ to: 'customer@demo.example' })
    expect(mail!.subject).toMatch(/^Your service is booked: Tuesday 8 December 2026 at 8:00/)
    expect(mail!.text).toContain(
      `http://shop.test/service/#/booking/${booking.bookingId}?key=${bookingKey}`,
    )
    const { id } = mail!.attachment!
    expect(mail!.attachment).toMatchObject({ name: 'service-booking.ics' })
    const { base64 } = valueOf(await visitor(getDemoAttachment, { params: { id } }))
    const calendar = Buffer.from(base64, 'base64').toString()
    expect(calendar).toContain('DTSTART:20261207T190000Z\r\n')
    expect(calendar.replaceAll('\r\n ', '')).toContain(`?key=${bookingKey}\r\n`)
    // Anyone can type a note for any address: it is for the workshop alone.
    expect(mail!.text + mail!.html + calendar).not.toContain('rattle')
    expect(mail!.html).toContain('150 Moorhouse Avenue')
  })

  test('keeps who brings the car encrypted', async () => {
    const { booking } = await booked()
    const row = await db.selectFrom('service_booking').selectAll().executeTakeFirstOrThrow()
    const kept = JSON.stringify(row)
    for (const secret of ['Harris', 'customer@', '5550123']) expect(kept).not.toContain(secret)
    expect(booking.contact.lastName).toBe('Harris')
  })

  test('of a customer is theirs, without any number', async () => {
    await seedDemo(app.deps)
    const mia = await arrive(app)
    const first = await booked(EIGHT, mia.call)
    const second = await booked('2026-12-06T19:00:00.000Z', mia.call)
    await mia.call(calls.cancelServiceBooking, { params: { id: first.booking.bookingId } })
    const third = await booked('2026-12-08T19:00:00.000Z', mia.call)
    const list = async (who: Person) =>
      who.call(calls.listServiceBookings, { params: { id: mia.customerId } })
    const { bookings } = valueOf(await list(mia))
    expect(bookings.map(({ bookingId }) => bookingId)).toEqual([
      second.booking.bookingId,
      third.booking.bookingId,
      first.booking.bookingId,
    ])
    expect(await list(await arrive(app, 'company@demo.example'))).toMatchObject(
      problem(403, 'NotPermitted'),
    )
  })

  test('by staff is that of the customer they name, and in the audit', async () => {
    await seedDemo(app.deps)
    const mia = await arrive(app)
    const staff = await arrive(app, 'staff@demo.example')
    const make = async (customerId: number) =>
      staff.call(calls.bookService, {
        body: { ...(await aServiceBooking(visitor)), customerId },
      })
    valueOf(await make(mia.customerId))
    const { bookings } = valueOf(
      await mia.call(calls.listServiceBookings, { params: { id: mia.customerId } }),
    )
    expect(bookings).toHaveLength(1)
    const rows = await db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'bookService')
      .execute()
    expect(rows).toMatchObject([{ customer_id: mia.customerId, outcome: 'ALLOWED' }])
    expect(await make(999_999)).toMatchObject(problem(404, 'NotFound'))
  })

  test('that has no account leaves a row in the audit each time staff see or cancel it', async () => {
    await seedDemo(app.deps)
    const staff = await arrive(app, 'staff@demo.example')
    const { bookingId: id } = (await booked()).booking
    valueOf(await staff.call(calls.getServiceBooking, { params: { id } }))
    const body = { reason: 'The hoist is broken.' }
    valueOf(await staff.call(calls.cancelBookingForCustomer, { params: { id }, body }))

    const rows = await db
      .selectFrom('audit')
      .select(['action', 'customer_id'])
      .where('action', 'in', ['getServiceBooking', 'cancelBookingForCustomer'])
      .execute()
    expect(rows).toEqual([
      { action: 'getServiceBooking', customer_id: null },
      { action: 'cancelBookingForCustomer', customer_id: null },
    ])
  })

  test.each([
    [{ registration: ' -?' }, 'registration'],
    [{ registration: 'A'.repeat(41) }, 'registration'],
    [{ contact: aContact({ email: 'nobody' }) }, 'contact.email'],
    [{ contact: aContact({ mobilePhone: '12' }) }, 'contact.mobilePhone'],
    [{ contact: aContact({ firstName: ' ' }) }, 'contact.firstName'],
    [{ note: 'x'.repeat(501) }, 'note'],
  ])('with %j is refused and keeps its time', async (facts, property) => {
    const body = await aServiceBooking(visitor)
    const send = (sent: typeof body) =>
      visitor(calls.bookService, { body: sent, captchaToken: RIGHT_CAPTCHA })
    expect(await send({ ...body, ...facts })).toMatchObject(faultAt(property))
    valueOf(await send(body))
  })

  test('is made once of a hold, however often it is sent', async () => {
    const { holdId } = valueOf(await hold(EIGHT))
    const first = valueOf(await bookHeld(holdId))
    expect(valueOf(await bookHeld(holdId))).toEqual(first)
    const other = { holdId, registration: 'OTHER1', contact: aContact() }
    expect(
      await visitor(calls.bookService, { body: other, captchaToken: RIGHT_CAPTCHA }),
    ).toMatchObject(problem(409, 'Conflict'))
    expect(await linkMails()).toHaveLength(1)
    expect(await units()).toHaveLength(2)
  })

  test('is still made from a lapsed hold, unless someone else has its time', async () => {
    restartWorkshop({ deps: { catalogue: oneBay } })
    const early = valueOf(await hold(EIGHT))
    app.clock.advance(6 * MINUTE_MS)
    await freeLapsedHolds(app.deps)
    valueOf(await bookHeld(early.holdId))

    const late = valueOf(await hold('2026-12-07T20:30:00.000Z'))
    app.clock.advance(6 * MINUTE_MS)
    // It overlaps the second half only.
    valueOf(await hold('2026-12-07T21:00:00.000Z'))
    expect(await bookHeld(late.holdId)).toMatchObject(
      problem(409, 'Conflict', 'Someone has just taken this time. Please choose another.'),
    )
    expect(await bookHeld('nothing')).toMatchObject(
      problem(
        409,
        'Conflict',
        'We’re no longer holding this time for you. Please choose a time again.',
      ),
    )
    await freeLapsedHolds(app.deps)
    expect(await units()).toHaveLength(4)
  })

  test('is not made without end for one address', async () => {
    restartWorkshop({ env: { LIMIT_VISITOR_BOOKINGS_PER_DAY: '2' } })
    await booked()
    await booked()
    const { holdId } = valueOf(await hold(EIGHT))
    expect(await bookHeld(holdId)).toMatchObject(problem(429, 'TooManyRequests'))
  })
})
