import { describe, expect, test } from 'vitest'
import * as calls from '#lib/service/calls.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { forgetOld } from '#server/upkeep/retention.ts'
import { databases } from '#tests/setup/databases.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive } from '#tests/setup/purchases.ts'
import {
  EIGHT,
  HALF_PAST,
  problem,
  faultAt,
  oneBay,
  restartWorkshop,
  hold,
  booked,
  mails,
  units,
  setUpService,
} from './service.fixture.ts'
import { app, db, visitor } from '#tests/setup/suite.ts'
import { DAY_MS } from '#lib/shared/durations.ts'

describe.each(databases)('service bookings on $name', (database) => {
  setUpService(database)

  describe('a booking that is made', () => {
    test('moves to another time, service and outlet, and mails that', async () => {
      restartWorkshop({ deps: { catalogue: oneBay } })
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
      restartWorkshop({ deps: { catalogue: oneBay } })
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
        'It’s too late to change this booking online. Please call Addington Tarvane on +64 3 555 0181.'
      expect(await visitor(calls.cancelServiceBooking, { params, bookingKey })).toMatchObject(
        problem(409, 'Conflict', late),
      )
    })

    test('is cancelled by the workshop for a reason, until it is over, and the reason mailed', async () => {
      await seedDemo(app.deps)
      const { booking } = await booked()
      const late = (await booked(HALF_PAST)).booking
      app.clock.atMs = Date.parse(EIGHT)
      const cancel = async (reason: string, startsAt = booking.startsAt) =>
        (await arrive(app, 'service@demo.example')).call(calls.cancelBookingForCustomer, {
          params: { id: booking.bookingId },
          body: { reason, startsAt },
        })
      expect(await cancel('')).toMatchObject(faultAt('reason'))
      expect(await cancel('Moved since.', late.startsAt)).toMatchObject(
        problem(
          409,
          'Conflict',
          'The customer has moved this booking. Please check its new time first.',
        ),
      )
      expect(valueOf(await cancel('The hoist is out of order.')).status).toBe('CANCELLED')
      expect(valueOf(await cancel('Again.')).status).toBe('CANCELLED')
      const told = (await mails()).filter(({ subject }) => subject.includes('cancelled'))
      expect(told).toHaveLength(1)
      expect(told[0]!.text).toContain('Reason: The hoist is out of order.')

      app.clock.atMs = Date.parse(late.endsAt)
      const { call } = await arrive(app, 'service@demo.example')
      const input = { params: { id: late.bookingId }, body: { reason: 'Too late.' } }
      expect(await call(calls.cancelBookingForCustomer, input)).toMatchObject(
        problem(409, 'Conflict', 'This service has already taken place.'),
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
})
