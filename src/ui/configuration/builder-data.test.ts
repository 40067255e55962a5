import { catalogue } from '#content/catalogue.ts'
import { carSize } from '#content/model-pictures.ts'
import { expect, test } from 'vitest'
import { builderProps } from './builder-data.ts'

const { models } = builderProps(catalogue, carSize, '').catalogue
const variants = models.flatMap((model) => model.variants)

test.each([
  ['Cove 1.0T Pure', 'In stock in 3 of 6 colours'],
  ['Current Long Range Plus', 'In stock'],
  ['Cove 1.5 Hybrid Premium', 'On order'],
  ['Skerry 2.0T Sport', 'Unavailable'],
])('the grade %s shows %s', (grade, words) => {
  expect(variants.find(({ name }) => name === grade)?.stockText).toBe(words)
})

test.each([
  ['Cove 1.0T Pure', 'Standard', 'In stock in Beacon Red, Tide Silver and Deepwater Blue'],
  ['Cove 1.0T Pure', 'City Pack', 'On order'],
  ['Cove 1.5 Hybrid Plus', 'Standard', 'In stock, but not in Tide Silver'],
  ['Current Long Range Plus', 'Standard', 'In stock'],
])('%s with the option %s shows %s', (grade, option, words) => {
  const options = variants.find(({ name }) => name === grade)?.options
  expect(options?.find(({ name }) => name === option)?.stockText).toBe(words)
})

test('a grade says what it tows', () => {
  expect(variants.find(({ name }) => name === 'Tarn 1.5 Pure')?.towKg).toBe(1000)
})
