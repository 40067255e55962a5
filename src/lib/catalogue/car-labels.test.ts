import { expect, test } from 'vitest'
import { carInALine, gradeName, optionName } from './car-labels.ts'
import { testCatalogue } from '#lib/pricing/pricing.fixture.ts'
import { priceQuote } from '#lib/pricing/pricing.ts'

const priced = (kdcd: string) => {
  const result = priceQuote({ kdcd, payOption: 'CASH' }, testCatalogue)
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.value
}

test.each<[kdcd: string, option: string | null, line: string]>([
  ['TN27H-A', null, 'Surf White, Charcoal cloth'],
  ['TN27H-B', 'Touring Pack', 'Touring Pack, Surf White, Charcoal cloth'],
])('%s is named with the option that was chosen', (kdcd, option, line) => {
  expect([optionName(priced(kdcd)), carInALine(priced(kdcd))]).toEqual([option, line])
})

test.each([
  ['Current', 'Current Standard Range', 'Standard Range'],
  ['Tarn', 'Tarnished Plus', 'Tarnished Plus'],
  ['Tarn', 'Tarn', 'Tarn'],
])('beside its model %s, the grade %s is called %s', (modelName, variantName, expected) => {
  expect(gradeName({ modelName, variantName })).toBe(expected)
})
