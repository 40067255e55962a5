import { expect, test } from 'vitest'
import { differencesFrom, nearestTo, type ComparedCar } from './nearest-cars.ts'

const car = (
  [modelName, variantName, optionName, colourName, interiorName]: string[],
  driveAwayCents = 5_000_000,
  bodyType = 'SUV',
): ComparedCar => ({
  vehicle: {
    modelName: modelName!,
    variantName: variantName!,
    colourName: colourName!,
    interiorName: interiorName!,
  },
  optionName: optionName!,
  bodyType,
  driveAwayCents,
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
    ['Grade: Tarn Core, not Tarn Plus'],
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

test('the nearest are alike first, then near in price; another kind of body is none', () => {
  const cars = [
    car(['Cove', 'Cove', 'A', 'Blue', 'Black'], 5_000_000, 'HATCHBACK'),
    car(['Firn', 'Firn EV', 'EV', 'Blue', 'Black'], 5_000_000),
    car(['Tarn', 'Tarn Core', 'Core', 'Blue', 'Black'], 4_000_000),
    car(['Tarn', 'Tarn Plus', 'Plus', 'Red', 'Black'], 5_090_000),
    car(['Tarn', 'Tarn Plus', 'Plus', 'White', 'Black'], 4_990_000),
  ]
  const names = nearestTo(ordered, cars, 4).map(({ vehicle: { variantName, colourName } }) =>
    [variantName, colourName].join(' '),
  )
  expect(names).toEqual(['Tarn Plus White', 'Tarn Plus Red', 'Tarn Core Blue', 'Firn EV Blue'])
  expect(nearestTo(ordered, cars, 1)).toHaveLength(1)
})
