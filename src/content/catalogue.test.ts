import { describe, expect, test } from 'vitest'
import { catalogue, catalogueVersion } from './catalogue.ts'
import { ContentError } from './content-error.ts'
import { draftFiles, type Draft } from './files.fixture.ts'
import { files } from './files.ts'
import { loadCatalogue } from './load.ts'

/** The faults of the real files after one change. */
const faultsAfter = (change: (content: Draft) => void): string[] => {
  const content = draftFiles()
  change(content)
  try {
    loadCatalogue(content)
  } catch (error) {
    if (error instanceof ContentError)
      return error.problems.map(({ file, path, reason }) => `${file} | ${path} | ${reason}`)
    throw error
  }
  return []
}

describe('the content as it is', () => {
  test('survives a round trip through JSON, as in the built server', () => {
    expect(JSON.parse(JSON.stringify(catalogue))).toStrictEqual(catalogue)
  })

  test('holds eight models, eighteen grades and thirty-two options', () => {
    const variants = catalogue.models.flatMap((model) => model.variants)
    expect([
      catalogue.models.length,
      variants.length,
      variants.flatMap((variant) => variant.options).length,
    ]).toEqual([8, 18, 32])
  })

  test('has a version of twelve hex digits', () => {
    expect(catalogueVersion).toMatch(/^[0-9a-f]{12}$/)
  })

  test('names New Zealand first, and once', () => {
    expect(catalogue.countries[0]).toEqual({ code: 'NZ', name: 'New Zealand' })
    expect(catalogue.countries.filter((country) => country.code === 'NZ')).toHaveLength(1)
  })

  test('leaves no placeholder in the texts of pages', () => {
    expect(JSON.stringify(catalogue.pages)).not.toMatch(/\{\w+\}/)
    expect(JSON.stringify(catalogue.pages.terms)).toContain(catalogue.brand.legalName)
  })
})

test('a grade may have any code, and a home page may count what is sold', () => {
  expect(
    faultsAfter((content) => {
      for (const variant of content['models/cove.json'].variants) variant.grade = 'TRAIL-X'
    }),
  ).toEqual([])
  expect(catalogue.pages.home.range.heading).toBe('Eight cars, one standard')
  expect(catalogue.pages.home.range.text).toMatch(
    /^Petrol, hybrid, plug-in hybrid, electric and diesel\./,
  )
  expect(catalogue.pages.home.dealers.heading).toMatch(/^Ten dealers, /)
})

