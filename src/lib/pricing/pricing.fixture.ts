import type { PricingCatalogue } from './pricing-catalogue.ts'
import { priceQuote, type PricedRequest } from './pricing.ts'

/** A small catalogue for tests: a hybrid and an electric car, with the prices that the expected values were calculated from. */
export const testCatalogue: PricingCatalogue = {
  models: [
    {
      code: 'TN',
      slug: 'tarn',
      name: 'Tarn',
      variants: [
        {
          code: 'TN27H',
          name: 'Tarn 1.5 Hybrid Plus',
          powertrain: 'HYBRID',
          guaranteedFutureValuePct: { 24: 63, 36: 55, 48: 47 },
          options: [
            {
              kdcd: 'TN27H-A',
              name: 'Standard',
              priceDeltaCents: 0,
              totalPriceCents: 4_299_000,
              includes: [],
              colourCodes: ['WHS', 'WHP'],
              interiorCodes: ['CLB', 'LEB'],
            },
            {
              kdcd: 'TN27H-B',
              name: 'Touring Pack',
              priceDeltaCents: 140_000,
              totalPriceCents: 4_439_000,
              includes: ['Roof rails', 'Cross bars', 'LED fog lamps'],
              colourCodes: ['WHS'],
              interiorCodes: ['CLB'],
            },
          ],
        },
      ],
    },
    {
      code: 'CU',
      slug: 'current',
      name: 'Current',
      variants: [
        {
          code: 'CU27S',
          name: 'Current Standard Range',
          powertrain: 'EV',
          guaranteedFutureValuePct: { 24: 52, 36: 44, 48: 36 },
          options: [
            {
              kdcd: 'CU27S-A',
              name: 'Standard',
              priceDeltaCents: 0,
              totalPriceCents: 4_999_000,
              includes: [],
              colourCodes: ['WHS'],
              interiorCodes: ['CLB'],
            },
          ],
        },
      ],
    },
  ],
  colours: [
    { code: 'WHS', name: 'Surf White', finish: 'SOLID', premiumCents: 0 },
    { code: 'WHP', name: 'Cloud Pearl', finish: 'PEARL', premiumCents: 95_000 },
    { code: 'GYM', name: 'Ash Matte', finish: 'MATTE', premiumCents: 180_000 },
  ],
  interiors: [
    { code: 'CLB', name: 'Charcoal cloth', premiumCents: 0 },
    { code: 'LEB', name: 'Black leather', premiumCents: 150_000 },
  ],
  accessories: [
    accessory('MATS', 'All-weather floor mats', 18_900, ['TN', 'CU']),
    accessory('RBAR', 'Roof cross bars', 48_500, ['TN', 'CU'], { includedIn: ['TN27H-B'] }),
    accessory('RBOX', 'Roof box 430 L', 129_000, ['TN', 'CU'], { requires: ['RBAR'] }),
    accessory('TENT', 'Roof tent', 250_000, ['TN'], { excludes: ['RBOX'] }),
    accessory('WALL', '7.4 kW wall charger', 149_000, ['CU', 'TN'], {
      powertrains: ['EV', 'PHEV'],
      fittingIncluded: false,
    }),
  ],
  servicePlans: [
    {
      code: 'CARE3',
      name: 'Tarvane Care 3',
      months: 36,
      km: 45_000,
      priceCents: 149_000,
      evPriceCents: 89_000,
      covers: ['Scheduled services', 'Roadside assistance'],
    },
  ],
  onRoadCosts: {
    standardCents: 145_000,
    byPowertrain: { HYBRID: 145_000, EV: 155_000 },
    includes: ['Number plates', 'First Warrant of Fitness'],
  },
  deposits: {
    cash: { cents: 100_000 },
    finance: { pct: 10, minCents: 100_000 },
    lease: { cents: 0 },
    reservation: { cents: 50_000 },
  },
  financeProducts: [
    { code: 'CASH', kind: 'CASH' },
    { code: 'FINANCE', kind: 'LOAN_GROUP', members: ['LOANCLASIC', 'LOANFLEXI'] },
    {
      code: 'LOANCLASIC',
      kind: 'LOAN',
      annualInterestRatePct: 8.95,
      termsMonths: [12, 24, 36, 48, 60],
      minDepositPct: 10,
      frequencies: ['Weekly', 'Fortnightly', 'Monthly'],
      balloon: 'NONE',
      minAmountFinancedCents: 500_000,
      maxAmountFinancedCents: 15_000_000,
      fees: loanFees(),
    },
    {
      code: 'LOANFLEXI',
      kind: 'LOAN',
      annualInterestRatePct: 9.45,
      termsMonths: [24, 36, 48],
      minDepositPct: 10,
      frequencies: ['Weekly', 'Fortnightly', 'Monthly'],
      balloon: 'GUARANTEED_FUTURE_VALUE',
      kmPerYear: [10_000, 15_000, 20_000],
      gfvAdjustPctByKm: { 10000: 2, 15000: 0, 20000: -3 },
      fees: loanFees(),
    },
    { code: 'LEASE', kind: 'LEASE_GROUP', members: ['LEASETC'] },
    {
      code: 'LEASETC',
      kind: 'LEASE',
      annualMoneyRatePct: 9.25,
      termsMonths: [24, 36, 45],
      kmPerYear: [10_000, 15_000, 20_000, 25_000],
      monthlyServiceCents: 9_500,
      residualPctByTerm: { 24: 58, 36: 49, 45: 43 },
      residualAdjustPctByKm: { 10000: 2, 15000: 0, 20000: -3, 25000: -6 },
    },
    { code: 'RESERVATION', kind: 'RESERVATION' },
  ],
}

/** A request for the plain hybrid, with changes from a test. */
export const request = (asked: Partial<PricedRequest> = {}): PricedRequest => ({
  kdcd: 'TN27H-A',
  payOption: 'CASH',
  ...asked,
})

export const price = (asked: Partial<PricedRequest> = {}) => {
  const result = priceQuote(request(asked), testCatalogue)
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.value
}

/** A customer's inputs for a loan. */
export const loanInputs = { depositCents: 800_000, termMonths: 48, frequency: 'Monthly' } as const

function accessory(
  code: string,
  name: string,
  priceCents: number,
  modelCodes: string[],
  rest: Partial<PricingCatalogue['accessories'][number]> = {},
) {
  return { code, name, priceCents, modelCodes, powertrains: null, fittingIncluded: true, ...rest }
}

function loanFees() {
  return {
    establishmentCents: 39_500,
    dealerOriginationCents: 0,
    ppsrCents: 1_035,
    accountFeePerMonthCents: 850,
  }
}
