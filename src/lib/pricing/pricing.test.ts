import { describe, expect, test } from 'vitest'
import { PAY_OPTIONS } from '#lib/codes.ts'
import { priceQuote, type PricedRequest } from './pricing.ts'
import { loanInputs, price, request, testCatalogue } from './pricing.fixture.ts'

const problems = (asked: Partial<PricedRequest>) => {
  const result = priceQuote(request(asked), testCatalogue)
  return result.ok ? [] : result.problems.map(({ property, message }) => `${property} ${message}`)
}
const amounts = (asked: Partial<PricedRequest>) =>
  price(asked).lines.map(({ code, kind, amountCents }) => [code, kind, amountCents])

describe('lines and totals', () => {
  test('a car without extras', () => {
    expect(amounts({})).toEqual([
      ['TN27H', 'VARIANT', 4_299_000],
      ['WHS', 'COLOUR', 0],
      ['CLB', 'INTERIOR', 0],
      ['ONROAD', 'ON_ROAD', 145_000],
    ])
    expect(price().totals).toEqual({
      vehicleCents: 4_299_000,
      accessoriesCents: 0,
      onRoadCents: 145_000,
      driveAwayCents: 4_444_000,
      gstCents: 579_652,
      depositDueCents: 100_000,
    })
    expect(price().finance).toBeNull()
  })

  test('a pack, accessories and a care plan', () => {
    const asked = {
      kdcd: 'TN27H-B',
      accessoryCodes: ['RBOX', 'MATS', 'MATS'],
      servicePlanCode: 'CARE3',
    }

    expect(amounts(asked)).toEqual([
      ['TN27H', 'VARIANT', 4_299_000],
      ['TN27H-B', 'OPTION', 140_000],
      ['WHS', 'COLOUR', 0],
      ['CLB', 'INTERIOR', 0],
      ['MATS', 'ACCESSORY', 18_900],
      ['RBOX', 'ACCESSORY', 129_000],
      ['CARE3', 'SERVICE_PLAN', 149_000],
      ['ONROAD', 'ON_ROAD', 145_000],
    ])
    expect(price(asked).totals).toMatchObject({
      vehicleCents: 4_439_000,
      accessoriesCents: 296_900,
      driveAwayCents: 4_880_900,
    })
  })

  test('premium paint and trim', () => {
    expect(price({ colourCode: 'WHP', interiorCode: 'LEB' }).totals.vehicleCents).toBe(4_544_000)
  })

  test('an electric car has its own on-road costs and care plan price', () => {
    expect(amounts({ kdcd: 'CU27S-A', servicePlanCode: 'CARE3' }).slice(-2)).toEqual([
      ['CARE3', 'SERVICE_PLAN', 89_000],
      ['ONROAD', 'ON_ROAD', 155_000],
    ])
  })

  test('every line says why it is there', () => {
    const { lines } = price({ kdcd: 'TN27H-B', accessoryCodes: ['MATS'], servicePlanCode: 'CARE3' })
    expect(lines.map(({ reason }) => reason)).toEqual([
      'The list price of this grade.',
      'Adds roof rails, cross bars and LED fog lamps.',
      'Solid paint, included in the price.',
      'Included in the price.',
      'Fitted before you collect the car.',
      'Scheduled services and roadside assistance for 36 months or 45,000 km, whichever comes first.',
      'Number plates and first Warrant of Fitness.',
    ])
  })

  test('the request comes back with every choice named', () => {
    expect(price({ payOption: 'LEASE' }).request).toEqual({
      kdcd: 'TN27H-A',
      colourCode: 'WHS',
      interiorCode: 'CLB',
      accessoryCodes: [],
      servicePlanCode: null,
      payOption: 'LEASE',
      finance: { depositCents: 0, termMonths: 36, frequency: 'Monthly', annualKm: 15_000 },
    })
  })

  test('the returned request has the same price again', () => {
    for (const payOption of PAY_OPTIONS.filter(
      (code) => code !== 'LEASELC' && code !== 'LEASEUC',
    )) {
      const first = price({ payOption, accessoryCodes: ['MATS'] })
      expect(price(first.request)).toEqual(first)
    }
  })
})

