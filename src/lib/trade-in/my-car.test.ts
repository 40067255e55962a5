import { expect, test } from 'vitest'
import { aMyCar } from '#tests/builders/my-car.ts'
import { DAY_MS } from '#lib/shared/durations.ts'
import { myCarGuide, myCarName, myCarPowertrain, readMyCar } from './my-car.ts'

const NOW = Date.parse('2026-11-24T01:00:00Z')
const car = aMyCar({ foundAtMs: NOW })

test('a car is kept for 14 days', () => {
  const kept = JSON.stringify(car)
  expect(readMyCar(kept, NOW + 14 * DAY_MS - 1)).toEqual(car)
  expect(readMyCar(kept, NOW + 14 * DAY_MS)).toBeNull()
})

test.each([undefined, null, '', 'null', '{', '7', '[]', '{"registration":"TOI101"}'])(
  '%j is no car',
  (kept) => expect(readMyCar(kept, NOW)).toBeNull(),
)

test('its name is as people say it', () => {
  expect(myCarName(car)).toBe('2021 Tarvane Cove')
})

test.each([
  ['as the register last read it', {}, { lowCents: 1_485_000, highCents: 1_782_000 }],
  ['10,000 km further', { odometerKm: 58_000 }, { lowCents: 1_430_000, highCents: 1_710_000 }],
  [
    'with small marks',
    { answers: { 'Body and paint': 'Small marks' } },
    { lowCents: 1_460_000, highCents: 1_750_000 },
  ],
  [
    'whose distance is being typed',
    { odometerKm: null },
    { lowCents: 1_485_000, highCents: 1_782_000 },
  ],
  ['that nobody values', { guide: null }, null],
])('the guide value of a car %s', (_, facts, guide) => {
  expect(myCarGuide(aMyCar(facts))).toEqual(guide)
})

test.each([
  ['PETROL', 'PETROL'],
  ['PETROL HYBRID', 'PETROL'],
  ['PETROL PLUG-IN HYBRID', 'PHEV'],
  ['PLUGIN DIESEL HYBRID', 'PHEV'],
  ['Electric', 'EV'],
  ['DIESEL', 'DIESEL'],
  ['LPG', null],
  ['', null],
])('the register’s fuel %s is a %s car', (fuel, powertrain) => {
  expect(myCarPowertrain(fuel)).toBe(powertrain)
})
