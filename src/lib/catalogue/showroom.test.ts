import { expect, test } from 'vitest'
import {
  compareLists,
  driveAwayFromCents,
  energyLabel,
  modelFromCents,
  modelPowertrains,
} from './showroom.ts'

const onRoad = { standardCents: 145_000, byPowertrain: { EV: 155_000 } }
const petrol = {
  powertrain: 'PETROL',
  stockLevel: 'On order',
  options: [
    { totalPriceCents: 3_839_000, stockLevel: 'On order' },
    { totalPriceCents: 3_699_000, stockLevel: 'On order' },
  ],
}
const electric = {
  powertrain: 'EV',
  stockLevel: 'In stock',
  options: [{ totalPriceCents: 3_695_000, stockLevel: 'In stock' }],
}

test('a from-price is the cheapest option with its on-road costs', () => {
  expect(driveAwayFromCents(petrol, onRoad)).toBe(3_844_000)
  expect(driveAwayFromCents(electric, onRoad)).toBe(3_850_000)
  expect(modelFromCents({ variants: [electric, petrol] }, onRoad)).toBe(3_844_000)
})

test('a powertrain is named once', () => {
  expect(modelPowertrains({ variants: [petrol, petrol, electric] })).toBe('Petrol or electric')
})

test('the energy label of an electric car has no line for fuel', () => {
  const label = energyLabel(
    {
      testCycle: '3P-WLTP',
      fuelLitresPer100Km: null,
      electricityKwhPer100Km: 16.2,
      co2GramsPerKm: 0,
      electricRangeKm: 460,
      energyStars: 6,
      co2Stars: 6,
      yearlyCostCents: 174_000,
    },
    14_000,
  )
  expect(label).toEqual([
    { label: 'Energy economy', value: '6 out of 6 stars' },
    { label: 'Electricity', value: '16.2 kWh/100 km' },
    { label: 'Electric range', value: '460 km' },
    { label: 'Yearly energy cost', value: '$1,740 for 14,000 km' },
    { label: 'CO₂ emissions', value: '0 g/km, 6 out of 6 stars' },
    { label: 'Test cycle', value: '3P-WLTP' },
  ])
})

test('unknown figures say that they are not available', () => {
  const label = energyLabel(
    {
      testCycle: '3P-WLTP',
      fuelLitresPer100Km: 7.1,
      electricityKwhPer100Km: null,
      co2GramsPerKm: null,
      electricRangeKm: null,
      energyStars: null,
      co2Stars: null,
      yearlyCostCents: null,
    },
    14_000,
  )
  expect(label.filter(({ value }) => value === 'Not available').map(({ label }) => label)).toEqual([
    'Energy economy',
    'Yearly energy cost',
    'CO₂ emissions',
  ])
})

test('grades are compared by what they share and what each adds', () => {
  expect(
    compareLists([
      ['Radio', 'Small screen'],
      ['Radio', 'Large screen', 'Heated seats'],
    ]),
  ).toEqual({ shared: ['Radio'], extra: [['Small screen'], ['Large screen', 'Heated seats']] })
})
