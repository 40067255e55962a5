import { expect, test } from 'vitest'
import { aMyCar } from '#tests/builders/my-car.ts'
import { factsOfMyCar, rowsAgainst } from './against-my-car.ts'
import type { ComparedCar, ComparedFacts } from './compare.ts'

const year = {
  km: 14_000,
  prices: {
    petrolPerLitreCents: 270,
    dieselPerLitreCents: 210,
    electricityPerKwhCents: 30,
    rucEvPer1000KmCents: 7600,
    rucDieselPer1000KmCents: 7600,
    rucPhevPer1000KmCents: 3800,
  },
}
const car = (facts: ComparedFacts) => ({ facts }) as ComparedCar

test.each([
  ['petrol', {}, 211_680],
  [
    'electric, with road user charges',
    { fuelType: 'ELECTRIC', economy: { fuelLitresPer100Km: null, electricityKwhPer100Km: 18 } },
    182_000,
  ],
  ['without its consumption', { economy: null }, null],
  ['with a fuel of no price', { fuelType: 'LPG' }, null],
])('a year of a car: %s', (_, facts, yearlyCents) => {
  expect(factsOfMyCar(aMyCar(facts), year)).toEqual({ bootLitres: null, powerKw: 74, yearlyCents })
})

test('each row says what the visitor’s car has, or that it is not known', () => {
  const mine = { bootLitres: null, powerKw: 74, yearlyCents: 211_680 }
  const cars = [
    car({ bootLitres: 400, powerKw: 110, yearlyCents: 182_000 }),
    car({ bootLitres: null, powerKw: 74, yearlyCents: null }),
  ]
  expect(rowsAgainst(mine, cars)).toEqual([
    {
      label: 'Boot',
      mine: 'yours: not in the register',
      values: ['400 L', ''],
    },
    { label: 'Power', mine: 'yours: 74 kW', values: ['110 kW, 36 kW more', '74 kW, the same'] },
    {
      label: 'Yearly running costs',
      mine: 'yours: $2,120',
      values: ['$1,820, $300 less', ''],
    },
  ])
})
