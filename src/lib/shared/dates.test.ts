import { expect, test } from 'vitest'
import { addDays, aucklandDay, daysBetween, clockMs, formatDay, isDay } from './dates.ts'
import { formatDeadline, formatInstant, formatTime } from './instants.ts'

test.each([
  // standard time, +12; summer time, +13
  ['2026-07-01T11:59:59Z', '2026-07-01'],
  ['2026-07-01T12:00:00Z', '2026-07-02'],
  ['2026-01-01T10:59:59Z', '2026-01-01'],
  ['2026-01-01T11:00:00Z', '2026-01-02'],
  // clocks go forward on 27 September 2026 and back on 5 April 2026
  ['2026-09-26T11:59:59Z', '2026-09-26'],
  ['2026-09-26T12:00:00Z', '2026-09-27'],
  ['2026-09-27T11:00:00Z', '2026-09-28'],
  ['2026-04-04T11:00:00Z', '2026-04-05'],
  ['2026-04-05T11:59:59Z', '2026-04-05'],
  ['2026-04-05T12:00:00Z', '2026-04-06'],
  ['2026-11-20T23:30:00+13:00', '2026-11-20'],
])('at %s it is %s in Auckland', (instant, day) => {
  expect(aucklandDay(instant)).toBe(day)
  expect(aucklandDay(Date.parse(instant))).toBe(day)
})

test.each([
  ['2026-11-20', true],
  ['2028-02-29', true],
  ['2026-02-29', false],
  ['2026-02-30', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['20 November 2026', false],
  ['20\u00a0November\u00a02026', false],
  ['2026-11-20T00:00:00Z', false],
])('%s is a day: %s', (text, answer) => {
  expect(isDay(text)).toBe(answer)
})

test.each([
  ['2026-11-20', 14, '2026-12-04'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-09-26', 2, '2026-09-28'],
])('%s and %i days is %s', (day, days, later) => {
  expect(addDays(day, days)).toBe(later)
  expect(daysBetween(day, later)).toBe(days)
})

test('a text that is no day is refused', () => {
  expect(() => addDays('2026-02-30', 1)).toThrow(RangeError)
  expect(() => aucklandDay('yesterday')).toThrow(RangeError)
})

test.each([
  ['2026-11-25T05:17:00Z', 'Wed 25 November, 6:17 pm'],
  ['2026-12-23T11:00:00Z', 'Wed 23 December, 11:59 pm'],
  ['2026-06-30T12:00:00Z', 'Tue 30 June, 11:59 pm'],
  ['2026-12-23T11:01:00Z', 'Thu 24 December, 12:01 am'],
])('the deadline %s is %s', (instant, shown) => {
  expect(formatDeadline(instant).replaceAll('\u00a0', ' ')).toBe(shown)
})

test('days and instants read as New Zealanders write them', () => {
  expect(formatDay('2026-11-20')).toBe('20\u00a0November\u00a02026')
  expect(formatInstant('2026-11-20T01:05:00Z')).toBe('20\u00a0November\u00a02026 at 2:05\u00a0pm')
  expect(formatTime('2026-11-20T11:05:00Z')).toBe('12:05\u00a0am')
  expect(formatTime('2026-11-19T23:00:00Z')).toBe('12:00\u00a0pm')
})

test('clocks show what the time zones of Node say, hour by hour', () => {
  const zone = new Intl.DateTimeFormat('en-CA', {
    timeZone: 'Pacific/Auckland',
    dateStyle: 'short',
    timeStyle: 'medium',
    hourCycle: 'h23',
  })
  // From the year of the rule on: the weeks in which the clocks may change, and a day between them.
  const differing: string[] = []
  const hold = (ms: number) => {
    if (zone.format(ms).replace(', ', 'T') !== new Date(clockMs(ms)).toISOString().slice(0, 19))
      differing.push(new Date(ms).toISOString())
  }
  for (let year = 2008; year < 2036; year++)
    for (const month of [0, 2, 3, 6, 8, 9]) {
      const [first, days] = [0, 6].includes(month)
        ? [1, 1]
        : [3, 9].includes(month)
          ? [1, 8]
          : [23, 9]
      for (let hour = 0; hour < days * 24; hour++) hold(Date.UTC(year, month, first, hour))
    }
  expect(differing).toEqual([])
})
