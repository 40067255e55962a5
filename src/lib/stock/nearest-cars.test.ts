import { expect, test } from 'vitest'
import { differencesFrom, nearestTo, type ComparedCar } from './nearest-cars.ts'

const car = (
  [modelName, variantName, optionName, colourName, interiorName]: string[],
  driveAwayCents = 5_000_000,
  kind: Partial<ComparedCar> = {},
): ComparedCar => ({
  vehicle: {
    modelName: modelName!,
    variantName: variantName!,
    colourName: colourName!,
    interiorName: interiorName!,
  },
  optionName: optionName!,
  bodyType: 'SUV',
  powertrain: 'HYBRID',
  powerKw: 100,
  driveAwayCents,
  ...kind,
})
const ordered = car(['Tarn', 'Tarn Plus', 'Plus', 'Blue', 'Black'])

test.each<[string, ComparedCar, string[]]>([
  [
    'only the colour',
    car(['Tarn', 'Tarn Plus', 'Plus', 'Red', 'Black']),
    ['Colour: Red, not Blue'],
  ],
  [
    'the colour and the interior',
    car(['Tarn', 'Tarn Plus', 'Plus', 'Red', 'Sand']),
    ['Colour: Red, not Blue', 'Interior: Sand, not Black'],
  ],
  ['the option', car(['Tarn', 'Tarn Plus', 'Tow', 'Blue', 'Black']), ['Option: Tow, not Plus']],
  [
    'the grade, and so its options',
    car(['Tarn', 'Tarn Core', 'Core', 'Blue', 'Black']),
    ['Grade: Core, not Plus'],
  ],
  [
    'the model, by its grade',
    car(['Firn', 'Firn EV', 'EV', 'Blue', 'Black']),
    ['Model: Firn EV, not Tarn Plus'],
  ],
])('what differs: %s', (_, here, expected) => {
  const words = differencesFrom(ordered, here).map(
    ({ what, here: is, ordered: was }) => `${what}: ${is}, not ${was}`,
  )
  expect(words).toEqual(expected)
})

const names = (cars: readonly ComparedCar[]) =>
  cars.map(({ vehicle: { variantName, colourName } }) => `${variantName} ${colourName}`)

test('the nearest are alike first, then near in powertrain, performance and price', () => {
  const cars = [
    car(['Firn', 'Firn Hybrid', 'A', 'Blue', 'Black'], 5_000_000, { powerKw: 120 }),
    car(['Moor', 'Moor Petrol', 'A', 'Blue', 'Black'], 5_000_000, { powertrain: 'PETROL' }),
    car(['Tarn', 'Tarn Petrol', 'Core', 'Blue', 'Black'], 4_900_000, { powertrain: 'PETROL' }),
    car(['Tarn', 'Tarn Core', 'Core', 'Blue', 'Black'], 4_000_000),
    car(['Tarn', 'Tarn Plus', 'Plus', 'Red', 'Black'], 5_090_000),
    car(['Tarn', 'Tarn Plus', 'Plus', 'White', 'Black'], 4_990_000),
  ]
  expect(names(nearestTo(ordered, cars, 6))).toEqual([
    'Tarn Plus White',
    'Tarn Plus Red',
    'Tarn Core Blue',
    'Tarn Petrol Blue',
    'Firn Hybrid Blue',
    'Moor Petrol Blue',
  ])
  expect(nearestTo(ordered, cars, 1)).toHaveLength(1)
})

test.each<[string, ComparedCar]>([
  [
    'another kind of body',
    car(['Cove', 'Cove', 'A', 'Blue', 'Black'], 5_000_000, { bodyType: 'HATCHBACK' }),
  ],
  [
    'a price more than a quarter below',
    car(['Tarn', 'Tarn Core', 'A', 'Blue', 'Black'], 3_749_999),
  ],
  ['a price more than a quarter above', car(['Tarn', 'Tarn Max', 'A', 'Blue', 'Black'], 6_250_001)],
  [
    'another model with less than three quarters of the power',
    car(['Firn', 'Firn', 'A', 'Blue', 'Black'], 5_000_000, { powerKw: 74 }),
  ],
])('%s is no alternative', (_, here) => {
  expect(nearestTo(ordered, [here], 3)).toEqual([])
})

test('the buyer of a sports car is not offered small hatchbacks', () => {
  const sports = car(['Skerry', 'Skerry Sport', 'Standard', 'White', 'Black'], 6_144_000, {
    bodyType: 'HATCHBACK',
    powertrain: 'PETROL',
    powerKw: 221,
  })
  const small = car(['Cove', 'Cove Hybrid Premium', 'Standard', 'White', 'Black'], 3_744_000, {
    bodyType: 'HATCHBACK',
    powerKw: 90,
  })
  const red = { ...sports, vehicle: { ...sports.vehicle, colourName: 'Red' } }
  expect(names(nearestTo(sports, [small, red], 3))).toEqual(['Skerry Sport Red'])
})