describe('a bad value is reported with its file, path and reason', () => {
  test('a price that is not whole cents', () => {
    expect(
      faultsAfter((content) => (content['models/tarn.json'].variants[1]!.priceCents = 42990.5)),
    ).toEqual([
      'models/tarn.json | variants[1].priceCents | must be whole cents without quotes, such as 5799000 for $57,990',
    ])
  })

  test('a misspelt field', () => {
    const [fault] = faultsAfter((content) =>
      Object.assign(content['colours.json'][2]!, { premiumCent: 1 }),
    )
    expect(fault).toBe('colours.json | [2].premiumCent | is no field here: remove it')
  })

  test('a price in dollars, once', () => {
    expect(
      faultsAfter((content) => {
        const [grade] = content['models/cove.json'].variants
        grade!.priceCents = 27_990
      }),
    ).toEqual([
      'models/cove.json | variants[0].priceCents | 27990 is $279.90: amounts are in cents, so 2799000 is $27,990',
    ])
  })

  test('a model that brand.json does not list, beside the other faults', () => {
    const faults = faultsAfter((content) => {
      content['brand.json'].models.pop()
      content['offers.json'][0]!.until = '2026-10-31'
    })
    expect(faults).toEqual([
      'models/skerry.json |  | models in brand.json doesn’t list it: add “skerry” there, or remove the model (npm run catalogue:remove -- skerry)',
      'offers.json | [0].until | 2026-10-31 is before 2026-11-01',
    ])
  })

  test.each<[string, (content: Draft) => void, string]>([
    [
      'a day that no month has',
      (content) => (content['offers.json'][0]!.until = '2027-02-31'),
      'offers.json | [0].until | must be a day that exists, as yyyy-mm-dd, such as 2027-02-28',
    ],
    [
      'an email address with a web address in it',
      (content) => (content['brand.json'].email = 'hello@https://tarvane.example/'),
      'brand.json | email | must be an email address, such as hello@brand.example',
    ],
    [
      'a web address for the domain',
      (content) => (content['brand.json'].domain = 'https://tarvane.example/'),
      'brand.json | domain | must be a host name without https://, such as brand.example',
    ],
    [
      'an NZBN with a wrong last digit',
      (content) => (content['brand.json'].nzbn = '9429000000018'),
      'brand.json | nzbn | must be an NZBN: 13 digits that begin with 94, the last of which matches the others',
    ],
    [
      'a GST number with a wrong last digit',
      (content) => (content['brand.json'].gstNumber = '000-000-001'),
      'brand.json | gstNumber | must be a GST number: 8 or 9 digits, the last of which matches the others',
    ],
    [
      'words for the trader number',
      (content) => (content['dealers.json'][0]!.motorVehicleTraderNumber = 'hello'),
      'dealers.json | [0].motorVehicleTraderNumber | must be a motor vehicle trader number, such as M123456',
    ],
  ])('%s', (_, change, fault) => {
    expect(faultsAfter(change)).toEqual([fault])
  })

  test('prices that do not add up', () => {
    expect(
      faultsAfter(
        (content) => (content['models/cove.json'].variants[0]!.options[1]!.priceDeltaCents = 1),
      ),
    ).toEqual([
      'models/cove.json | variants[0].options[1].totalPriceCents | 2819000 should be 2699001',
    ])
  })

  test.each<[string, (content: Draft) => void, string]>([
    [
      'a colour that does not exist',
      (content) => content['models/cove.json'].variants[0]!.colourCodes.push('ZZZ'),
      'models/cove.json | variants[0].colourCodes | there is no colour ZZZ',
    ],
    [
      'a kdcd used twice',
      (content) => {
        content['models/cove.json'].variants[0]!.options[0]!.kdcd = 'TN27P-A'
      },
      'models/tarn.json | variants[0].options[0].kdcd | kdcd TN27P-A is used twice',
    ],
    [
      'an accessory that needs one that does not exist',
      (content) => content['accessories.json'][0]!.requires.push('NOPE'),
      'accessories.json | [0].requires | there is no accessory NOPE',
    ],
    [
      'an exclusion that is not mutual',
      (content) => content['accessories.json'][0]!.excludes.push('TOW'),
      'accessories.json | [0].excludes | TOW must exclude MATS too',
    ],
    [
      'stock at a dealer that does not exist',
      (content) => {
        content['stock.json'][1]!.outletCode = 'NIL01'
      },
      'stock.json | [1].outletCode | there is no dealer NIL01',
    ],
    [
      'a workshop at a dealer that has none',
      (content) => {
        content['service.json'].workshops[0]!.outletCode = 'NIL01'
      },
      'service.json | workshops | there is no dealer with SERVICE NIL01',
    ],
    [
      'a workshop that closes before it opens',
      (content) => {
        content['service.json'].workshops[1]!.hours.tue = '17:00-07:30'
      },
      'service.json | workshops[1].hours.tue | 17:00-07:30 are not opening hours',
    ],
    [
      'a picture of a car that is not for sale',
      (content) => {
        content['pages/home.json'].hero.colourCode = 'GYM'
      },
      'pages/home.json | hero.colourCode | there is no tarn sold in the colour GYM',
    ],
    [
      'a scene that is no part of its model’s story',
      (content) => {
        content['pages/home.json'].scene!.view = 'safety'
      },
      'pages/home.json | scene.view | there is no scene in the story of headland: safety',
    ],
    [
      'an offer that ends before it begins',
      (content) => {
        content['offers.json'][0]!.until = '2026-10-31'
      },
      'offers.json | [0].until | 2026-10-31 is before 2026-11-01',
    ],
    [
      'an offer with an example that no lender gives',
      (content) => {
        content['offers.json'][0]!.example!.finance!.termMonths = 40
      },
      'offers.json | [0].example | finance.termMonths must be 24, 36 or 48 months',
    ],
    [
      'an offer with a discount on a car it is not for',
      (content) => {
        content['offers.json'][4]!.discount!.variantCodes = ['TN27H']
      },
      'offers.json | [4].discount.variantCodes | there is no grade of its models TN27H',
    ],
    [
      'an offer with a discount higher than the price',
      (content) => {
        content['offers.json'][4]!.discount!.cents = 4_799_000
      },
      'offers.json | [4].discount.cents | 4799000 is no less than ES27H costs',
    ],
    [
      'two offers with a joint discount higher than the price',
      (content) => {
        const offer = content['offers.json'][4]!
        offer.discount!.cents = 2_400_000
        content['offers.json'].push({ ...offer, slug: 'once-more', from: offer.until })
      },
      'offers.json | [5].discount.cents | 4800000 is no less than ES27H costs',
    ],
    [
      'an offer with an accessory that does not exist',
      (content) => {
        content['offers.json'][1]!.accessoryCodes = ['YACHT']
      },
      'offers.json | [1].accessoryCodes | there is no accessory YACHT',
    ],
    [
      'an unknown placeholder on a page whose name has several words',
      (content) => {
        content['pages/ways-to-pay.json'].questions[0]!.answer = 'Ask {somebody}'
      },
      'pages/ways-to-pay.json | questions[0].answer | unknown word {somebody}',
    ],
    [
      'a colour without a stock line',
      (content) => content['stock.json'].shift(),
      'stock.json |  | there is no line for CV27P-A in WHS',
    ],
    [
      'a reservation that holds nothing',
      (content) => {
        Object.assign(content['finance-products.json'].at(-1)!, { holdDays: 0 })
      },
      'finance-products.json |  | there is no reservation that keeps its car for a day or more',
    ],
    [
      'an unknown placeholder',
      (content) => {
        content['pages/terms.json'].intro = 'Dear {customer}'
      },
      'pages/terms.json | intro | unknown word {customer}',
    ],
  ])('%s', (_, change, fault) => {
    expect(faultsAfter(change)).toContain(fault)
  })

  test('the message begins with the path from the root of the project', () => {
    expect(() => loadCatalogue({ ...files, 'brand.json': {} })).toThrow(/src\/content\/brand\.json/)
  })

  test('the message has the line when the text of the file is available', () => {
    const text = JSON.stringify(
      { ...(files['warranty.json'] as object), paintYears: 'five' },
      null,
      2,
    )
    const line = text.split('\n').findIndex((row) => row.includes('paintYears')) + 1
    expect(() =>
      loadCatalogue({ ...files, 'warranty.json': JSON.parse(text) as unknown }, () => text),
    ).toThrow(`src/content/warranty.json:${line}: paintYears: `)
  })
})
