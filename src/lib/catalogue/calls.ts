import { z } from '#lib/shared/zod.ts'
import { endpoint } from '#lib/api/endpoint.ts'
import { Dealer, Model, Variant, VariantOption } from './shapes.ts'
import { StockLevel } from '#lib/codes.ts'
import { code } from '#lib/shared/input.ts'
import { ReadyDays } from '#lib/quotes/shapes.ts'

export const getBuildAndQuoteContent = endpoint({
  name: 'getBuildAndQuoteContent',
  summary: 'Texts of the build and quote page.',
  method: 'GET',
  path: '/cms/build-and-quote',
  who: 'anyone',
  ok: 200,
  answer: z.object({
    heading: z.string(),
    intro: z.string(),
    steps: z.array(z.object({ key: z.string(), title: z.string() })),
    disclaimers: z.record(z.string(), z.string()),
  }),
  isPublic: true,
})

export const listCountries = endpoint({
  name: 'listCountries',
  summary: 'Lists countries, New Zealand first.',
  method: 'GET',
  path: '/countries',
  who: 'anyone',
  ok: 200,
  answer: z.object({ countries: z.array(z.object({ code: z.string(), name: z.string() })) }),
  isPublic: true,
})

export const listDealers = endpoint({
  name: 'listDealers',
  summary: 'Lists the brand’s dealers.',
  method: 'GET',
  path: '/dealers',
  who: 'anyone',
  ok: 200,
  answer: z.object({ dealers: z.array(Dealer) }),
  isPublic: true,
})

export const listModels = endpoint({
  name: 'listModels',
  summary: 'Lists the range: models, variants and orderable options.',
  method: 'GET',
  path: '/model/list',
  who: 'anyone',
  ok: 200,
  answer: z.object({ models: z.array(Model) }),
  isPublic: true,
})

export const listModelDeliveries = endpoint({
  name: 'listModelDeliveries',
  summary:
    'Estimated delivery of each option and colour of a model if ordered now; `null` where none is available.',
  method: 'GET',
  path: '/deliveries/:model',
  who: 'anyone',
  params: z.object({ model: code }),
  ok: 200,
  answer: z.object({
    deliveries: z.array(
      z.object({ kdcd: z.string(), colourCode: z.string(), delivery: z.nullable(ReadyDays) }),
    ),
  }),
  errors: [404],
  isPublic: true,
})

export const getVariantOption = endpoint({
  name: 'getVariantOption',
  summary: 'One orderable option and everything available with it.',
  method: 'GET',
  path: '/model/variant/option/:option',
  who: 'anyone',
  params: z.object({ option: code }),
  ok: 200,
  answer: z.object({
    option: VariantOption,
    variant: Variant,
    model: Model,
    colours: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        hex: z.string(),
        secondaryHex: z.nullable(z.string()),
        finish: z.string(),
        premiumCents: z.int(),
      }),
    ),
    interiors: z.array(
      z.object({ code: z.string(), name: z.string(), hex: z.string(), premiumCents: z.int() }),
    ),
    accessories: z.array(
      z.object({ code: z.string(), name: z.string(), category: z.string(), priceCents: z.int() }),
    ),
    servicePlans: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        months: z.int(),
        km: z.int(),
        priceCents: z.int(),
        covers: z.array(z.string()),
      }),
    ),
    onRoad: z.object({ amountCents: z.int(), includes: z.array(z.string()) }),
    stock: z.array(
      z.object({
        colourCode: z.string(),
        level: StockLevel,
        etaWeeks: z.nullable(z.int()),
      }),
    ),
  }),
  errors: [404],
  isPublic: true,
})
