import { describe, expect, test } from 'vitest'
import * as calls from '#lib/service/calls.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { freeLapsedHolds } from '#server/service/holds.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive } from '#tests/setup/purchases.ts'
import { WORKSHOP } from '#tests/setup/services.ts'
import {
  EIGHT,
  HALF_PAST,
  problem,
  faultAt,
  oneBay,
  restartWorkshop,
  hold,
  bookHeld,
  booked,
  linkMails,
  units,
  setUpService,
} from './service.fixture.ts'
import { app, visitor } from '#tests/setup/suite.ts'
import { DAY_MS, MINUTE_MS } from '#lib/shared/durations.ts'

describe.each(databases)('service bookings on $name', (database) => {
  setUpService(database)

  const daysFrom = async (date: string, until = date, serviceCode = 'WOF') =>
    valueOf(
      await visitor(calls.listServiceSlots, {
        query: { outletCode: WORKSHOP.outletCode, serviceCode, date, until },
      }),
    )

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
      restartWorkshop({ deps: { catalogue: oneBay } })
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
      restartWorkshop({ deps: { catalogue: oneBay } })
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
      restartWorkshop({ deps: { catalogue: oneBay } })
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

    test('that has lapsed is not renewed beyond the limit of holds at once', async () => {
      restartWorkshop({ env: { LIMIT_SERVICE_HOLDS_AT_ONCE: '1' } })
      const { holdId } = valueOf(await hold(EIGHT))
      app.clock.advance(6 * MINUTE_MS)
      const other = valueOf(await hold('2026-12-07T20:00:00.000Z'))
      const renew = () => visitor(calls.renewServiceHold, { params: { id: holdId } })
      expect(await renew()).toMatchObject(problem(429, 'TooManyRequests'))
      await visitor(calls.releaseServiceHold, { params: { id: other.holdId } })
      valueOf(await renew())
    })

    test('is let go by its id, by another that takes its place, and by the job', async () => {
      restartWorkshop({ deps: { catalogue: oneBay } })
      const first = valueOf(await hold(EIGHT))
      await visitor(calls.releaseServiceHold, { params: { id: first.holdId } })
      const second = valueOf(await hold(EIGHT))
      // Half an hour later: the two would not fit one bay together.
      const third = valueOf(await hold(HALF_PAST, { replaces: second.holdId }))
      expect(await units()).toHaveLength(2)
      // The place of another is taken by what can be had alone.
      expect(await hold('2026-12-07T11:00:00.000Z', { replaces: third.holdId })).toMatchObject(
        problem(409, 'Conflict', 'This time isn’t available. Please choose another.'),
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
      restartWorkshop({ env: { LIMIT_SERVICE_HOLDS_AT_ONCE: '2' } })
      const first = valueOf(await hold(EIGHT))
      valueOf(await hold(EIGHT))
      expect(await hold(EIGHT)).toMatchObject(problem(429, 'TooManyRequests'))
      valueOf(await hold(HALF_PAST, { replaces: first.holdId }))
      app.clock.advance(5 * MINUTE_MS)
      valueOf(await hold(EIGHT))
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
    test('only one of fifty requests gets the last slot', async () => {
      restartWorkshop({
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
      restartWorkshop({
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
      expect(await linkMails()).toHaveLength(1)
      expect(await units()).toHaveLength(2)
    })

    test('a lapsed hold and a new one do not both get its time', async () => {
      restartWorkshop({ deps: { catalogue: oneBay } })
      const { holdId } = valueOf(await hold(EIGHT))
      app.clock.advance(6 * MINUTE_MS)
      const answers = await Promise.all([bookHeld(holdId), hold(HALF_PAST), hold(EIGHT)])
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    })
  })
})
