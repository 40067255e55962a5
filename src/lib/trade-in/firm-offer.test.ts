import { expect, test } from 'vitest'
import { firmOffer, type DeclaredCar, type FirmOfferRules } from './firm-offer.ts'

const rules: FirmOfferRules = {
  validDays: 7,
  leastGuideCents: 500_000,
  roundedToCents: 5_000,
  conditions: {
    'Body and paint': ['No marks', 'Small marks'],
    Glass: ['No damage'],
    Tyres: ['Nearly new', 'Half worn', 'Due soon'],
    'Warning lights': ['None'],
    Accidents: ['None known'],
    'Service history': ['Full'],
  },
  classes: [
    { makes: 'own', maxAgeYears: 8, maxKm: 120_000, offerPct: 97 },
    { makes: ['Mazda', 'Toyota'], maxAgeYears: 6, maxKm: 100_000, offerPct: 90 },
  ],
}

const good = {
  'Body and paint': 'No marks',
  Glass: 'No damage',
  Tyres: 'Half worn',
  'Warning lights': 'None',
  Accidents: 'None known',
  'Service history': 'Full',
}
const car: DeclaredCar = {
  make: 'TARVANE',
  year: 2021,
  usualKm: 48_000,
  odometerKm: 48_000,
  condition: { answers: good, rest: '' },
  guide: { lowCents: 1_485_000, highCents: 1_782_000 },
}
const answered = (answers: Record<string, string>, rest = '') => ({
  condition: { answers: { ...good, ...answers }, rest },
})
const { Glass: _, ...withoutGlass } = good

test.each<[string, Partial<DeclaredCar>, number | null]>([
  ['our own make', {}, 1_440_000],
  ['another make of a class gets its share', { make: 'Mazda' }, 1_335_000],
  ['10,000 km more', { odometerKm: 58_000 }, 1_385_000],
  ['small marks', answered({ 'Body and paint': 'Small marks' }), 1_415_000],
  ['no reading in the register', { usualKm: null }, 1_440_000],
  ['a make of no class', { make: 'Lada' }, null],
  ['as old as the class takes', { year: 2018 }, 1_440_000],
  ['a year older', { year: 2017 }, null],
  ['a make whose class is stricter about age', { make: 'Toyota', year: 2019 }, null],
  ['as far driven as the class takes', { usualKm: null, odometerKm: 120_000 }, 1_440_000],
  ['a kilometre further', { usualKm: null, odometerKm: 120_001 }, null],
  ['less driven than the register last read', { odometerKm: 47_999 }, null],
  ['dents', answered({ 'Body and paint': 'Dents or rust' }), null],
  ['a question that is not answered', { condition: { answers: withoutGlass, rest: '' } }, null],
  ['something else to look at', answered({}, 'A tear in the seat'), null],
  ['worth the least', { guide: { lowCents: 500_000, highCents: 600_000 } }, 485_000],
  ['worth less', { guide: { lowCents: 499_999, highCents: 600_000 } }, null],
])('a firm offer for a car: %s', (_name, facts, offerCents) => {
  expect(firmOffer(rules, { ...car, ...facts }, 'Tarvane', 2026)).toBe(offerCents)
})

test('without classes a person appraises every car', () => {
  expect(firmOffer({ ...rules, classes: [] }, car, 'Tarvane', 2026)).toBeNull()
})
