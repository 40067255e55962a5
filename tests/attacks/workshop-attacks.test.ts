import { describe, expect, test } from 'vitest'
import type { ApiCall } from '#lib/api/client.ts'
import {
  bookService,
  cancelServiceBooking,
  holdServiceSlot,
  renewServiceHold,
} from '#lib/service/calls.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/shared/durations.ts'
import { databases } from '#tests/setup/databases.ts'
import {
  BEHIND_PROXY,
  browserAt,
  cheapAccount,
  movedTo,
  NETWORK,
  OTHER_NETWORK,
} from '#tests/setup/networks.ts'
import { easyCaptcha, RIGHT_CAPTCHA, valueOf } from '#tests/setup/people.ts'
import { conflictOf } from '#tests/setup/purchases.ts'
import { EIGHT, oneBay } from '#tests/api/service/service.fixture.ts'
import { aContact, heldSlot, WORKSHOP } from '#tests/setup/services.ts'
import {
  app,
  db,
  mia,
  restart,
  sam,
  setUpSignedIn,
  signInAgain,
  visitor,
} from '#tests/setup/suite.ts'

describe.each(databases)('a workshop that one network books out, on $name', (database) => {
  setUpSignedIn(database, {
    env: { ...BEHIND_PROXY, LIMIT_NETWORK_SERVICE_BOOKINGS_PER_DAY: '3' },
    deps: { captcha: easyCaptcha },
  })

  const book = async (call: ApiCall, hold = heldSlot(visitor)) =>
    call(bookService, {
      body: { holdId: (await hold).holdId, registration: 'ABC123', contact: aContact() },
      captchaToken: RIGHT_CAPTCHA,
    })

  test('takes as many bookings a day as allowed, however many accounts make them at once', async () => {
    const calls = [browserAt(app, NETWORK)]
    for (let n = 0; n < 3; n++) calls.push((await cheapAccount(app, NETWORK)).call)
    const holds = []
    for (let n = 0; n < 8; n++) holds.push(await heldSlot(visitor))
    const answers = await Promise.all(
      holds.map((hold, n) => book(calls[n % 4]!, Promise.resolve(hold))),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3)
    expect(await db.selectFrom('service_booking').select('booking_id').execute()).toHaveLength(3)
    expect(conflictOf(await book(calls[1]!))).toMatchObject({
      status: 429,
      message:
        'Your network has reached today’s limit for booking services. Please call your dealer to book now, or try again tomorrow.',
    })
  })

  test('is refused alone: other networks, staff and the next day are not', async () => {
    const stranger = await cheapAccount(app, NETWORK)
    for (let n = 0; n < 3; n++) valueOf(await book(stranger.call))
    expect((await book(stranger.call)).ok).toBe(false)
    valueOf(await book(movedTo(app, OTHER_NETWORK, mia).call))
    for (let n = 0; n < 4; n++) valueOf(await book(movedTo(app, NETWORK, sam).call))
    app.clock.advance(DAY_MS)
    await signInAgain()
    valueOf(await book(movedTo(app, NETWORK, mia).call))
  })
})

describe.each(databases)('a workshop that one network books for weeks, on $name', (database) => {
  setUpSignedIn(database, {
    env: { ...BEHIND_PROXY, LIMIT_NETWORK_OPEN_SERVICE_BOOKINGS: '3' },
    deps: { captcha: easyCaptcha },
  })

  test('takes a number of bookings to come, until one is over or cancelled', async () => {
    const stranger = await cheapAccount(app, NETWORK)
    const book = async (call: ApiCall) =>
      call(bookService, {
        body: {
          holdId: (await heldSlot(visitor)).holdId,
          registration: 'ABC123',
          contact: aContact(),
        },
        captchaToken: RIGHT_CAPTCHA,
      })
    const made = [await book(stranger.call), await book(stranger.call), await book(stranger.call)]
    expect(conflictOf(await book(stranger.call))).toMatchObject({
      status: 409,
      message:
        'Your network has the most upcoming service bookings we take online. Please call your dealer to book.',
    })
    valueOf(await book(movedTo(app, OTHER_NETWORK, mia).call))
    const { booking } = valueOf(made[0]!)
    const params = { id: booking.bookingId }
    valueOf(await stranger.call(cancelServiceBooking, { params }))
    valueOf(await book(stranger.call))
  })
})

