import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { loadCatalogue } from '#content/load.ts'
import { otherSlugsOf } from '#content/other-slugs.ts'
import { readFiles } from '#content/read-files.ts'
import { PayOption } from '#lib/codes.ts'
import { priceQuote } from '#lib/pricing/pricing.ts'
import { sampleWordsIn } from './sample-words.ts'

const FOLDER = 'tests/brands/kowhai'
const catalogue = loadCatalogue(readFiles(FOLDER))
const variants = catalogue.models.flatMap((model) => model.variants)

const inBrand = (...args: string[]) =>
  spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, BRAND_DIR: FOLDER },
  })

test('a second brand passes the check of its content', () => {
  const { stdout, stderr } = inBrand('scripts/catalogue.ts', 'check')
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^Kōwhai, in .*, is valid: 2 models, /)
})

test('it has grades of its own, and counts its own cars, dealers and fuels', () => {
  expect(variants.map(({ grade }) => grade)).toEqual(['TRAIL', 'SUMMIT', 'CITY'])
  const { range, dealers } = catalogue.pages.home
  expect(range.heading).toBe('Two cars for Aotearoa')
  expect(range.text).toBe('Hybrid and electric. Every price includes GST.')
  expect(dealers.heading).toBe('One dealer, in Napier')
})

test('the picture of a car is found by its name, even if its slug is another', () => {
  expect(otherSlugsOf(catalogue.models)).toEqual({ Tūī: 'tui' })
})

test('each of its cars has a price in every way to pay', () => {
  const products = catalogue.financeProducts.filter(({ kind }) => !kind.endsWith('GROUP'))
  const ways = products.map(({ payOption }) => PayOption.parse(payOption))
  const faults = variants.flatMap(({ options }) =>
    options.flatMap(({ kdcd, colourCodes }) =>
      ways
        .filter(
          (payOption) =>
            !priceQuote({ kdcd, colourCode: colourCodes[0]!, payOption }, catalogue).ok,
        )
        .map((payOption) => `${kdcd} by ${payOption}`),
    ),
  )
  expect(faults).toEqual([])
})

test('its cars, which nobody has drawn, have pictures of their own size', () => {
  const { stdout, stderr } = inBrand(
    '--input-type=module',
    '-e',
    `const { carSize, drawingOf } = await import(${JSON.stringify(new URL('../../src/content/model-pictures.ts', import.meta.url).href)})
    console.log(JSON.stringify(['kea', 'tui'].map((slug) => [drawingOf(slug).length, carSize(slug).width])))`,
  )
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual([
    [4620, 5060],
    [4080, 4520],
  ])
})

test('it says no name of the sample brand', () => {
  expect(sampleWordsIn(FOLDER, '**/*.{json,svg,md}')).toEqual([])
})