// each row: a request, and every problem of it
test.each<[Partial<PricedRequest>, string[]]>([
  [{ kdcd: 'TN99' }, ['kdcd is not in the catalogue']],
  [{ colourCode: 'GYM' }, ['colourCode is not offered for this car']],
  [{ colourCode: '' }, ['colourCode is not offered for this car']],
  [{ kdcd: 'TN27H-B', colourCode: 'WHP' }, ['colourCode is not offered for this car']],
  [{ interiorCode: 'SYB' }, ['interiorCode is not offered for this car']],
  [{ servicePlanCode: 'CARE9' }, ['servicePlanCode is not offered']],
  [{ payOption: 'LEASELC' }, ['payOption is not offered']],
  [
    { accessoryCodes: ['NOPE', 'WALL'] },
    [
      'accessoryCodes include NOPE, which is not in the catalogue',
      'accessoryCodes include 7.4 kW wall charger, which is not made for this car',
    ],
  ],
  [
    { kdcd: 'CU27S-A', accessoryCodes: ['TENT'] },
    ['accessoryCodes include Roof tent, which is not made for this car'],
  ],
  [
    { accessoryCodes: ['RBOX'] },
    ['accessoryCodes include Roof box 430 L, which needs Roof cross bars'],
  ],
  [{ accessoryCodes: ['RBOX', 'RBAR'] }, []],
  [{ kdcd: 'TN27H-B', accessoryCodes: ['RBOX'] }, []],
  [
    { kdcd: 'TN27H-B', accessoryCodes: ['RBAR'] },
    ['accessoryCodes include Roof cross bars, which already comes with Touring Pack'],
  ],
  [
    { kdcd: 'TN27H-B', accessoryCodes: ['RBOX', 'TENT'] },
    ['accessoryCodes include Roof tent, which cannot be combined with Roof box 430 L'],
  ],
  [
    { colourCode: 'X', interiorCode: 'X', payOption: 'LEASEUC' },
    [
      'colourCode is not offered for this car',
      'interiorCode is not offered for this car',
      'payOption is not offered',
    ],
  ],
  [
    { payOption: 'FINANCE', finance: { ...loanInputs, termMonths: 18 } },
    ['finance.termMonths must be 12, 24, 36, 48 or 60 months'],
  ],
  [
    { payOption: 'LOANFLEXI', finance: { ...loanInputs, termMonths: 60, annualKm: 12_000 } },
    [
      'finance.termMonths must be 24, 36 or 48 months',
      'finance.annualKm must be 10000, 15000 or 20000 km',
    ],
  ],
  [
    {
      payOption: 'LEASE',
      finance: { ...loanInputs, termMonths: 36, depositCents: 0, frequency: 'Weekly' },
    },
    ['finance.frequency must be Monthly'],
  ],
  [
    { payOption: 'LEASE', finance: { ...loanInputs, termMonths: 36, depositCents: 1 } },
    ['finance.depositCents must be at most $0'],
  ],
  [
    { payOption: 'FINANCE', finance: { ...loanInputs, depositCents: 444_399 } },
    ['finance.depositCents must be at least $4,444'],
  ],
  [{ payOption: 'FINANCE', finance: { ...loanInputs, depositCents: 444_400 } }, []],
  [{ payOption: 'FINANCE', finance: { ...loanInputs, depositCents: 3_984_535 } }, []],
  [
    { payOption: 'FINANCE', finance: { ...loanInputs, depositCents: 3_984_536 } },
    ['finance.depositCents must be at most $39,845.35'],
  ],
  // 44,845.35 less the guaranteed future value of 27,083.70 and a cent
  [
    { payOption: 'LOANFLEXI', finance: { ...loanInputs, termMonths: 24, depositCents: 1_776_165 } },
    ['finance.depositCents must be at most $17,761.64'],
  ],
])('%j has the problems %j', (asked, expected) => {
  expect(problems(asked)).toEqual(expected)
})

test('a catalogue without reservations refuses them', () => {
  const financeProducts = testCatalogue.financeProducts.filter(({ code }) => code !== 'RESERVATION')
  const result = priceQuote(request({ payOption: 'RESERVATION' }), {
    ...testCatalogue,
    financeProducts,
  })
  expect(result).toEqual({
    ok: false,
    problems: [{ property: 'payOption', message: 'is not offered' }],
  })
})
