import { expect, test } from 'vitest'
import { formatMoney } from '#lib/shared/money.ts'
import { priceQuote } from '#lib/pricing/pricing.ts'
import { catalogue } from './catalogue.ts'
import {
  gradeAdds,
  energyNote,
  equipmentLists,
  fromPriceCar,
  fromPrice,
  gradeColourCode,
  energyLines,
  gradeFacts,
  gradeRows,
  keyFigures,
  warrantyLines,
} from './model-view.ts'

const model = (slug: string) => catalogue.models.find((candidate) => candidate.slug === slug)!
const labels = (lines: { label: string }[]) => lines.map(({ label }) => label)

test('key figures span the grades and leave out what no grade has', () => {
  expect(keyFigures(model('tarn'))).toEqual([
    { label: 'Power', value: '96 to 127\u00a0kW' },
    { label: 'Fuel', value: '4.7 to 6.8\u00a0L/100\u00a0km' },
    { label: 'Boot', value: '410\u00a0L' },
    { label: 'Braked towing', value: '750 to 1,000\u00a0kg' },
    { label: '0 to 100 km/h', value: '9.2 to 10.6\u00a0s' },
  ])
  expect(labels(keyFigures(model('current')))).not.toContain('Fuel')
  expect(labels(keyFigures(model('headland')))).toContain('Payload')
})

test('a from-price, its paint and its stock belong to one car', () => {
  for (const one of catalogue.models) {
    const { variant, colourCode, stockLevel } = fromPriceCar(one, catalogue)
    const option = variant.options.toSorted((a, b) => a.totalPriceCents - b.totalPriceCents)[0]!
    const line = catalogue.stock.find(
      (row) => row.kdcd === option.kdcd && row.colourCode === colourCode,
    )
    expect(line?.level).toBe(stockLevel)
    const priced = priceQuote({ kdcd: option.kdcd, colourCode, payOption: 'CASH' }, catalogue)
    expect(priced.ok && formatMoney(priced.value.totals.driveAwayCents)).toBe(
      fromPrice(one, catalogue),
    )
  }
})

test('a row has a value for each grade, and empty rows are left out', () => {
  const rows = gradeRows(model('headland'))
  expect(rows.every(({ values }) => values.length === 3)).toBe(true)
  expect(labels(rows)).not.toContain('Boot')
  expect(rows.find(({ label }) => label === 'Battery')?.values).toEqual(['', '', '29.6 kWh'])
})

test('a model with one grade has one list of equipment', () => {
  expect(equipmentLists(model('skerry'))).toHaveLength(1)
  expect(equipmentLists(model('tarn')).map(({ heading }) => heading)).toEqual([
    'Every grade',
    'Tarn 1.5 Pure adds',
    'Tarn 1.5 Hybrid Plus adds',
    'Tarn 1.5 Hybrid Premium adds',
  ])
})

test('a grade with all that the one before it adds says so in one line', () => {
  const [, , plus, premium] = equipmentLists(model('tarn'))
  expect(premium!.items[0]).toBe('Everything in the Tarn 1.5 Hybrid Plus')
  expect(premium!.items).toContain('Panoramic glass roof')
  expect(premium!.items.filter((item) => plus!.items.includes(item))).toEqual([])
})

test('a petrol car has no battery warranty, an electric one no hybrid warranty', () => {
  expect(labels(warrantyLines(model('skerry'), catalogue))).toEqual([
    'Vehicle',
    'Paint',
    'Corrosion',
    'Roadside assistance',
  ])
  expect(labels(warrantyLines(model('firn'), catalogue))).toContain('Drive battery')
  expect(labels(warrantyLines(model('firn'), catalogue))).not.toContain('Hybrid battery')
})

test('the energy note names the prices behind the yearly costs', () => {
  expect(energyNote(catalogue)).toBe(
    'Yearly costs assume petrol at $2.70 a litre, diesel at $2.10, electricity at 30 cents a kWh, and road user charges where they apply.',
  )
})

test('a grade shows in a colour it is sold in', () => {
  const shown = (slug: string) =>
    model(slug).variants.map((variant) => gradeColourCode(model(slug), variant))
  expect(shown('current')).toEqual(['WHS', 'WHP'])
  expect(shown('tarn')).toEqual(['BLD', 'BLD', 'BLD'])
})

test('grades are told by the same facts, first those in which they differ, and by what they tow', () => {
  const tarn = model('tarn')
  const [pure, plus, premium] = gradeFacts(tarn)
  expect(pure).toEqual([
    { label: 'Powertrain', value: 'Petrol' },
    { label: 'Power', value: '127\u00a0kW' },
    { label: 'Fuel', value: '6.8\u00a0L/100\u00a0km' },
    { label: 'Braked towing', value: '1,000\u00a0kg' },
  ])
  expect(premium).toContainEqual({ label: 'Fuel', value: '4.8\u00a0L/100\u00a0km' })
  expect(labels(plus!)).toEqual(labels(premium!))
  for (const one of catalogue.models)
    for (const facts of gradeFacts(one)) {
      expect([3, 4]).toContain(facts.length)
      if (one.variants.every(({ specs }) => specs.brakedTowKg > 0))
        expect(labels(facts)).toContain('Braked towing')
      expect(labels(facts)).toEqual(labels(gradeFacts(one)[0]!))
    }
})

test('the yearly energy cost of an electric car names the road user charges in it', () => {
  const { variants } = model('firn')
  const lines = new Map(energyLines(variants[0]!, catalogue))
  expect(lines.get('Made up of')).toMatch(/^power \$[\d,]+, road user charges \$1,064$/)
  expect(new Map(energyLines(model('tarn').variants[0]!, catalogue)).has('Made up of')).toBe(false)
})

test('a grade’s card names what it adds, three things at most', () => {
  expect(gradeAdds(model('tarn'))).toEqual([
    ['10.1-inch touch screen', 'Climate control'],
    ['12.3-inch touch screen', 'Heated front seats', 'Heated steering wheel'],
    ['Everything in the Tarn 1.5 Hybrid Plus', 'Ventilated front seats', 'Panoramic glass roof'],
  ])
})
