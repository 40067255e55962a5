import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Kysely } from 'kysely'
import { catalogue } from '#content/catalogue.ts'
import type { ApiCall } from '#lib/api/client.ts'
import * as calls from '#lib/contract/service.ts'
import { getDemoAttachment, listDemoMail } from '#lib/contract/site.ts'
import type { Database } from '#server/db/database.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { forgetOld } from '#server/jobs/retention.ts'
import { freeLapsedHolds } from '#server/services/service-slots.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, type Person } from '#tests/setup/purchases.ts'
import { aContact, aServiceBooking, WORKSHOP } from '#tests/setup/services.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** A Tuesday morning at eight, and the half hours after it. */
const EIGHT = '2026-12-07T19:00:00.000Z'
const HALF_PAST = '2026-12-07T19:30:00.000Z'

const problem = (status: number, code: string, message?: unknown) => ({
  ok: false,
  failure: { status, problem: { code, ...(message ? { message } : {}) } },
})
const faultAt = (property: string) => ({
  ok: false,
  failure: { status: 400, problem: { messages: [{ property }] } },
})

/** A workshop of one bay that is open on Sundays too, also when clocks change. */
const oneBay = {
  ...catalogue,
  service: {
    ...catalogue.service,
    horizonDays: 366,
    workshops: catalogue.service.workshops.map((workshop) => ({
      ...workshop,
      bays: 1,
      hours: { ...workshop.hours, sun: '00:00-06:00' },
    })),
  },
}

