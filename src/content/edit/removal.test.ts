import { expect, test } from 'vitest'
import { files } from '../files.ts'
import { loadCatalogue } from '../load.ts'
import { remove } from './removal.ts'

const SIX = ['skerry', 'firn', 'current', 'headland', 'moraine', 'estuary']
const NEWS = {
  'news/here.md':
    '---\ntitle: The Firn is here\npicture: { modelSlug: firn, colourCode: GYM }\n---\n\nA Firn.\n',
  'news/online.md':
    '---\ntitle: Online\npicture:\n  modelSlug: moraine\n  colourCode: SVT\n---\n\nBook.\n',
}
const given = { files, news: NEWS }

test('six of eight models are taken out of every file, and what is left is valid', () => {
  const { files: left, news, notes } = remove('models', SIX, given)
  const { models, accessories, offers, stock, buildSlots, recalls, pages } = loadCatalogue(left)
  expect(models.map(({ slug }) => slug)).toEqual(['cove', 'tarn'])
  expect(Object.keys(left).filter((name) => name.startsWith('models/'))).toHaveLength(2)
  expect(new Set(accessories.flatMap(({ modelCodes }) => modelCodes))).toEqual(
    new Set(['CV', 'TN']),
  )
  expect(new Set(stock.map(({ kdcd }) => kdcd.slice(0, 2)))).toEqual(new Set(['CV', 'TN']))
  expect(Object.keys(buildSlots.perMonthByModel)).toEqual(['CV', 'TN'])
  expect(offers.map(({ slug }) => slug)).toEqual(['tarn-weekend'])
  expect(recalls.map(({ applies }) => applies.modelCode)).toEqual(['CV'])
  expect(pages.home.range.heading).toBe('Two cars, one standard')
  expect(pages.home.range.text).toBe('Petrol and hybrid. Every price includes GST.')
  expect(news).toEqual({
    'news/online.md': NEWS['news/online.md'].replace('moraine', 'cove'),
  })
  expect(notes).toContain('Removed news about it: news/here.md.')
  expect(notes).toContain('Removed colours and interiors that no other model has: GYM.')
  expect(notes).toContainEqual(
    expect.stringMatching(/^Removed accessories that fit no other model: .*TONN/),
  )
})

test('nine of ten dealers go, and their cars are at the last', () => {
  const codes = loadCatalogue(files).dealers.map(({ outletCode }) => outletCode)
  const { files: left, notes } = remove('dealers', codes.slice(1), given)
  const { dealers, service, stock, pages } = loadCatalogue(left)
  expect(dealers).toHaveLength(1)
  expect(service.workshops.map(({ outletCode }) => outletCode)).toEqual([codes[0]])
  expect(new Set(stock.map(({ outletCode }) => outletCode))).toEqual(new Set([codes[0], null]))
  expect(pages.home.dealers.heading).toMatch(/^One dealer, /)
  expect(notes.join(' ')).toMatch(/cars in stock\.json are now listed at WRE01/)
})

test('texts that still say the name are listed', () => {
  const { notes } = remove('models', ['tarn'], given)
  expect(notes.at(-1)).toMatch(
    /^These files still say “Tarn”\. Please read them: .*pages\/home\.json/,
  )
})

test.each([
  ['models', ['tern'], 'There is no model tern: use one of cove, tarn,'],
  ['models', [...SIX, 'cove', 'tarn'], 'tarn is the only model: a brand needs one.'],
  ['dealers', ['NIL01'], 'There is no dealer NIL01: use one of WRE01,'],
] as const)('%s %j cannot go', (what, names, message) => {
  expect(() => remove(what, names, given)).toThrow(message)
})

test('what is given stays as it is', () => {
  const before = JSON.stringify(given)
  remove('models', SIX, given)
  expect(JSON.stringify(given)).toBe(before)
})
