import { describe, expect, test } from 'vitest'
import * as calls from '#lib/service/calls.ts'
import { freeLapsedHolds } from '#server/service/holds.ts'
import { databases } from '#tests/setup/databases.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { RIGHT_CAPTCHA, valueOf } from '#tests/setup/people.ts'
import { arrive } from '#tests/setup/purchases.ts'
import { aContact } from '#tests/setup/services.ts'
import {
  bookHeld,
  confirmBooking,
  confirmKeyOf,
  EIGHT,
  HALF_PAST,
  hold,
  linkMails,
  mails,
  oneBay,
  problem,
  setUpService,
  restartWorkshop,
  units,
} from './service.fixture.ts'
import { app, db, visitor } from '#tests/setup/suite.ts'
import { DAY_MS, MINUTE_MS } from '#lib/shared/durations.ts'

const LURE = 'Claim your refund: http://x.example'
const NOT_IN_TIME =
  'This booking wasn’t confirmed in time, so we’ve released the time. Please choose another.'

describe.each(databases)('a service booking without an account, on $name', (database) => {
  setUpService(database)

  const made = async (startsAt = EIGHT) =>
    valueOf(await bookHeld(valueOf(await hold(startsAt)).holdId))

  test('wants a captcha', async () => {
    const { holdId } = valueOf(await hold(EIGHT))
    const body = { holdId, registration: 'TOI101', contact: aContact() }
    expect(await visitor(calls.bookService, { body })).toMatchObject(problem(400, 'InvalidToken'))
    expect(await linkMails()).toEqual([])
  })

  test('is mailed a link with our words only, and holds its time for an hour', async () => {
    restartWorkshop({ deps: { catalogue: oneBay } })
    const { holdId } = valueOf(await hold(EIGHT))
    const contact = aContact({ firstName: LURE, lastName: LURE, email: 'victim@post.example' })
    const body = { holdId, registration: 'REFUND AT X.EXAMPLE', contact, note: LURE }
    const { booking, bookingKey } = valueOf(
      await visitor(calls.bookService, { body, captchaToken: RIGHT_CAPTCHA }),
    )
    expect(booking).toMatchObject({
      status: 'BOOKED',
      confirmBy: '2026-11-23T02:00:00.000Z',
      canChange: false,
    })
    expect(await mails()).toEqual([])
    const [link, ...more] = await linkMails()
    expect(more).toEqual([])
    expect(link).toMatchObject({ to: 'victim@post.example', attachment: null })
    for (const part of [link!.subject, link!.text, link!.html])
      expect(part).not.toMatch(/refund|x\.example|expecting/i)
    expect(link!.text).toContain('Kia ora,\n')
    expect(link!.text).toContain('To keep the time, confirm the booking by 3:00\u00a0pm.')
    expect(link!.text).toContain('Wasn’t this you? There’s nothing you need to do.')
    // The one who booked does not have what confirms it.
    expect(link!.text).not.toContain(bookingKey)
    expect(await confirmBooking(booking.bookingId, bookingKey)).toMatchObject(
      problem(404, 'NotFound'),
    )

    app.clock.advance(60 * MINUTE_MS - 1)
    expect(await hold(EIGHT)).toMatchObject(problem(409, 'Conflict'))
    app.clock.advance(1)
    valueOf(await hold(EIGHT))
    expect(await confirmBooking(booking.bookingId)).toMatchObject(
      problem(409, 'Conflict', NOT_IN_TIME),
    )
    const seen = await visitor(calls.getServiceBooking, {
      params: { id: booking.bookingId },
      bookingKey,
    })
    expect(valueOf(seen)).toMatchObject({ status: 'CANCELLED', canChange: false })
    expect(await mails()).toEqual([])
  })

  test('counts once it is confirmed, however often, and is then mailed whole', async () => {
    const { booking } = await made()
    const key = await confirmKeyOf(booking.bookingId)
    const answers = await Promise.all([1, 2, 3].map(() => confirmBooking(booking.bookingId, key)))
    for (const answer of answers)
      expect(valueOf(answer).booking).toMatchObject({
        confirmBy: null,
        canChange: true,
        version: 1,
      })
    const told = await mails()
    expect(told.map(({ subject }) => subject.split(':')[0])).toEqual(['Your service is booked'])
    expect(told[0]!.text).toContain('Kia ora Mia,')
    app.clock.advance(DAY_MS)
    await freeLapsedHolds(app.deps)
    expect((await units()).map(({ held_until }) => held_until)).toEqual([null, null])
  })

  test('cannot be confirmed at the end of its hour and lose its time as well', async () => {
    restartWorkshop({ deps: { catalogue: oneBay } })
    const { booking } = await made()
    const key = await confirmKeyOf(booking.bookingId)
    app.clock.advance(60 * MINUTE_MS)
    const [confirmed, held] = await Promise.all([
      confirmBooking(booking.bookingId, key),
      hold(EIGHT),
    ])
    expect([confirmed.ok, held.ok]).toEqual([false, true])
  })

  test('is not for staff until it is confirmed, and is forgotten a day after it was not', async () => {
    await seedDemo(app.deps)
    await made()
    const { booking } = await made(HALF_PAST)
    valueOf(await confirmBooking(booking.bookingId))
    const sam = await arrive(app, 'staff@demo.example')
    const listed = valueOf(await sam.call(calls.listBookingsToCome, { query: {} })).bookings
    expect(listed.map(({ bookingId }) => bookingId)).toEqual([booking.bookingId])
    app.clock.advance(DAY_MS + 61 * MINUTE_MS)
    await freeLapsedHolds(app.deps)
    const rows = await db.selectFrom('service_booking').select('booking_id').execute()
    expect(rows).toEqual([{ booking_id: booking.bookingId }])
  })

  test('is changed once it is confirmed, and can be cancelled before, without a word', async () => {
    const { booking, bookingKey } = await made()
    const params = { id: booking.bookingId }
    const { holdId } = valueOf(await hold(HALF_PAST))
    expect(
      await visitor(calls.changeServiceBooking, { params, body: { holdId }, bookingKey }),
    ).toMatchObject(
      problem(409, 'Conflict', 'Please confirm this booking first: open the link in our email.'),
    )
    const cancelled = await visitor(calls.cancelServiceBooking, { params, bookingKey })
    expect(valueOf(cancelled).status).toBe('CANCELLED')
    expect(await mails()).toEqual([])
    expect(await confirmBooking(booking.bookingId)).toMatchObject(
      problem(409, 'Conflict', 'This booking is cancelled.'),
    )
  })

  test('is limited by network and hour, and by address and day, in the database', async () => {
    restartWorkshop({
      env: { LIMIT_VISITOR_BOOKINGS_PER_HOUR: '3', LIMIT_VISITOR_BOOKINGS_PER_DAY: '2' },
    })
    await made()
    await made()
    expect(await bookHeld(valueOf(await hold(EIGHT)).holdId)).toMatchObject(
      problem(
        429,
        'TooManyRequests',
        'This email address has reached its booking limit for today. Please call your dealer, or try again tomorrow.',
      ),
    )
    restartWorkshop({ env: { LIMIT_VISITOR_BOOKINGS_PER_HOUR: '2' } })
    // The one that was refused doesn't count for the network, nor does this.
    expect((await bookHeld('no-such-hold')).ok).toBe(false)
    expect(await bookHeld(valueOf(await hold(EIGHT)).holdId)).toMatchObject(
      problem(
        429,
        'TooManyRequests',
        'We’ve had a lot of bookings from your network this hour. Please sign in to book now, call your dealer, or try again in an hour.',
      ),
    )
    expect(await linkMails()).toHaveLength(2)
  })

  test('of a customer for another address is confirmed by link too, without what was typed', async () => {
    await seedDemo(app.deps)
    const mia = await arrive(app)
    const bookFor = async (email: string) => {
      const { holdId } = valueOf(await hold(EIGHT))
      const contact = aContact({ firstName: LURE, email })
      const body = { holdId, registration: 'REFUND', contact }
      return valueOf(await mia.call(calls.bookService, { body })).booking
    }
    const other = await bookFor('other@post.example')
    expect(other).toMatchObject({ confirmBy: '2026-11-23T02:00:00.000Z', canChange: false })
    const told = await linkMails()
    expect(told.map(({ to }) => to)).toEqual(['other@post.example'])
    for (const { subject, text, html } of told)
      expect(subject + text + html).not.toMatch(/refund|x\.example/i)
    expect(await mails()).toEqual([])
    valueOf(await confirmBooking(other.bookingId))
    expect((await mails()).map(({ to }) => to)).toEqual(['other@post.example'])

    expect((await bookFor('customer@demo.example')).confirmBy).toBeNull()
    const own = (await mails()).filter(({ to }) => to === 'customer@demo.example')
    expect(own.map(({ text }) => text.split('\n')[0])).toEqual([`Kia ora ${LURE},`])
  })
})
