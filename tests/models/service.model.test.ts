import fc from 'fast-check'
import { expect, test } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { unitsOf } from '#lib/service/slots.ts'
import { ApiProblem } from '#server/platform/http/api-problem.ts'
import { book, cancelBooking, changeBooking } from '#server/service/bookings.ts'
import { confirmKey } from '#server/service/keys.ts'
import { confirmServiceBooking } from '#server/service/visitors.ts'
import { listSlots } from '#server/service/slots.ts'
import { freeLapsedHolds, holdSlot, releaseHold, renewHold } from '#server/service/holds.ts'
import { startApplication } from '#tests/setup/application.ts'
import { databases } from '#tests/setup/databases.ts'
import { aContact } from '#tests/setup/services.ts'
import { MODEL_TIMEOUT_MS, runsOn } from './runs.ts'

/** A workshop of two bays that is open for two hours by the clock on the day clocks go back: three in truth. */
const OUTLET = 'NSN01'
const DAY = '2027-04-04'
const crowded = {
  ...catalogue,
  service: {
    ...catalogue.service,
    horizonDays: 366,
    workshops: catalogue.service.workshops.map((workshop) => ({
      ...workshop,
      bays: 2,
      hours: { ...workshop.hours, sun: '01:30-03:30' },
    })),
  },
}
const FIRST = '2027-04-03T12:30:00.000Z'

type Command =
  | { do: 'hold'; at: number; serviceCode: string; replaces: number | null }
  | { do: 'renew' | 'release' | 'book' | 'cancel' | 'confirm'; which: number }
  | { do: 'change'; which: number; to: number }
  | { do: 'wait'; minutes: number }
  | { do: 'tidy' }

const which = fc.nat(99)

/** One of those there are. */
const pick = <T>(list: readonly T[], which: number): T | undefined => list[which % list.length]
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('hold' as const),
      at: fc.nat(5),
      serviceCode: fc.constantFrom('WOF', 'AIRCON', 'ANNUAL'),
      replaces: fc.option(which),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'renew' as const,
        'release' as const,
        'book' as const,
        'book' as const,
        'cancel' as const,
        'confirm' as const,
        'confirm' as const,
      ),
      which,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('change' as const), which, to: which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      minutes: fc.constantFrom(1, 4, 6, 61),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('tidy' as const) }) },
)

test.each(databases)(
  `half an hour of a bay is one booking’s, and a booking has all of its own (${runsOn(databases[0]!.name)} histories), on $name`,
  async ({ name, open }) => {
    const db = await open()
    const app = startApplication(db, {
      env: {
        LIMIT_SERVICE_HOLDS_AT_ONCE: '999999999',
        LIMIT_CUSTOMER_SERVICE_HOLDS_AT_ONCE: '999999999',
        LIMIT_VISITOR_BOOKINGS_PER_DAY: '999999999',
        LIMIT_SERVICE_BOOKINGS_PER_DAY: '999999999',
      },
      deps: { catalogue: crowded },
    })
    const { deps, clock } = app
    const isFree = async (serviceCode: string, startsAt: string) => {
      const query = { outletCode: OUTLET, serviceCode, date: DAY }
      return (await listSlots(deps, query)).days[0]!.starts.includes(startsAt)
    }
    /** A refusal with a reason is an outcome; anything else is a bug. */
    const tried = async <T>(act: Promise<T>): Promise<T | null> => {
      try {
        return await act
      } catch (error) {
        if (error instanceof ApiProblem && [404, 409].includes(error.status)) return null
        throw error
      }
    }
    const holdConsistently = async (holds: string[], step: Command & { do: 'hold' }) => {
      const startsAt = new Date(Date.parse(FIRST) + step.at * 30 * 60_000).toISOString()
      const wish = { outletCode: OUTLET, serviceCode: step.serviceCode, startsAt }
      const replaces = step.replaces === null ? undefined : pick(holds, step.replaces)
      const wasFree = await isFree(step.serviceCode, startsAt)
      const held = await tried(
        holdSlot(deps, replaces ? { ...wish, replaces } : wish, {
          actor: { type: 'ANONYMOUS' },
          ip: '192.0.2.1',
          effectId: deps.newId(),
        }),
      )
      // A time shown as free can be booked; any other only if it overlaps one's own.
      if (wasFree) expect(held).not.toBeNull()
      else if (!replaces) expect(held).toBeNull()
      if (held) holds.push(held.holdId)
    }
    const checkOwners = async () => {
      const slots = await db
        .selectFrom('service_slot')
        .selectAll()
        .orderBy('starts_at')
        .orderBy('bay')
        .execute()
      const bookings = await db
        .selectFrom('service_booking')
        .selectAll()
        .where('status', '=', 'BOOKED')
        .where('confirm_by', 'is', null)
        .execute()
      for (const { booking_id, starts_at, ends_at } of bookings) {
        const own = slots.filter(({ owner_id }) => owner_id === booking_id)
        const minutes = (Date.parse(ends_at) - Date.parse(starts_at)) / 60_000
        expect(own.map((slot) => slot.starts_at)).toEqual(unitsOf(starts_at, minutes))
        expect(new Set(own.map(({ bay }) => bay)).size).toBe(1)
        expect(own.every(({ held_until }) => held_until === null)).toBe(true)
      }
      const booked = new Set(bookings.map(({ booking_id }) => booking_id))
      for (const { owner_id, held_until } of slots)
        expect(booked.has(owner_id)).toBe(held_until === null)
    }

    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 30, size: 'max' }), async (commands) => {
        for (const table of ['service_slot', 'service_hold', 'service_booking', 'outbox'] as const)
          await db.deleteFrom(table).execute()
        clock.atMs = Date.parse('2027-03-20T00:00:00.000Z')
        const holds: string[] = []
        const bookings: string[] = []
        for (const step of commands) {
          switch (step.do) {
            case 'hold':
              await holdConsistently(holds, step)
              break
            case 'renew':
            case 'release': {
              const holdId = pick(holds, step.which)
              if (holdId && step.do === 'renew') await tried(renewHold(deps, holdId))
              if (holdId && step.do === 'release') await releaseHold(deps, holdId)
              break
            }
            case 'book': {
              const holdId = pick(holds, step.which)
              if (!holdId) break
              const input = { holdId, registration: 'ABC123', contact: aContact() }
              const made = await tried(book(deps, { actor: { type: 'ANONYMOUS' }, ip: '' }, input))
              if (made && !bookings.includes(made.booking.bookingId))
                bookings.push(made.booking.bookingId)
              break
            }
            case 'cancel': {
              const bookingId = pick(bookings, step.which)
              if (bookingId) await tried(cancelBooking(deps, bookingId))
              break
            }
            case 'confirm': {
              const bookingId = pick(bookings, step.which)
              if (bookingId)
                await tried(
                  confirmServiceBooking(deps, bookingId, confirmKey(deps.keys, bookingId)),
                )
              break
            }
            case 'change': {
              const [bookingId, holdId] = [pick(bookings, step.which), pick(holds, step.to)]
              if (bookingId && holdId)
                await tried(changeBooking(deps, { type: 'ANONYMOUS' }, bookingId, holdId))
              break
            }
            case 'wait':
              clock.advance(step.minutes * 60_000)
              break
            case 'tidy':
              await freeLapsedHolds(deps)
          }
          await checkOwners()
        }
      }),
      { numRuns: runsOn(name) },
    )
    await db.destroy()
  },
  MODEL_TIMEOUT_MS,
)
