import { describe, expect, test } from 'vitest'
import { requestDeletion } from '#lib/customers/account-calls.ts'
import * as calls from '#lib/service/calls.ts'
import { databases } from '#tests/setup/databases.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { valueOf } from '#tests/setup/people.ts'
import { arrive, confirmed, type Person } from '#tests/setup/purchases.ts'
import { SAMPLE_PASSWORD } from '#lib/demo/sample-accounts.ts'
import { aContact, WORKSHOP } from '#tests/setup/services.ts'
import { addMinutes } from '#lib/service/times.ts'
import {
  bookHeld,
  booked,
  EIGHT,
  HALF_PAST,
  hold,
  linkMails,
  mails,
  problem,
  restartWorkshop,
  setUpService,
  units,
} from './service.fixture.ts'
import { app, db, visitor } from '#tests/setup/suite.ts'
import { DAY_MS, MINUTE_MS } from '#lib/shared/durations.ts'

const MIA = 'customer@demo.example'

describe.each(databases)('how many service bookings there may be, on $name', (database) => {
  setUpService(database)
  let mia: Person

  const shopWith = async (env: Record<string, string>) => {
    restartWorkshop({ env })
    await seedDemo(app.deps)
    mia = await arrive(app)
  }
  const bookFor = async (who: Person, email = MIA, startsAt = EIGHT) => {
    const { holdId } = valueOf(await hold(startsAt))
    const body = { holdId, registration: 'ABC123', contact: aContact({ email }) }
    const answer = await who.call(calls.bookService, { body })
    // A refused one lets its time go.
    if (!answer.ok) await visitor(calls.releaseServiceHold, { params: { id: holdId } })
    return answer
  }

  test('a stranger who books with another person’s address uses up none of their emails or requests', async () => {
    await shopWith({ LIMIT_MAILS_PER_DAY: '2' })
    const mal = await arrive(app, 'company@demo.example')
    for (let n = 0; n < 3; n++) valueOf(await bookFor(mal))
    expect(await mails()).toEqual([])
    expect(await linkMails()).toHaveLength(3)

    await confirmed(mia)
    valueOf(await bookFor(mia))
    // Beyond her own two of bookings she is mailed no more, and still gets done what she asks for.
    valueOf(await bookFor(mia, MIA, '2026-12-07T21:00:00.000Z'))
    valueOf(await bookFor(mia, MIA, '2026-12-07T22:00:00.000Z'))
    const kinds = async () =>
      (await db.selectFrom('outbox').select('kind').where('recipient', '=', MIA).execute())
        .map(({ kind }) => kind)
        .filter((kind) => kind !== 'service-confirm')
        .sort()
    expect(await kinds()).toEqual(['purchase-confirmed', 'service-booked', 'service-booked'])
  })

  test('an account whose mails of the day are used up still hears of its own deletion', async () => {
    await shopWith({ LIMIT_MAILS_PER_DAY: '1' })
    valueOf(await bookFor(mia))
    valueOf(
      await mia.call(requestDeletion, {
        params: { id: mia.customerId },
        body: { currentPassword: SAMPLE_PASSWORD },
      }),
    )
    const rows = await db.selectFrom('outbox').select('kind').execute()
    expect(rows.map(({ kind }) => kind).sort()).toEqual(['deletion-asked', 'service-booked'])
  })

  test('a customer holds three times at once, from wherever', async () => {
    await shopWith({ TRUSTED_PROXIES: '1' })
    const from = (n: number, startsAt: string) =>
      app.request('/api/service/slots/hold', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${mia.accessToken}`,
          'content-type': 'application/json',
          'x-forwarded-for': `203.0.113.${n}`,
        },
        body: JSON.stringify({ ...WORKSHOP, startsAt }),
      })
    // From Tuesday to Friday, and later on Tuesday.
    const hours = [0, 24, 48, 72, 4]
    const starts = hours.map((later) => addMinutes(EIGHT, later * 60))
    const answers = await Promise.all(starts.map((startsAt, n) => from(n, startsAt)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 429, 429])
    const mal = await arrive(app, 'company@demo.example')
    const startsAt = starts[answers.findIndex(({ status }) => status === 429)]!
    valueOf(await mal.call(calls.holdServiceSlot, { body: { ...WORKSHOP, startsAt } }))
  })

  test('a refused request does not count as a booking', async () => {
    await shopWith({ LIMIT_SERVICE_BOOKINGS_PER_DAY: '1', LIMIT_VISITOR_BOOKINGS_PER_DAY: '1' })
    const mal = await arrive(app, 'company@demo.example')
    let asked = 0
    const { register } = app.deps
    app.deps.register = { ...register, find: (plate) => (asked++, register.find(plate)) }
    for (const call of [visitor, mal.call, mia.call])
      for (let n = 0; n < 3; n++)
        expect(await bookHeld('no-such-hold', call)).toMatchObject(problem(409, 'Conflict'))
    expect(asked).toBe(0)
    valueOf(await bookFor(mal, 'company@demo.example'))
    valueOf(await bookHeld(valueOf(await hold(EIGHT)).holdId))
    valueOf(await bookFor(mia))
  })

  test('upcoming bookings are limited per customer, even when made at once', async () => {
    await shopWith({ LIMIT_OPEN_SERVICE_BOOKINGS: '2' })
    const holds = await Promise.all(
      [EIGHT, EIGHT, HALF_PAST, HALF_PAST].map(async (at) => valueOf(await hold(at)).holdId),
    )
    const answers = await Promise.all(holds.map((holdId) => bookHeld(holdId, mia.call)))
    const made = answers.filter(({ ok }) => ok).map(valueOf)
    expect(made).toHaveLength(2)
    const tooMany = problem(
      409,
      'Conflict',
      'You have 2 upcoming service bookings, the most we take online for one customer. Cancel one to make this one, or call your dealer.',
    )
    expect(answers.find(({ ok }) => !ok)).toMatchObject(tooMany)
    for (const id of holds) await visitor(calls.releaseServiceHold, { params: { id } })
    expect(await units()).toHaveLength(4)

    // One that is cancelled makes room, and so does one that was not confirmed in time.
    const params = { id: made[0]!.booking.bookingId }
    valueOf(await mia.call(calls.cancelServiceBooking, { params }))
    valueOf(await bookFor(mia, 'other@post.example'))
    expect(await bookFor(mia)).toMatchObject(tooMany)
    app.clock.advance(61 * MINUTE_MS)
    mia = await arrive(app)
    valueOf(await bookFor(mia))
    const sam = await arrive(app, 'staff@demo.example')
    const { holdId } = valueOf(await hold(EIGHT))
    const body = { holdId, registration: 'ABC123', contact: aContact(), customerId: mia.customerId }
    valueOf(await sam.call(calls.bookService, { body }))
  })

  test('bookings and changes are limited per customer per day, and changes per visitor', async () => {
    await shopWith({ LIMIT_SERVICE_BOOKINGS_PER_DAY: '2' })
    const move = async (id: string, startsAt: string, who: { bookingKey: string } | Person) => {
      const { holdId } = valueOf(await hold(startsAt))
      const ask = { params: { id }, body: { holdId } }
      const answer =
        'call' in who
          ? await who.call(calls.changeServiceBooking, ask)
          : await visitor(calls.changeServiceBooking, { ...ask, ...who })
      if (!answer.ok) await visitor(calls.releaseServiceHold, { params: { id: holdId } })
      return answer
    }
    const { booking } = valueOf(await bookFor(mia))
    valueOf(await move(booking.bookingId, HALF_PAST, mia))
    const enough = problem(
      429,
      'TooManyRequests',
      'You’ve reached today’s limit for this. Please try again tomorrow, or call us.',
    )
    expect(await move(booking.bookingId, EIGHT, mia)).toMatchObject(enough)
    expect(await bookFor(mia)).toMatchObject(enough)

    const visit = await booked()
    const id = visit.booking.bookingId
    valueOf(await move(id, HALF_PAST, visit))
    expect(await move(id, EIGHT, visit)).toMatchObject(enough)
    app.clock.advance(DAY_MS)
    valueOf(await move(id, EIGHT, visit))
    expect(
      valueOf(await bookHeld(valueOf(await hold(EIGHT)).holdId, visitor)).booking.confirmBy,
    ).not.toBeNull()
  })
})
