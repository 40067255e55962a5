import { expect, test } from 'vitest'
import { monthsAfter } from './allocation.ts'

test('build slots begin with the month after this one', () => {
  expect(monthsAfter('2026-11-30', 3)).toEqual(['2026-12', '2027-01', '2027-02'])
  expect(monthsAfter('2026-12-01', 1)).toEqual(['2027-01'])
  expect(monthsAfter('2026-01-31', 2)).toEqual(['2026-02', '2026-03'])
})
