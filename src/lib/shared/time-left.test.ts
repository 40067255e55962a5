import { expect, test } from 'vitest'
import { timeLeft } from './time-left.ts'

const UNTIL = '2026-12-01T00:00:00.000Z'

test.each([
  ['2026-11-24T00:00:00.000Z', '7 days left'],
  ['2026-11-24T00:00:00.001Z', '6 days, 23 hours left'],
  ['2026-11-29T23:00:00.000Z', '1 day, 1 hour left'],
  ['2026-11-30T21:30:00.000Z', '2 hours left'],
  ['2026-11-30T23:00:00.001Z', 'less than an hour left'],
  [UNTIL, null],
  ['2026-12-02T00:00:00.000Z', null],
])('at %s: %s', (now, words) => {
  expect(timeLeft(UNTIL, Date.parse(now))).toBe(words)
})
