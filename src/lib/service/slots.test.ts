import { describe, expect, test } from 'vitest'
import { publicHoliday } from './holidays.ts'
import {
  changeUntil,
  freeBays,
  isStart,
  serviceDay,
  startsOn,
  unitsOf,
  unitsOn,
  type Taken,
  type Workshop,
} from './slots.ts'
import { formatMinutes } from './labels.ts'
import { aucklandInstant, lastInstantOf } from './times.ts'
import { formatWeekday } from '#lib/shared/weekdays.ts'
import { formatTime } from '#lib/shared/instants.ts'

const always = (hours: string | null): Workshop['hours'] => ({
  mon: hours,
  tue: hours,
  wed: hours,
  thu: hours,
  fri: hours,
  sat: hours,
  sun: hours,
})
const workshop = (facts: Partial<Workshop> = {}): Workshop => ({
  region: 'Auckland',
  bays: 2,
  hours: always('07:30-17:00'),
  ...facts,
})
const EVER = '2000-01-01T00:00:00.000Z'
const nothing: Taken = new Map()

describe('a time of the clock in New Zealand (decision 45)', () => {
  test.each([
    ['summer', '2026-11-24', '08:00', '2026-11-23T19:00:00.000Z'],
    ['winter', '2026-07-01', '08:00', '2026-06-30T20:00:00.000Z'],
    ['before clocks go forward', '2026-09-27', '01:30', '2026-09-26T13:30:00.000Z'],
    ['left out as clocks go forward', '2026-09-27', '02:30', '2026-09-26T14:30:00.000Z'],
    ['after clocks went forward', '2026-09-27', '03:00', '2026-09-26T14:00:00.000Z'],
    ['the day clocks went forward', '2026-09-27', '09:00', '2026-09-26T20:00:00.000Z'],
    ['before clocks go back', '2027-04-04', '01:30', '2027-04-03T12:30:00.000Z'],
    ['the first of two as clocks go back', '2027-04-04', '02:30', '2027-04-03T13:30:00.000Z'],
    ['after clocks went back', '2027-04-04', '03:00', '2027-04-03T15:00:00.000Z'],
    ['the day clocks went back', '2027-04-04', '09:00', '2027-04-03T21:00:00.000Z'],
  ])('%s: %s %s', (_, day, time, instant) => {
    expect(aucklandInstant(day, time)).toBe(instant)
  })

  test.each([
    ['in summer', '2026-12-07', '2026-12-07T10:59:59.999Z'],
    ['in winter', '2026-07-31', '2026-07-31T11:59:59.999Z'],
    ['as clocks go forward', '2026-09-27', '2026-09-27T10:59:59.999Z'],
    ['as clocks go back', '2027-04-04', '2027-04-04T11:59:59.999Z'],
  ])('a day ends with its last instant, %s', (_, day, instant) => {
    expect(lastInstantOf(day)).toBe(instant)
  })

  test('reads as people say it', () => {
    expect(formatTime('2026-11-23T19:00:00.000Z')).toMatch(/^8:00\s?am$/)
    expect(formatWeekday('2026-11-24')).toMatch(/^Tuesday 24\u00a0November$/)
    expect([30, 60, 90, 240].map(formatMinutes)).toEqual([
      '30 minutes',
      '1 hour',
      '1 hour 30 minutes',
      '4 hours',
    ])
  })

  test('no day and no time are refused', () => {
    expect(() => aucklandInstant('2026-02-30', '08:00')).toThrow(RangeError)
    expect(() => aucklandInstant('2026-02-03', '25:00')).toThrow(RangeError)
  })
})

describe('a public holiday', () => {
  test.each([
    ['2026-12-25', 'Auckland', 'Christmas Day'],
    ['2026-12-26', 'Auckland', 'Boxing Day'],
    // Boxing Day of 2026 is a Saturday.
    ['2026-12-28', 'Auckland', 'Boxing Day (observed)'],
    ['2026-12-29', 'Auckland', null],
    // Christmas Day of 2027 is a Saturday.
    ['2027-12-27', 'Otago', 'Christmas Day (observed)'],
    ['2027-12-28', 'Otago', 'Boxing Day (observed)'],
    ['2027-01-01', 'Nelson', 'New Year’s Day'],
    ['2027-01-04', 'Nelson', 'Day after New Year’s Day (observed)'],
    ['2027-02-06', 'Waikato', 'Waitangi Day'],
    ['2027-02-08', 'Waikato', 'Waitangi Day (observed)'],
    ['2027-03-26', 'Waikato', 'Good Friday'],
    ['2027-03-28', 'Waikato', 'Easter Sunday'],
    ['2027-03-29', 'Waikato', 'Easter Monday'],
    ['2028-04-14', 'Waikato', 'Good Friday'],
    ['2027-04-26', 'Waikato', 'ANZAC Day (observed)'],
    ['2027-06-07', 'Waikato', 'King’s Birthday'],
    ['2026-07-10', 'Waikato', 'Matariki'],
    ['2027-06-25', 'Waikato', 'Matariki'],
    ['2026-10-26', 'Waikato', 'Labour Day'],
    ['2027-02-01', 'Northland', 'Auckland Anniversary Day'],
    ['2027-01-25', 'Wellington', 'Wellington Anniversary Day'],
    ['2027-01-25', 'Auckland', null],
    ['2027-02-01', 'Nelson', 'Nelson Anniversary Day'],
    ['2027-03-22', 'Otago', 'Otago Anniversary Day'],
    ['2026-11-13', 'Canterbury', 'Canterbury Anniversary Day'],
    ['2027-11-12', 'Canterbury', 'Canterbury Anniversary Day'],
    ['2026-11-24', 'Canterbury', null],
    ['2027-01-01', 'nowhere', 'New Year’s Day'],
  ])('%s in %s: %s', (day, region, name) => {
    expect(publicHoliday(day, region)).toBe(name)
  })
})