describe.each(databases)('service bookings on $name', ({ open }) => {
  let db: Kysely<Database>
  let app: Application
  let visitor: ApiCall

  const start = (facts: Parameters<typeof startApplication>[1] = {}) => {
    app = startApplication(db, facts)
    visitor = app.browser()
  }
  beforeEach(async () => {
    db = await open()
    start()
  })
  afterEach(() => db.destroy())

  const daysFrom = async (date: string, until = date, serviceCode = 'WOF') =>
    valueOf(
      await visitor(calls.listServiceSlots, {
        query: { outletCode: WORKSHOP.outletCode, serviceCode, date, until },
      }),
    )
  const hold = (startsAt: string, facts: { serviceCode?: string; replaces?: string } = {}) =>
    visitor(calls.holdServiceSlot, { body: { ...WORKSHOP, startsAt, ...facts } })
  const bookHeld = (holdId: string, call = visitor, facts: { note?: string } = {}) =>
    call(calls.bookService, {
      body: { holdId, registration: 'toi-101', contact: aContact(), ...facts },
    })
  const booked = async (startsAt = EIGHT, call = visitor) =>
    valueOf(await bookHeld(valueOf(await hold(startsAt)).holdId, call))
  const mails = async () => valueOf(await visitor(listDemoMail, { query: {} })).messages
  const units = () => db.selectFrom('service_slot').selectAll().orderBy('starts_at').execute()

  describe('the times of a workshop', () => {
    test('are those of its hours that can still be reached, by day', async () => {
      // It is Monday 23 November, two in the afternoon; a booking is made four hours ahead.
      const { days, firstDay, lastDay } = await daysFrom('2026-11-20', '2026-11-29')
      expect([firstDay, lastDay]).toEqual(['2026-11-23', '2027-02-21'])
      expect(days.map(({ day, state, starts }) => [day, state, starts.length])).toEqual([
        ['2026-11-23', 'CLOSED', 0],
        ['2026-11-24', 'OPEN', 19],
        ['2026-11-25', 'OPEN', 19],
        ['2026-11-26', 'OPEN', 19],
        ['2026-11-27', 'OPEN', 19],
        ['2026-11-28', 'OPEN', 7],
        ['2026-11-29', 'CLOSED', 0],
      ])
      expect(days[1]!.starts[0]).toBe('2026-11-23T18:30:00.000Z')
      expect((await daysFrom('2026-12-25')).days[0]).toMatchObject({
        state: 'CLOSED',
        holiday: 'Christmas Day',
      })
      expect((await daysFrom('2030-01-01')).days).toEqual([])
    })

    test('begin at the local hour on both days that clocks change (decision 45)', async () => {
      start({ deps: { catalogue: oneBay } })
      app.clock.atMs = Date.parse('2026-09-20T00:00:00.000Z')
      const [forward] = (await daysFrom('2026-09-27')).days
      expect(forward!.starts).toHaveLength(9)
      expect(forward!.starts[0]).toBe('2026-09-26T12:00:00.000Z')
      expect(forward!.starts.at(-1)).toBe('2026-09-26T16:00:00.000Z')
      const held = valueOf(await hold('2026-09-26T16:00:00.000Z'))
      expect(held.endsAt).toBe('2026-09-26T17:00:00.000Z')

      app.clock.atMs = Date.parse('2027-03-20T00:00:00.000Z')
      const [back] = (await daysFrom('2027-04-04')).days
      expect(back!.starts).toHaveLength(13)
      expect(back!.starts[0]).toBe('2027-04-03T11:00:00.000Z')
      expect(back!.starts.at(-1)).toBe('2027-04-03T17:00:00.000Z')
      // Half past two comes twice that night; they are two times.
      valueOf(await hold('2027-04-03T13:30:00.000Z'))
      valueOf(await hold('2027-04-03T14:30:00.000Z'))
    })

    test('are said to be full when no bay is left for the service', async () => {
      start({ deps: { catalogue: oneBay } })
      const [open] = (await daysFrom('2026-12-05', '2026-12-05', 'MAJOR')).days
      expect(open!.starts).toHaveLength(1)
      valueOf(await hold('2026-12-04T21:00:00.000Z'))
      const full = await daysFrom('2026-12-05', '2026-12-05', 'MAJOR')
      expect(full.days[0]).toMatchObject({ state: 'FULL', starts: [] })
      expect((await daysFrom('2026-12-05')).days[0]!.state).toBe('OPEN')
    })

    test.each([
      [{ outletCode: 'NIL01' }, 'outletCode'],
      [{ serviceCode: 'POLISH' }, 'serviceCode'],
      [{ date: '2026-02-30' }, 'date'],
      [{ until: '2026-11-29' }, 'until'],
      [{ until: '2027-01-11' }, 'until'],
    ])('%j is refused', async (facts, property) => {
      const query = { ...WORKSHOP, date: '2026-11-30', ...facts }
      expect(await visitor(calls.listServiceSlots, { query })).toMatchObject(faultAt(property))
    })
  })

  describe('a hold', () => {
    test('keeps a time for five minutes, longer while there is life, half an hour at most', async () => {
      start({ deps: { catalogue: oneBay } })
      const { holdId, heldUntil } = valueOf(await hold(EIGHT))
      expect(Date.parse(heldUntil) - app.clock.atMs).toBe(5 * MINUTE_MS)
      expect(await hold(HALF_PAST)).toMatchObject(problem(409, 'Conflict'))

      const renew = () => visitor(calls.renewServiceHold, { params: { id: holdId } })
      for (let minute = 4; minute <= 28; minute += 4) {
        app.clock.advance(4 * MINUTE_MS)
        valueOf(await renew())
        expect(await hold(EIGHT)).toMatchObject(problem(409, 'Conflict'))
      }
      app.clock.advance(2 * MINUTE_MS)
      expect(await renew()).toMatchObject(problem(409, 'Conflict'))
      valueOf(await hold(EIGHT))
    })

    test('is let go by its id, by another that takes its place, and by the job', async () => {
      start({ deps: { catalogue: oneBay } })
      const first = valueOf(await hold(EIGHT))
      await visitor(calls.releaseServiceHold, { params: { id: first.holdId } })
      const second = valueOf(await hold(EIGHT))
      // Half an hour later: the two would not fit one bay together.
      const third = valueOf(await hold(HALF_PAST, { replaces: second.holdId }))
      expect(await units()).toHaveLength(2)
      // The place of another is taken by what can be had alone.
      expect(await hold('2026-12-07T11:00:00.000Z', { replaces: third.holdId })).toMatchObject(
        problem(409, 'Conflict', 'This time cannot be booked. Please choose another.'),
      )
      expect((await units()).map(({ owner_id }) => owner_id)).toEqual([third.holdId, third.holdId])

      app.clock.advance(5 * MINUTE_MS)
      await freeLapsedHolds(app.deps)
      expect(await units()).toEqual([])
      app.clock.advance(DAY_MS)
      await freeLapsedHolds(app.deps)
      expect(await visitor(calls.renewServiceHold, { params: { id: third.holdId } })).toMatchObject(
        problem(404, 'NotFound'),
      )
    })

    test('does not let a booking go', async () => {
      const { booking } = await booked()
      await visitor(calls.releaseServiceHold, { params: { id: booking.bookingId } })
      valueOf(await hold(EIGHT, { replaces: booking.bookingId }))
      expect(await units()).toHaveLength(4)
    })

    test('is refused for a time that is no time of the workshop', async () => {
      for (const startsAt of [
        '2026-12-07T19:10:00.000Z',
        '2026-12-07T11:00:00.000Z',
        '2026-12-24T19:00:00.000Z',
        '2026-11-23T02:00:00.000Z',
        '2027-12-07T19:00:00.000Z',
      ])
        expect(await hold(startsAt)).toMatchObject(problem(409, 'Conflict'))
      expect(await hold('2026-02-30T19:00:00.000Z')).toMatchObject(faultAt('startsAt'))
      expect(await hold('tomorrow')).toMatchObject(faultAt('startsAt'))
    })

    test('is not for one visitor to take the whole workshop', async () => {
      start({ env: { LIMIT_SERVICE_HOLDS_AT_ONCE: '2' } })
      const first = valueOf(await hold(EIGHT))
      valueOf(await hold(EIGHT))
      expect(await hold(EIGHT)).toMatchObject(problem(429, 'TooManyRequests'))
      valueOf(await hold(HALF_PAST, { replaces: first.holdId }))
      app.clock.advance(5 * MINUTE_MS)
      valueOf(await hold(EIGHT))
    })
  })

  describe('a booking', () => {
    test('by a visitor opens by the key of its mail, and by nothing else', async () => {
      await seedDemo(app.deps)
      const { booking, bookingKey } = valueOf(
        await bookHeld(valueOf(await hold(EIGHT)).holdId, visitor, {
          note: 'A rattle <b>left</b>',
        }),
      )
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
      expect(await get(bookingKey.replace(/^./, '-'))).toMatchObject(problem(404, 'NotFound'))
      const other = await arrive(app)
      expect(await get(undefined, other.call)).toMatchObject(problem(404, 'NotFound'))
      expect(valueOf(await get(bookingKey, other.call))).toEqual(booking)

      const [mail] = await mails()
      expect(mail).toMatchObject({ to: 'customer@demo.example' })
      expect(mail!.subject).toMatch(/^Your service is booked: Tuesday,? 8 December 2026 at 8:00/)
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

    test.each([
      [{ registration: ' -?' }, 'registration'],
      [{ registration: 'A'.repeat(41) }, 'registration'],
      [{ contact: aContact({ email: 'nobody' }) }, 'contact.email'],
      [{ contact: aContact({ mobilePhone: '12' }) }, 'contact.mobilePhone'],
      [{ contact: aContact({ firstName: ' ' }) }, 'contact.firstName'],
      [{ note: 'x'.repeat(501) }, 'note'],
    ])('with %j is refused and keeps its time', async (facts, property) => {
      const body = await aServiceBooking(visitor)
      expect(await visitor(calls.bookService, { body: { ...body, ...facts } })).toMatchObject(
        faultAt(property),
      )
      valueOf(await visitor(calls.bookService, { body }))
    })

    test('is made once of a hold, however often it is sent', async () => {
      const { holdId } = valueOf(await hold(EIGHT))
      const first = valueOf(await bookHeld(holdId))
      expect(valueOf(await bookHeld(holdId))).toEqual(first)
      const other = { holdId, registration: 'OTHER1', contact: aContact() }
      expect(await visitor(calls.bookService, { body: other })).toMatchObject(
        problem(409, 'Conflict'),
      )
      expect(await mails()).toHaveLength(1)
      expect(await units()).toHaveLength(2)
    })

    test('is still made of a hold that has lapsed, unless somebody else has its time', async () => {
      start({ deps: { catalogue: oneBay } })
      const early = valueOf(await hold(EIGHT))
      app.clock.advance(6 * MINUTE_MS)
      await freeLapsedHolds(app.deps)
      valueOf(await bookHeld(early.holdId))

      const late = valueOf(await hold('2026-12-07T20:30:00.000Z'))
      app.clock.advance(6 * MINUTE_MS)
      // It overlaps the second half only.
      valueOf(await hold('2026-12-07T21:00:00.000Z'))
      expect(await bookHeld(late.holdId)).toMatchObject(
        problem(409, 'Conflict', 'Somebody has just taken this time. Please choose another.'),
      )
      expect(await bookHeld('nothing')).toMatchObject(
        problem(409, 'Conflict', 'This time is no longer held. Please choose a time again.'),
      )
      await freeLapsedHolds(app.deps)
      expect(await units()).toHaveLength(4)
    })

    test('has the price of its kind of car where the record of the customer’s own tells', async () => {
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
        return valueOf(await call(calls.bookService, { body })).booking.isElectric
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

    test('of an electric car is for certified dealers, when made and when changed', async () => {
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

    test('is not made without end for one address', async () => {
      start({ env: { LIMIT_SERVICE_BOOKINGS_PER_DAY: '2' } })
      await booked()
      await booked()
      const { holdId } = valueOf(await hold(EIGHT))
      expect(await bookHeld(holdId)).toMatchObject(problem(429, 'TooManyRequests'))
    })

    test('moves to another time, service and outlet, and mails that', async () => {
      start({ deps: { catalogue: oneBay } })
      const { booking, bookingKey } = await booked()
      const body = { outletCode: 'AKL01', serviceCode: 'ANNUAL', startsAt: HALF_PAST }
      const { holdId } = valueOf(await visitor(calls.holdServiceSlot, { body }))
      const change = () =>
        visitor(calls.changeServiceBooking, {
          params: { id: booking.bookingId },
          body: { holdId },
          bookingKey,
        })
      const changed = valueOf(await change())
      expect(changed).toMatchObject({
        bookingId: booking.bookingId,
        service: { code: 'ANNUAL', priceCents: 38_900, minutes: 120 },
        outlet: { outletCode: 'AKL01' },
        startsAt: HALF_PAST,
        version: 2,
      })
      expect(valueOf(await change())).toEqual(changed)
      expect((await units()).map(({ outlet_code }) => outlet_code)).toEqual(Array(4).fill('AKL01'))
      app.clock.advance(1)
      valueOf(await hold(EIGHT))
      expect((await mails()).map(({ subject }) => subject.split(':')[0]).sort()).toEqual([
        'Your service booking has changed',
        'Your service is booked',
      ])
    })

    test('is cancelled once, frees its time, and says so', async () => {
      start({ deps: { catalogue: oneBay } })
      const { booking, bookingKey } = await booked()
      const params = { id: booking.bookingId }
      const cancel = () => visitor(calls.cancelServiceBooking, { params, bookingKey })
      const cancelled = valueOf(await cancel())
      expect(cancelled).toMatchObject({ status: 'CANCELLED', canChange: false })
      expect(valueOf(await cancel())).toEqual(cancelled)
      expect(await mails()).toHaveLength(2)
      const { holdId } = valueOf(await hold(EIGHT))
      expect(
        await visitor(calls.changeServiceBooking, { params, body: { holdId }, bookingKey }),
      ).toMatchObject(problem(409, 'Conflict', 'This booking is cancelled.'))
    })

    test('stays as it is from two hours before it begins', async () => {
      const { booking, bookingKey } = await booked()
      const params = { id: booking.bookingId }
      app.clock.atMs = Date.parse(booking.changeUntil)
      const get = await visitor(calls.getServiceBooking, { params, bookingKey })
      expect(valueOf(get).canChange).toBe(false)
      const late =
        'It is too late to change this booking here. Please call Addington Tarvane on +64 3 555 0181.'
      expect(await visitor(calls.cancelServiceBooking, { params, bookingKey })).toMatchObject(
        problem(409, 'Conflict', late),
      )
    })

    test('is cancelled by the workshop for a reason, until it is over, and the reason mailed', async () => {
      await seedDemo(app.deps)
      const { bookingId } = (await booked()).booking
      const late = (await booked(HALF_PAST)).booking
      app.clock.atMs = Date.parse(EIGHT)
      const cancel = async (reason: string) =>
        (await arrive(app, 'service@demo.example')).call(calls.cancelBookingForCustomer, {
          params: { id: bookingId },
          body: { reason },
        })
      expect(await cancel('')).toMatchObject(faultAt('reason'))
      expect(valueOf(await cancel('The hoist is out of order.')).status).toBe('CANCELLED')
      expect(valueOf(await cancel('Again.')).status).toBe('CANCELLED')
      const told = (await mails()).filter(({ subject }) => subject.includes('cancelled'))
      expect(told).toHaveLength(1)
      expect(told[0]!.text).toContain('The reason: The hoist is out of order.')

      app.clock.atMs = Date.parse(late.endsAt)
      const { call } = await arrive(app, 'service@demo.example')
      const input = { params: { id: late.bookingId }, body: { reason: 'Too late.' } }
      expect(await call(calls.cancelBookingForCustomer, input)).toMatchObject(
        problem(409, 'Conflict', 'This service is over.'),
      )
    })

    test('is forgotten two years after', async () => {
      const { booking } = await booked()
      app.clock.atMs = Date.parse(booking.endsAt) + 729 * DAY_MS
      await forgetOld(app.deps)
      expect(await db.selectFrom('service_booking').selectAll().execute()).toHaveLength(1)
      app.clock.advance(2 * DAY_MS)
      await forgetOld(app.deps)
      expect(await db.selectFrom('service_booking').selectAll().execute()).toEqual([])
      expect(await units()).toEqual([])
    })
  })

  test('that are to come are staff’s to see, the next one first', async () => {
    await seedDemo(app.deps)
    const staff = await arrive(app, 'staff@demo.example')
    const toCome = async (query: { limit?: string; cursor?: string } = {}) =>
      valueOf(await staff.call(calls.listBookingsToCome, { query }))
    const later = await booked(HALF_PAST)
    const next = await booked()
    const gone = await booked('2026-12-07T22:00:00.000Z')
    const { bookingKey } = gone
    const params = { id: gone.booking.bookingId }
    valueOf(await visitor(calls.cancelServiceBooking, { params, bookingKey }))
    const first = await toCome({ limit: '1' })
    expect(first.bookings).toMatchObject([{ bookingId: next.booking.bookingId }])
    const { bookings, nextCursor } = await toCome({ limit: '1', cursor: first.nextCursor! })
    expect([bookings[0]!.bookingId, nextCursor]).toEqual([later.booking.bookingId, null])
  })

  describe('of many at once', () => {
    test('one gets the last time, of fifty', async () => {
      start({
        deps: { catalogue: oneBay },
        env: { LIMIT_SERVICE_HOLDS_AT_ONCE: '1000', LIMIT_SERVICE_HOLDS_PER_MINUTE: '1000' },
      })
      // Some want the whole of it, some a part, from both sides.
      const wishes = Array.from({ length: 50 }, (_, index) =>
        hold(index % 2 ? EIGHT : HALF_PAST, { serviceCode: index % 3 ? 'WOF' : 'AIRCON' }),
      )
      const answers = await Promise.all(wishes)
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      for (const answer of answers.filter(({ ok }) => !ok))
        expect(answer).toMatchObject({ failure: { status: 409 } })
      expect(new Set((await units()).map(({ owner_id }) => owner_id)).size).toBe(1)
    })

    test('four bays are given to four, and each to one', async () => {
      start({
        env: { LIMIT_SERVICE_HOLDS_AT_ONCE: '1000', LIMIT_SERVICE_HOLDS_PER_MINUTE: '1000' },
      })
      const answers = await Promise.all(Array.from({ length: 50 }, () => hold(EIGHT)))
      expect(answers.filter(({ ok }) => ok)).toHaveLength(4)
      expect(await units()).toHaveLength(8)
    })

    test('one booking comes of one hold', async () => {
      const { holdId } = valueOf(await hold(EIGHT))
      const answers = await Promise.all(Array.from({ length: 20 }, () => bookHeld(holdId)))
      const ids = answers.map((answer) => valueOf(answer).booking.bookingId)
      expect(new Set(ids).size).toBe(1)
      expect(await mails()).toHaveLength(1)
      expect(await units()).toHaveLength(2)
    })

    test('a lapsed hold and a new one do not both get its time', async () => {
      start({ deps: { catalogue: oneBay } })
      const { holdId } = valueOf(await hold(EIGHT))
      app.clock.advance(6 * MINUTE_MS)
      const answers = await Promise.all([bookHeld(holdId), hold(HALF_PAST), hold(EIGHT)])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    })
  })
})
