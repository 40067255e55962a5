import { describe, expect, test } from 'vitest'
import { holidaysAhead, openDays } from './open-days.ts'
import { formatClock, openState, weekLines } from './opening-hours.ts'

const weekday = '08:00-17:30'
const hours = {
  mon: weekday,
  tue: weekday,
  wed: weekday,
  thu: weekday,
  fri: weekday,
  sat: '09:00-16:00',
  sun: null,
}
const auckland = { region: 'Auckland', hours }
const at = (instant: string) => Date.parse(instant)

test.each([
  ['00:00', '12 am'],
  ['08:00', '8 am'],
  ['12:00', '12 pm'],
  ['17:30', '5:30 pm'],
])('%s is read as %s', (time, words) => {
  expect(formatClock(time)).toBe(words)
})

test('days with the same hours are one line', () => {
  expect(weekLines(hours)).toEqual([
    { days: 'Monday to Friday', hours: '8 am to 5:30 pm' },
    { days: 'Saturday', hours: '9 am to 4 pm' },
    { days: 'Sunday', hours: 'Closed' },
  ])
})

describe('a dealer', () => {
  // Instants have the offset of their day, so that the time zone of the machine does not matter.
  test.each([
    ['2026-11-23T07:59:59+13:00', false, 'Closed now. Opens at 8 am'],
    ['2026-11-23T08:00:00+13:00', true, 'Open now until 5:30 pm'],
    ['2026-11-23T17:29:59+13:00', true, 'Open now until 5:30 pm'],
    ['2026-11-23T17:30:00+13:00', false, 'Closed now. Opens tomorrow at 8 am'],
    ['2026-11-28T16:00:00+13:00', false, 'Closed now. Opens on Monday at 8 am'],
    // Labour Day, a Monday
    ['2026-10-26T10:00:00+13:00', false, 'Closed today for Labour Day. Opens tomorrow at 8 am'],
    // Christmas Day is a Friday, Boxing Day a Saturday that is kept on the Monday
    [
      '2026-12-25T09:00:00+13:00',
      false,
      'Closed today for Christmas Day. Opens on Tuesday at 8 am',
    ],
    // The clock goes forward at 2 am on 27 September, and back at 3 am on 5 April; both are Sundays.
    ['2026-09-28T07:59:00+13:00', false, 'Closed now. Opens at 8 am'],
    ['2026-04-06T12:00:00+12:00', false, 'Closed today for Easter Monday. Opens tomorrow at 8 am'],
    ['2026-04-07T08:00:00+12:00', true, 'Open now until 5:30 pm'],
  ])('at %s: open %s, %s', (instant, isOpen, words) => {
    expect(openState(auckland, at(instant))).toEqual({ isOpen, words })
  })

  test('keeps its own region’s anniversary', () => {
    const showDay = at('2026-11-13T10:00:00+13:00')
    expect(openState({ region: 'Canterbury', hours }, showDay).isOpen).toBe(false)
    expect(openState(auckland, showDay).isOpen).toBe(true)
  })

  test('says which holidays of the next two weeks it is closed on, and leaves out its Sundays', () => {
    expect(holidaysAhead(auckland, at('2026-12-20T10:00:00+13:00'))).toEqual([
      { day: '2026-12-25', name: 'Christmas Day' },
      { day: '2026-12-26', name: 'Boxing Day' },
      { day: '2026-12-28', name: 'Boxing Day (observed)' },
      { day: '2027-01-01', name: 'New Year’s Day' },
      { day: '2027-01-02', name: 'Day after New Year’s Day' },
    ])
    expect(
      holidaysAhead(auckland, at('2026-04-01T10:00:00+13:00')).map(({ name }) => name),
    ).toEqual(['Good Friday', 'Easter Monday'])
  })

  test('is visited on days that it is open, from tomorrow on', () => {
    expect(openDays(auckland, at('2026-10-23T10:00:00+13:00'), 6)).toEqual([
      '2026-10-24',
      '2026-10-27',
      '2026-10-28',
      '2026-10-29',
    ])
  })
})
