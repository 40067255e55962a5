import { expect, test } from 'vitest'
import { readDay, shownDay } from './typed-day.ts'

test.each([
  ['3/2/1990', '1990-02-03'],
  ['03/02/1990', '1990-02-03'],
  ['27.3.1985', '1985-03-27'],
  ['27 - 3 - 1985', '1985-03-27'],
  ['27 3 1985', '1985-03-27'],
  ['27031985', '1985-03-27'],
  ['27 March 1985', '1985-03-27'],
  ['27mar1985', '1985-03-27'],
  ['1 Sept. 2026', '2026-09-01'],
  ['1985-03-27', '1985-03-27'],
  ['29/2/2024', '2024-02-29'],
  ['29/2/2025', null],
  ['3/27/1985', null],
  ['1/13/1990', null],
  ['1 Foo 1990', null],
  ['3/2/90', null],
  ['yesterday', null],
  ['', null],
])('%s is %s', (typed, day) => {
  expect(readDay(typed)).toBe(day)
})

test('a day is shown in New Zealand’s order, and read again', () => {
  expect(shownDay('1990-02-03')).toBe('03/02/1990')
  expect(readDay(shownDay('1990-02-03'))).toBe('1990-02-03')
})
