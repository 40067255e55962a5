import { expect, test } from 'vitest'
import { formatMoney, gstPartCents, parseMoney, roundHalfUp } from './money.ts'

test.each([
  [0, '$0'],
  [5, '$0.05'],
  [100, '$1'],
  [4_299_000, '$42,990'],
  [4_299_050, '$42,990.50'],
  [4_299_005, '$42,990.05'],
  [123_456_789, '$1,234,567.89'],
  [-25_000, '−$250'],
])('%i cents read %s', (cents, text) => {
  expect(formatMoney(cents)).toBe(text)
})

test.each([
  ['42990', 4_299_000],
  ['$42,990', 4_299_000],
  [' $ 42,990.50 ', 4_299_050],
  ['42,990.5', 4_299_050],
  ['0.07', 7],
  // 1.15 x 100 is 114.99999999999999 in floating point
  ['1.15', 115],
  ['-20', -2000],
  ['−$20', -2000],
  ['-0', 0],
])('%s is %i cents', (typed, cents) => {
  expect(parseMoney(typed)).toBe(cents)
})

test.each(['', '$', '1.234', '1e5', 'ten', '1.2.3', '.5', '1'.repeat(10), '1'.repeat(200_000)])(
  '%s is not an amount',
  (typed) => {
    expect(parseMoney(typed)).toBeNull()
  },
)

test('a formatted amount can be typed back', () => {
  for (const cents of [-25_000, 0, 7, 99, 100, 4_299_050, 9_999_999])
    expect(parseMoney(formatMoney(cents))).toBe(cents)
})

// decision 20: total x 3/23, half up
test.each([
  [2300, 300],
  [115, 15],
  [4_444_000, 579_652],
  [1, 0],
  [4, 1],
  [0, 0],
])('%i cents contain %i cents of GST', (total, gst) => {
  expect(gstPartCents(total)).toBe(gst)
})

test.each([
  [1, 2, 1],
  [3, 2, 2],
  [1, 3, 0],
  [2, 3, 1],
])('%i/%i rounds to %i', (numerator, denominator, rounded) => {
  expect(roundHalfUp(numerator, denominator)).toBe(rounded)
})
