import { describe, expect, test } from 'vitest'
import { chosenFinance, dealFor, fitConfiguration, toggleAccessory } from './configuration.ts'
import { findCar } from '#lib/pricing/pricing-cars.ts'
import { testCatalogue } from '#lib/pricing/pricing.fixture.ts'
import type { PricedRequest } from '#lib/pricing/pricing.ts'

const request = (asked: Partial<PricedRequest> = {}): PricedRequest => ({
  kdcd: 'TN27H-A',
  payOption: 'CASH',
  ...asked,
})

const fit = (asked: Partial<PricedRequest>) => fitConfiguration(request(asked), testCatalogue)

test('choices that are offered are kept without a notice', () => {
  const asked = {
    colourCode: 'WHP',
    interiorCode: 'LEB',
    accessoryCodes: ['RBAR', 'RBOX'],
    servicePlanCode: 'CARE3',
    payOption: 'LOANCLASIC',
    finance: { depositCents: 800_000, termMonths: 48, frequency: 'Weekly' },
  } as const
  const { price, notices } = fit({ ...asked, accessoryCodes: [...asked.accessoryCodes] })
  expect(price.request).toEqual({ kdcd: 'TN27H-A', ...asked })
  expect(notices).toEqual([])
})

test('missing choices are filled in without a notice', () => {
  expect(fit({}).price.request).toMatchObject({ colourCode: 'WHS', interiorCode: 'CLB' })
  expect(fit({}).notices).toEqual([])
})

// each row: the request, its changes, and the notices
test.each<[string, Partial<PricedRequest>, object, string[]]>([
  [
    'another option without that colour and trim',
    { kdcd: 'TN27H-B', colourCode: 'WHP', interiorCode: 'LEB' },
    { colourCode: 'WHS', interiorCode: 'CLB' },
    [
      'Cloud Pearl isn’t available for this car, so the colour is now Surf White.',
      'Black leather isn’t available for this car, so the interior is now Charcoal cloth.',
    ],
  ],
  [
    'an unknown colour',
    { colourCode: 'NIL' },
    { colourCode: 'WHS' },
    ['That colour isn’t available for this car, so the colour is now Surf White.'],
  ],
  [
    'an unknown car',
    { kdcd: 'ZZ1' },
    { kdcd: 'TN27H-A' },
    ['That car is no longer in our range. This is the Tarn 1.5 Hybrid Plus.'],
  ],
  [
    'an accessory that the option includes, and one that needs it',
    { kdcd: 'TN27H-B', accessoryCodes: ['RBAR', 'RBOX'] },
    { accessoryCodes: ['RBOX'] },
    ['Touring Pack already includes Roof cross bars.'],
  ],
  [
    'accessories for another car',
    { kdcd: 'CU27S-A', accessoryCodes: ['TENT', 'MATS', 'WALL'] },
    { accessoryCodes: ['MATS', 'WALL'] },
    ['Roof tent doesn’t fit this car, so we removed it.'],
  ],
  [
    'an accessory without what it needs',
    { accessoryCodes: ['RBOX'] },
    { accessoryCodes: [] },
    ['Roof box 430 L needs Roof cross bars, so we removed it.'],
  ],
  [
    'accessories that exclude each other',
    { accessoryCodes: ['RBAR', 'RBOX', 'TENT'] },
    { accessoryCodes: ['RBAR', 'RBOX'] },
    ['Roof tent can’t be combined with Roof box 430 L, so we removed it.'],
  ],
  [
    'unknown codes',
    { accessoryCodes: ['NOPE'], servicePlanCode: 'CARE9', payOption: 'LEASELC' },
    { accessoryCodes: [], servicePlanCode: null, payOption: 'CASH' },
    [
      'We no longer sell one of your accessories, so we removed it.',
      'We no longer offer that care plan.',
      'That way to pay isn’t available, so we’re showing the cash price.',
    ],
  ],
  [
    'too small a deposit',
    {
      payOption: 'FINANCE',
      finance: { depositCents: 100_000, termMonths: 48, frequency: 'Monthly' },
    },
    { finance: { depositCents: 444_400, termMonths: 48, frequency: 'Monthly' } },
    ['The deposit is now $4,444, to suit the price.'],
  ],
  [
    'a term and a frequency that are not offered',
    {
      payOption: 'LEASE',
      finance: { depositCents: 800_000, termMonths: 60, frequency: 'Weekly' },
    },
    { finance: { depositCents: 0, termMonths: 36, frequency: 'Monthly', annualKm: 15_000 } },
    [],
  ],
])('%s', (_, asked, changed, notices) => {
  const fitted = fit(asked)
  expect(fitted.price.request).toMatchObject(changed)
  expect(fitted.notices).toEqual(notices)
})

describe('ticking an accessory', () => {
  const car = findCar('TN27H-A', testCatalogue)!
  const toggle = (codes: string[], code: string, isWanted: boolean) =>
    toggleAccessory(codes, code, isWanted, car, testCatalogue)

  test('adds it', () => {
    expect(toggle([], 'MATS', true)).toEqual({ codes: ['MATS'], notices: [] })
  })

  test('adds the accessories it needs', () => {
    expect(toggle([], 'RBOX', true)).toEqual({
      codes: ['RBOX', 'RBAR'],
      notices: ['Roof box 430 L needs Roof cross bars, so we added it.'],
    })
  })

  test('removes accessories that either of the two excludes', () => {
    expect(toggle(['RBAR', 'RBOX'], 'TENT', true)).toEqual({
      codes: ['RBAR', 'TENT'],
      notices: ['Roof tent can’t be combined with Roof box 430 L, so we removed that.'],
    })
    expect(toggle(['TENT'], 'RBOX', true)).toEqual({
      codes: ['RBOX', 'RBAR'],
      notices: [
        'Roof box 430 L needs Roof cross bars, so we added it.',
        'Roof box 430 L can’t be combined with Roof tent, so we removed that.',
      ],
    })
  })

  test('clearing removes the accessories that need it', () => {
    expect(toggle(['RBAR', 'RBOX', 'MATS'], 'RBAR', false)).toEqual({
      codes: ['MATS'],
      notices: ['Roof box 430 L needs Roof cross bars, so we removed it.'],
    })
  })
})

test('a priced car does not depend on the finance inputs', () => {
  const finance = { depositCents: 0, termMonths: 7, frequency: 'Weekly' } as const
  expect(dealFor(request({ payOption: 'FINANCE', finance }), testCatalogue)).toMatchObject({
    driveAwayCents: 4_444_000,
    product: { code: 'LOANCLASIC' },
  })
  expect(dealFor(request({ kdcd: 'ZZ1' }), testCatalogue)).toBeNull()
})

// The least deposit of this car is 4,444.00.
test.each([
  [444_400, undefined],
  [444_401, 444_401],
])('of a deposit of %i cents, %s is the customer’s choice', (depositCents, chosen) => {
  const finance = { depositCents, termMonths: 48, frequency: 'Monthly' } as const
  expect(chosenFinance(request({ payOption: 'FINANCE', finance }), testCatalogue)).toEqual({
    ...finance,
    depositCents: chosen,
  })
})
