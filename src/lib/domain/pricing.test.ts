import { describe, expect, test } from 'vitest'
import { PAY_OPTIONS } from '#lib/contract/shapes/codes.ts'
import { testCatalogue } from './pricing.fixture.ts'
import { depositDue, lenderShare } from './pay-options.ts'
import { priceQuote, type PricedRequest } from './pricing.ts'

const request = (asked: Partial<PricedRequest> = {}): PricedRequest => ({
  kdcd: 'TN27H-A',
  payOption: 'CASH',
  ...asked,
})

const price = (asked: Partial<PricedRequest> = {}) => {
  const result = priceQuote(request(asked), testCatalogue)
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.value
}
const problems = (asked: Partial<PricedRequest>) => {
  const result = priceQuote(request(asked), testCatalogue)
  return result.ok ? [] : result.problems.map(({ property, message }) => `${property} ${message}`)
}
const amounts = (asked: Partial<PricedRequest>) =>
  price(asked).lines.map(({ code, kind, amountCents }) => [code, kind, amountCents])

describe('lines and totals', () => {
  test('a car as it stands', () => {
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
      'Solid paint, in the price of the car.',
      'In the price of the car.',
      'Fitted before you collect the car.',
      'Scheduled services and roadside assistance for 36 months or 45,000 km, whichever comes first.',
      'Number plates; first Warrant of Fitness.',
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

  test('what comes back is priced the same again', () => {
    for (const payOption of PAY_OPTIONS.filter(
      (code) => code !== 'LEASELC' && code !== 'LEASEUC',
    )) {
      const first = price({ payOption, accessoryCodes: ['MATS'] })
      expect(price(first.request)).toEqual(first)
    }
  })
})

const inputs = { depositCents: 800_000, termMonths: 48, frequency: 'Monthly' } as const

describe('loans and leases', () => {
  // the catalogue's vector: 42,990 + 1,450 on-road + 395 + 10.35 - 8,000 deposit, with the account fee
  test('a classic loan', () => {
    expect(price({ payOption: 'LOANCLASIC', finance: inputs })).toMatchObject({
      totals: { depositDueCents: 800_000 },
      finance: {
        product: 'LOANCLASIC',
        amountFinancedCents: 3_684_535,
        termMonths: 48,
        frequency: 'Monthly',
        paymentCount: 48,
        paymentCents: 92_453,
        lastPaymentCents: 92_414,
        accountFeePerPaymentCents: 850,
        annualRatePct: 8.95,
        feesCents: 40_535,
        balloonCents: 0,
        totalPayableCents: 4_437_705,
        estimate: true,
      },
    })
  })

  // the vector with a guaranteed future value of 47 %, and 850 cents a month more
  test('a flexi loan', () => {
    expect(
      price({ payOption: 'LOANFLEXI', finance: { ...inputs, annualKm: 15_000 } }).finance,
    ).toMatchObject({
      balloonCents: 2_020_530,
      paymentCents: 58_527,
      lastPaymentCents: 58_528,
      totalPayableCents: 4_829_827,
    })
  })

  test.each([
    [10_000, 2_106_510],
    [20_000, 1_891_560],
  ])('%i km a year move the guaranteed future value', (annualKm, balloonCents) => {
    expect(
      price({ payOption: 'LOANFLEXI', finance: { ...inputs, annualKm } }).finance,
    ).toMatchObject({ balloonCents })
  })

  // the same vectors: what is financed is the rest of the price, 36,440, and fees of 405.35
  test.each(['LOANCLASIC', 'LOANFLEXI'] as const)(
    '%s: deposit, trade-in and the rest of the price add up to the price',
    (payOption) => {
      const quote = price({ payOption, finance: inputs })
      const deal = { ...quote, payOption }
      const share = { restCents: 3_644_000, feesCents: 40_535, amountFinancedCents: 3_684_535 }
      expect(lenderShare(deal)).toEqual(share)
      for (const [equityCents, depositCents, countedCents] of [
        [0, 800_000, 0],
        [300_000, 500_000, 300_000],
        // No more than the whole deposit counts.
        [900_000, 0, 800_000],
        [-50_000, 850_000, -50_000],
      ] as const) {
        expect(depositDue(deal, equityCents)).toBe(depositCents)
        expect(depositCents + countedCents + share.restCents).toBe(quote.totals.driveAwayCents)
      }
    },
  )

  test.each(['CASH', 'LEASETC', 'RESERVATION'] as const)('%s: no lender pays', (payOption) => {
    expect(lenderShare({ payOption, finance: price({ payOption: 'LEASETC' }).finance })).toBeNull()
  })

  test('a lease has no deposit, fees or balloon', () => {
    expect(price({ payOption: 'LEASETC' })).toMatchObject({
      totals: { depositDueCents: 0 },
      finance: {
        product: 'LEASETC',
        amountFinancedCents: 4_444_000,
        paymentCount: 36,
        feesCents: 0,
        balloonCents: 0,
        annualRatePct: 9.25,
      },
    })
  })

  test.each([
    ['FINANCE', 'LOANCLASIC'],
    ['LEASE', 'LEASETC'],
  ] as const)('%s is priced as its first member, %s', (group, member) => {
    expect(price({ payOption: group }).finance).toEqual(price({ payOption: member }).finance)
  })

  test('a reservation asks its fee alone', () => {
    expect(price({ payOption: 'RESERVATION' })).toMatchObject({
      totals: { depositDueCents: 50_000, driveAwayCents: 4_444_000 },
      finance: null,
    })
  })

  test('finance inputs say nothing about cash', () => {
    expect(price({ finance: inputs }).request).not.toHaveProperty('finance')
  })

  test('a distance says nothing about a classic loan', () => {
    const { finance } = price({ payOption: 'FINANCE', finance: { ...inputs, annualKm: 1 } }).request
    expect(finance).toEqual(inputs)
  })
})

// each row: what is asked, and every problem
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
    { payOption: 'FINANCE', finance: { ...inputs, termMonths: 18 } },
    ['finance.termMonths must be 12, 24, 36, 48 or 60 months'],
  ],
  [
    { payOption: 'LOANFLEXI', finance: { ...inputs, termMonths: 60, annualKm: 12_000 } },
    [
      'finance.termMonths must be 24, 36 or 48 months',
      'finance.annualKm must be 10000, 15000 or 20000 km',
    ],
  ],
  [
    {
      payOption: 'LEASE',
      finance: { ...inputs, termMonths: 36, depositCents: 0, frequency: 'Weekly' },
    },
    ['finance.frequency must be Monthly'],
  ],
  [
    { payOption: 'LEASE', finance: { ...inputs, termMonths: 36, depositCents: 1 } },
    ['finance.depositCents must be at most $0'],
  ],
  [
    { payOption: 'FINANCE', finance: { ...inputs, depositCents: 444_399 } },
    ['finance.depositCents must be at least $4,444'],
  ],
  [{ payOption: 'FINANCE', finance: { ...inputs, depositCents: 444_400 } }, []],
  [{ payOption: 'FINANCE', finance: { ...inputs, depositCents: 3_984_535 } }, []],
  [
    { payOption: 'FINANCE', finance: { ...inputs, depositCents: 3_984_536 } },
    ['finance.depositCents must be at most $39,845.35'],
  ],
  // 44,845.35 less the guaranteed future value of 27,083.70 and a cent
  [
    { payOption: 'LOANFLEXI', finance: { ...inputs, termMonths: 24, depositCents: 1_776_165 } },
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