describe.each(databases)(
  'a workshop that visitors hold from many networks, on $name',
  (database) => {
    setUpSignedIn(database, {
      env: { ...BEHIND_PROXY, LIMIT_VISITOR_WORKSHOP_PERCENT: '50' },
      deps: { captcha: easyCaptcha, catalogue: oneBay },
    })
    /** The day has 20 units in one bay: five services of an hour are half of it. */
    const at = (hour: number) => new Date(Date.parse(EIGHT) + hour * HOUR_MS).toISOString()
    const holdAt = (hour: number, call: ApiCall, replaces?: string) =>
      call(holdServiceSlot, {
        body: { ...WORKSHOP, startsAt: at(hour), ...(replaces && { replaces }) },
      })
    const bookHeld = (holdId: string, call: ApiCall, n: number) =>
      call(bookService, {
        body: { holdId, registration: 'ABC123', contact: aContact({ email: `${n}@post.example` }) },
        captchaToken: RIGHT_CAPTCHA,
      })
    const REFUSED = {
      status: 409,
      message:
        'This day is filling up, so the remaining times are for customers who are signed in. Please sign in to book this time, choose another day, or call Addington Tarvane on +64 3 555 0181.',
    }

    test('keeps half of a day for customers, also when all are held at once', async () => {
      const calls = Array.from({ length: 8 }, (_, n) => browserAt(app, `192.0.2.${n}`))
      const answers = await Promise.all(calls.map((call, hour) => holdAt(hour, call)))
      const held = answers.filter(({ ok }) => ok).map(valueOf)
      expect(held).toHaveLength(5)
      const refused = answers.findIndex(({ ok }) => !ok)
      expect(conflictOf(answers[refused]!)).toMatchObject(REFUSED)

      // A booking that nobody confirms counts as much as a hold, and another time in place of one's own is no more.
      valueOf(await bookHeld(held[0]!.holdId, visitor, 0))
      expect(conflictOf(await holdAt(refused, visitor))).toMatchObject(REFUSED)
      valueOf(await holdAt(refused, visitor, held[1]!.holdId))
    })

    test('has room for customers and staff, and for visitors on other days', async () => {
      for (let hour = 0; hour < 5; hour++) valueOf(await holdAt(hour, visitor))
      expect((await holdAt(5, visitor)).ok).toBe(false)
      valueOf(await holdAt(5, mia.call))
      valueOf(await holdAt(6, sam.call))
      valueOf(await holdAt(24, visitor))
      app.clock.advance(6 * MINUTE_MS)
      valueOf(await holdAt(7, visitor))
    })

    test('cannot be taken through holds that have lapsed', async () => {
      const lapsed = [
        valueOf(await holdAt(0, visitor)).holdId,
        valueOf(await holdAt(1, visitor)).holdId,
      ] as const
      app.clock.advance(6 * MINUTE_MS)
      for (let hour = 2; hour < 7; hour++) valueOf(await holdAt(hour, visitor))
      expect(conflictOf(await bookHeld(lapsed[0], visitor, 0))).toMatchObject(REFUSED)
      const params = { id: lapsed[1] }
      expect(conflictOf(await visitor(renewServiceHold, { params }))).toMatchObject(REFUSED)
    })

    test('takes a visitor whose service is longer than their part, if no one else is there', async () => {
      restart({ env: { LIMIT_VISITOR_WORKSHOP_PERCENT: '10' }, deps: { catalogue: oneBay } })
      const body = { ...WORKSHOP, serviceCode: 'MAJOR', startsAt: EIGHT }
      valueOf(await visitor(holdServiceSlot, { body }))
      expect((await holdAt(5, visitor)).ok).toBe(false)
    })
  },
)
