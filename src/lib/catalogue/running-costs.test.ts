import { expect, test } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { yearlyCosts } from './running-costs.ts'

const { economyAssumptions } = catalogue
const prices = {
  ...economyAssumptions,
  petrolPerLitreCents: 270,
  dieselPerLitreCents: 210,
  electricityPerKwhCents: 30,
  rucEvPer1000KmCents: 7600,
  rucDieselPer1000KmCents: 7600,
  rucPhevPer1000KmCents: 3800,
}

test.each([
  ['PETROL', 5.4, null, 14_000, { energyCents: 204_120, roadUserCents: 0, totalCents: 243_020 }],
  ['DIESEL', 7.6, null, 10_001, { energyCents: 159_616, roadUserCents: 83_600 }],
  ['EV', null, 15.9, 14_000, { energyCents: 66_780, roadUserCents: 106_400 }],
  ['PHEV', 2.3, 20, 14_000, { energyCents: 170_940, roadUserCents: 53_200 }],
  ['EV', null, 15.9, 0, { energyCents: 0, roadUserCents: 0, totalCents: 38_900 }],
] as const)('%s, %j l and %j kWh, %i km: %j', (powertrain, fuel, electricity, km, costs) => {
  const car = { powertrain, fuelLitresPer100Km: fuel, electricityKwhPer100Km: electricity }
  expect(yearlyCosts(car, prices, km, 38_900)).toMatchObject(costs)
})

test('a car without a known consumption has no running costs', () => {
  const car = { powertrain: 'EV', fuelLitresPer100Km: null, electricityKwhPer100Km: null }
  expect(yearlyCosts(car, prices, 14_000, 0)).toBeNull()
})
