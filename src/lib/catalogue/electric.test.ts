import { expect, test } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { isElectricModel } from './electric.ts'

const of = (...powertrains: string[]) => powertrains.map((powertrain) => ({ powertrain }))
const range = {
  brand: 'Tarvane',
  models: [
    { name: 'Current', variants: of('EV', 'EV') },
    { name: 'Headland', variants: of('DIESEL', 'PHEV') },
    { name: 'Either', variants: of('EV', 'PETROL') },
  ],
}

test.each<[make: string, model: string, expected: boolean | null]>([
  ['Tarvane', 'Current', true],
  ['TARVANE', 'CURRENT', true],
  ['Tarvane', 'Headland', false],
  ['Tarvane', 'Either', null],
  ['Tarvane', 'Gone', null],
  ['Another', 'Current', null],
])('a %s %s is electric: %s', (make, model, expected) => {
  expect(isElectricModel(range, { make, model })).toBe(expected)
})

test('every model of our range is recognised by its name', () => {
  const { brand, models } = catalogue
  const kinds = models.map(({ name }) =>
    isElectricModel({ brand: brand.name, models }, { make: brand.name, model: name }),
  )
  expect(kinds).not.toContain(null)
})
