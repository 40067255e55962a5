import { expect, test } from 'vitest'
import { homeCharge, rangeAt, tripStops } from './electric-driving.ts'

test('a part of a range is rounded down to five kilometres', () => {
  expect(rangeAt(460, 80)).toBe(365)
  expect(rangeAt(500, 100)).toBe(500)
})

test('a charge at home takes as long as the weaker of socket and car, and is paid with its losses', () => {
  const socket = homeCharge(64.8, { socketKw: 2.3, carKw: 11 }, 10, 30)
  expect(socket.hours).toBeCloseTo(31.3, 1)
  expect(socket.cents).toBe(2160)
  expect(homeCharge(29.6, { socketKw: 7.4, carKw: 6.6 }, 10, 30).hours).toBeCloseTo(5, 1)
})

test.each([
  // The first leg uses 90% of the range, each after that the 70% that were charged.
  [360, 400, { stops: 0, minutes: 0 }],
  [361, 400, { stops: 1, minutes: 5 }],
  [500, 400, { stops: 1, minutes: 15 }],
  [640, 400, { stops: 1, minutes: 30 }],
  [641, 400, { stops: 2, minutes: 35 }],
])('%i km with a range of %i km', (km, rangeKm, stops) => {
  expect(tripStops(km, rangeKm, 30)).toEqual(stops)
})