describe('the units of a day', () => {
  test.each([
    ['a usual one', '2026-11-24', '07:30-17:00', 19],
    ['clocks go forward: an hour less', '2026-09-27', '00:00-06:00', 10],
    ['clocks go back: an hour more', '2027-04-04', '00:00-06:00', 14],
    ['clocks go forward, by day', '2026-09-27', '09:00-12:00', 6],
    ['clocks go back, by day', '2027-04-04', '09:00-12:00', 6],
    ['closed', '2026-11-24', null, 0],
  ])('%s', (_, day, hours, count) => {
    const units = unitsOn(workshop({ region: 'Nelson', hours: always(hours) }), day)
    expect(units).toHaveLength(count)
    expect(new Set(units).size).toBe(count)
  })

  test('on a clock-change day begin at the local hour, not at one that has moved', () => {
    const sunday = workshop({ hours: always('09:00-10:00') })
    expect(unitsOn(sunday, '2026-09-27')).toEqual([
      '2026-09-26T20:00:00.000Z',
      '2026-09-26T20:30:00.000Z',
    ])
    expect(unitsOn(sunday, '2027-04-04')).toEqual([
      '2027-04-03T21:00:00.000Z',
      '2027-04-03T21:30:00.000Z',
    ])
  })

  test('a public holiday has none', () => {
    expect(unitsOn(workshop(), '2026-12-25')).toEqual([])
    expect(unitsOn(workshop({ region: 'Wellington' }), '2027-01-25')).toEqual([])
  })
})

describe('the starts of a service', () => {
  const morning = workshop({ hours: always('08:00-10:00') })

  test.each([
    [30, 4],
    [60, 3],
    [90, 2],
    [120, 1],
    [150, 0],
  ])('%i minutes fit before ten %i times', (minutes, count) => {
    expect(startsOn(morning, '2026-11-24', minutes)).toHaveLength(count)
  })

  test('are instants of the calendar, not sooner than is allowed', () => {
    const at = (startsAt: string, earliest = EVER) =>
      isStart(morning, { startsAt, minutes: 60, earliest })
    expect(at('2026-11-23T19:00:00.000Z')).toBe(true)
    expect(at('2026-11-23T20:00:00.000Z')).toBe(true)
    // It would end after closing time; it is between two units; it is before opening time; it is too soon.
    expect(at('2026-11-23T20:30:00.000Z')).toBe(false)
    expect(at('2026-11-23T19:10:00.000Z')).toBe(false)
    expect(at('2026-11-23T18:30:00.000Z')).toBe(false)
    expect(at('2026-11-23T19:00:00.000Z', '2026-11-23T19:00:00.001Z')).toBe(false)
  })

  test('are free while one bay is, for as long as the service takes', () => {
    const [eight, half, nine] = startsOn(morning, '2026-11-24', 30) as [string, string, string]
    const units = unitsOf(eight, 60)
    expect(units).toEqual([eight, half])
    expect(freeBays(2, units, nothing)).toEqual([1, 2])
    expect(freeBays(2, units, new Map([[half, new Set([1])]]))).toEqual([2])
    // Each bay is taken for a part of it, so that none is free for all of it.
    const parts: Taken = new Map([
      [eight, new Set([1])],
      [half, new Set([2])],
    ])
    expect(freeBays(2, units, parts)).toEqual([])
    expect(freeBays(2, unitsOf(nine, 60), parts)).toEqual([1, 2])
  })

  test('say whether a day is open, full or closed', () => {
    const ask = (facts: { taken?: Taken; earliest?: string; day?: string }) =>
      serviceDay(morning, {
        day: '2026-11-24',
        minutes: 60,
        earliest: EVER,
        taken: nothing,
        ...facts,
      })
    const both = new Set([1, 2])
    const middle: Taken = new Map([['2026-11-23T19:30:00.000Z', both]])
    expect(ask({}).starts).toHaveLength(3)
    expect(ask({ taken: middle })).toMatchObject({
      state: 'OPEN',
      starts: ['2026-11-23T20:00:00.000Z'],
    })
    const all: Taken = new Map([...middle, ['2026-11-23T20:30:00.000Z', both]])
    expect(ask({ taken: all })).toMatchObject({ state: 'FULL', starts: [] })
    expect(ask({ earliest: '2026-11-24T00:00:00.000Z' })).toMatchObject({ state: 'CLOSED' })
    expect(ask({ day: '2026-12-25' })).toMatchObject({ state: 'CLOSED', holiday: 'Christmas Day' })
  })
})

test('a booking can be changed until two hours before', () => {
  expect(changeUntil('2026-11-23T19:00:00.000Z')).toBe('2026-11-23T17:00:00.000Z')
})
