import { asFileName } from '#lib/shared/words.ts'
import type { z } from '#lib/shared/zod.ts'
import { readShape } from '../check/shape-faults.ts'
import type { ContentFiles } from '../read-files.ts'
import type { CatalogueModel } from '../schema/model.ts'
import { email, hex, phone, text } from '../schema/values.ts'
import { newBrandPages } from './new-brand-pages.ts'

/** What a new brand is asked for. */
export interface AskedBrand {
  name: string
  /** The main colour, as `#1E3A5F`. */
  colour: string
  email: string
  phone: string
}

/** Files with words that hold for any brand, taken as they are. */
const TAKEN = [
  'on-road-costs.json',
  'finance-products.json',
  'economy.json',
  'trade-in.json',
  'hand-over.json',
  'warranty.json',
  'addresses.json',
  'countries.json',
  'pages/recalls.json',
  'pages/test-drive.json',
  'pages/offers.json',
  'pages/contact.json',
  'pages/news.json',
] as const

const SLUG = 'model-one'
const OUTLET = 'MAIN01'
const COLOURS = [
  { code: 'WHITE', name: 'White', hex: '#F4F5F2', finish: 'SOLID' },
  { code: 'SILVER', name: 'Silver', hex: '#A8ADB3', finish: 'METALLIC' },
  { code: 'RED', name: 'Red', hex: '#A81E2A', finish: 'METALLIC' },
].map((colour) => ({ ...colour, secondaryHex: null, premiumCents: 0 }))
const WEEKDAY = '08:00-17:00'
const WEEKDAYS = { mon: WEEKDAY, tue: WEEKDAY, wed: WEEKDAY, thu: WEEKDAY, fri: WEEKDAY }
const HOURS = { ...WEEKDAYS, sat: null, sun: null }
const ADDRESS = {
  line1: '1 Example Street',
  suburb: 'Auckland Central',
  city: 'Auckland',
  postcode: '1010',
  country: 'NZ',
}

/**
 * The files of a small, complete brand: one model, one dealer, neutral words, and legal texts marked as drafts.
 *
 * @param sample The files of the sample brand, for what is the same for any brand.
 */
export function newBrand(asked: AskedBrand, sample: ContentFiles): ContentFiles {
  return {
    ...(Object.fromEntries(TAKEN.map((name) => [name, sample[name]])) as ContentFiles),
    ...company(asked, sample),
    ...car(sample),
    ...newBrandPages(sample, SLUG),
  }
}

function company({ name, colour, email, phone }: AskedBrand, sample: ContentFiles) {
  const trader = 'M000000'
  const letters = asFileName(name)
    .replace(/[^a-z]/g, '')
    .padEnd(2, 'x')
    .slice(0, 2)
  const { types, ...times } = sample['service.json'] as { types: unknown[] }
  const vehicles = sample['register-vehicles.json'] as { make: { description: string } }[]
  const { name: sampleName, typeface } = sample['brand.json'] as {
    name: string
    typeface: unknown
  }
  return {
    'brand.json': {
      name,
      legalName: `${name} New Zealand Limited`,
      strapline: 'Cars for New Zealand roads.',
      description: 'Build your car, see the whole price, and buy it online.',
      domain: email.slice(email.indexOf('@') + 1),
      models: [SLUG],
      referencePrefix: letters.toUpperCase(),
      email,
      privacyEmail: email,
      phone,
      region: 'Auckland',
      hours: HOURS,
      address: ADDRESS,
      colours: { primary: colour, accent: colour, ink: '#14171A', surface: '#F4F5F5' },
      typeface,
      motorVehicleTraderNumber: trader,
      nzbn: '9429000000000',
      gstNumber: '000-000-000',
      legalLines: ['Prices are in New Zealand dollars and include GST.'],
    },
    'dealers.json': [
      {
        outletCode: OUTLET,
        slug: 'auckland',
        name: `${name} Auckland`,
        address: ADDRESS,
        region: 'Auckland',
        latitude: -36.847,
        longitude: 174.766,
        phone,
        email,
        services: ['SALES', 'SERVICE', 'PARTS'],
        hours: HOURS,
        evCertified: true,
        motorVehicleTraderNumber: trader,
      },
    ],
    'service.json': { ...times, types, workshops: [{ outletCode: OUTLET, bays: 2, hours: HOURS }] },
    'service-plans.json': [
      {
        code: 'CARE3',
        name: `${name} Care, 3 years`,
        months: 36,
        km: 45_000,
        priceCents: 149_000,
        evPriceCents: 89_000,
        covers: ['Scheduled services', 'Roadside assistance'],
      },
    ],
    'offers.json': [],
    'recalls.json': [],
    // Cars of the brand for the demo, and others to trade in.
    'register-vehicles.json': vehicles.map((car) =>
      car.make.description.toLowerCase() === sampleName.toLowerCase()
        ? {
            ...car,
            make: { description: name.toUpperCase() },
            model: { description: 'MODEL ONE' },
            submodel: 'BASE',
          }
        : car,
    ),
  }
}

