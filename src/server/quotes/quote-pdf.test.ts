import { expect, test } from 'vitest'
import { catalogue, catalogueVersion } from '#content/catalogue.ts'
import { PAY_OPTIONS, type PayOption } from '#lib/codes.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { priceQuote } from '#lib/pricing/pricing.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import { quotePdf } from './quote-pdf.ts'

const deps = {
  catalogue,
  now: () => new Date('2026-11-23T01:00:00.000Z'),
  settings: readSettings({ SITE_URL: 'https://cars.example' }),
}
const code = '7QK2-9XNF-3TME-W8RD'

function quoteFor(payOption: PayOption, accessoryCodes: string[] = []): Quote {
  const priced = priceQuote(
    { kdcd: 'TN27H-A', colourCode: 'BLD', servicePlanCode: 'CARE3', accessoryCodes, payOption },
    catalogue,
  )
  if (!priced.ok) throw new Error(JSON.stringify(priced.problems))
  return {
    ...priced.value,
    quoteId: 'Q-1',
    payOption,
    newUsed: 'NEW',
    customerId: 7,
    anonymousQuote: false,
    customerName: 'Mia Harris',
    customerEmail: 'mia@post.example',
    catalogueVersion,
    created: '2026-11-23T01:00:00.000Z',
    expires: '2026-12-07T01:00:00.000Z',
    version: 1,
    delivery: { from: '2026-11-30', to: '2026-12-07' },
  }
}

const pagesOf = (pdf: Uint8Array): number =>
  Buffer.from(pdf)
    .toString('latin1')
    .match(/\/Type \/Page\b/g)!.length

const FEW = ['MATS', 'BOOT']

test.each(PAY_OPTIONS)('a quote to be paid by %s takes one page', async (payOption) => {
  const name = 'Te Rōpū Whakahaere o Ngā Kaimahi o Ōtepoti Tāone Nui Limited'
  const { bytes } = await quotePdf(deps, { quote: quoteFor(payOption, FEW), name, code })
  expect(pagesOf(bytes)).toBe(1)
})

test('a name that our typeface has no letters for is left out, not printed as boxes', async () => {
  const quote = quoteFor('CASH')
  const sizeFor = async (name: string) => (await quotePdf(deps, { quote, name, code })).bytes.length
  expect(await sizeFor('王小明')).toBe(await sizeFor('Ольга'))
  expect(await sizeFor('王小明')).toBeLessThan(await sizeFor('Mia'))
})
