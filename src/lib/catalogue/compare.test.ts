import { expect, test } from 'vitest'
import { comparedCodes, comparedQuery, comparedRows, type ComparedCar } from './compare.ts'

const car = (code: string, modelSlug: string, values: Record<string, string>): ComparedCar => ({
  code,
  modelSlug,
  values,
  name: code,
  modelName: modelSlug,
  colourCode: 'WHS',
  picture: { width: 1, height: 1 },
  kdcd: `${code}-A`,
  facts: { powerKw: null, bootLitres: null, yearlyCents: null },
})
const cars = [
  car('A1', 'alpha', { Seats: '5', Fuel: '5 L' }),
  car('A2', 'alpha', { Seats: '5', Fuel: '4 L' }),
  car('B1', 'beta', { Seats: '7', Range: '400 km' }),
  car('C1', 'gamma', { Seats: '5' }),
]

test.each([
  ['', []],
  ['?car=B1&car=A2', ['B1', 'A2']],
  ['?car=alpha&car=A1&car=beta', ['A1', 'B1']],
  ['?car=none&car=C1&car=A1&car=A2&car=B1', ['C1', 'A1', 'A2']],
  ['?car=%3Cscript%3E', []],
])('%s names %j', (search, codes) => {
  expect(comparedCodes(search, cars)).toEqual(codes)
})

test('an address is read as it was written', () => {
  expect(comparedCodes(comparedQuery(['C1', 'A2']), cars)).toEqual(['C1', 'A2'])
})

test('rows say what each has, and which have the same', () => {
  expect(comparedRows([cars[0]!, cars[1]!], ['Seats', 'Fuel', 'Range'])).toEqual([
    { label: 'Seats', values: ['5', '5'], isSame: true },
    { label: 'Fuel', values: ['5 L', '4 L'], isSame: false },
  ])
  expect(comparedRows([cars[0]!, cars[2]!], ['Range'])).toEqual([
    { label: 'Range', values: ['', '400 km'], isSame: false },
  ])
  expect(comparedRows([cars[0]!], ['Seats'])[0]?.isSame).toBe(false)
})