/** One car in one grade with one option, with the specifications of a sample car. */
function car(sample: ContentFiles) {
  const { models } = sample['brand.json'] as { models: string[] }
  type Model = z.input<typeof CatalogueModel>
  // A story is told of one car.
  const { story: _, ...like } = sample[`models/${models[1] ?? models[0]!}.json`] as Model
  const priceCents = 4_000_000
  const colourCodes = COLOURS.map(({ code }) => code)
  const option = { kdcd: 'M1-BASE-A', name: 'Standard', colourCodes, interiorCodes: ['BLACK'] }
  const fits = { modelCodes: ['M1'], powertrains: null, fitted: true, fittingIncluded: true }
  const apart = { requires: [], excludes: [], includedIn: [] }
  return {
    [`models/${SLUG}.json` as const]: {
      ...like,
      code: 'M1',
      slug: SLUG,
      name: 'Model One',
      segment: 'Small SUV',
      tagline: 'The first of our cars.',
      description: 'Say in one sentence who this car is for.',
      signatureColourCode: 'RED',
      scene: {
        backdrop: 'coast',
        heading: 'On the road',
        text: 'Say in one sentence what it is like to drive.',
      },
      variants: [
        {
          ...like.variants[0]!,
          code: 'M1-BASE',
          name: 'Model One Base',
          grade: 'BASE',
          priceCents,
          priceExGstCents: Math.round((priceCents * 20) / 23),
          stockLevel: 'In stock',
          colourCodes,
          interiorCodes: ['BLACK'],
          options: [
            {
              ...option,
              priceDeltaCents: 0,
              totalPriceCents: priceCents,
              includes: [],
              stockLevel: 'In stock',
            },
          ],
        },
      ],
    },
    'colours.json': COLOURS,
    'interiors.json': [{ code: 'BLACK', name: 'Black cloth', hex: '#24272B', premiumCents: 0 }],
    'accessories.json': [
      { code: 'MATS', name: 'Floor mats', priceCents: 15_000, category: 'Interior' },
      { code: 'TOW', name: 'Tow bar and wiring', priceCents: 150_000, category: 'Towing' },
    ].map((row) => ({ ...row, ...fits, ...apart })),
    'stock.json': colourCodes.map((colourCode) => ({
      kdcd: option.kdcd,
      colourCode,
      level: 'In stock',
      quantity: 2,
      etaWeeks: 0,
      outletCode: OUTLET,
    })),
    'build-slots.json': { perMonthByModel: { M1: 5 }, horizonMonths: 6 },
  }
}

/** What an answer must be, as in the files that it is written to. */
const ANSWERS = { name: text, colour: hex, email, phone }

/** What is wrong with the answers, a sentence each. */
export const askedFaults = (asked: AskedBrand): string[] =>
  Object.entries(ANSWERS).flatMap(([key, type]) => {
    const read = readShape(type, asked[key as keyof AskedBrand].trim())
    return 'faults' in read ? [`The ${key} ${read.faults[0]!.reason}.`] : []
  })
