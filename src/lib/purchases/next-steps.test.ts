import { expect, test } from 'vitest'
import type { DeliveryStatus, PayOption } from '#lib/codes.ts'
import { nextSteps } from './next-steps.ts'

const aPurchase = (
  payOption: PayOption,
  metadata: { hasAgreement?: boolean; deliveryStatus?: DeliveryStatus } = {},
) => ({
  quote: { payOption },
  metadata: { hasAgreement: false, ...metadata },
  paymentMetadata: { depositCents: 100_000, balanceCents: 3_744_000, paidCents: 0 },
})

test.each([
  ['CASH', 'CONFIRMED', 3],
  ['CASH', 'AGREEMENT', 2],
  ['LOANFLEXI', 'CONFIRMED', 3],
  ['LOANFLEXI', 'AGREEMENT', 1],
  ['LEASELC', 'CONFIRMED', 4],
  ['LEASELC', 'AGREEMENT', 2],
  ['RESERVATION', 'CONFIRMED', 2],
  ['CASH', 'STARTED', 0],
  ['CASH', 'COMPLETE', 0],
  ['CASH', 'CANCELLED', 0],
] as const)('%s in %s has %i steps to come', (payOption, status, count) => {
  expect(nextSteps(aPurchase(payOption), status)).toHaveLength(count)
})

test.each([
  ['CASH', 'sale agreement'],
  ['LOANFLEXI', 'sale agreement'],
  ['LEASEUC', 'supply agreement'],
] as const)('of %s, the %s is emailed, and read once it is there', (payOption, name) => {
  const before = nextSteps(aPurchase(payOption), 'CONFIRMED')
  expect(before).toContain(`We’ll email you the ${name} to read and accept.`)
  const issued = nextSteps(aPurchase(payOption, { hasAgreement: true }), 'CONFIRMED')
  expect(issued).toContain(`Read and accept your ${name}. We’ve emailed it to you.`)
  expect(issued).toHaveLength(before.length)
})

test('the balance is no step once it is paid, though the bank has taken the deposit back', () => {
  const paid = { paidCents: 3_744_000, balancePaidCents: 3_744_000 }
  const purchase = aPurchase('CASH')
  const steps = (paymentMetadata: object) =>
    nextSteps(
      { ...purchase, paymentMetadata: { ...purchase.paymentMetadata, ...paymentMetadata } },
      'AGREEMENT',
    )
  expect(steps({}).join()).toContain('Pay the balance')
  expect(steps(paid).join()).not.toContain('Pay the balance')
})

test('a reservation names the day it ends, once it has a car', () => {
  const first = (metadata = {}) => nextSteps(aPurchase('RESERVATION', metadata), 'CONFIRMED')[0]
  expect(first({ cancelUntil: '2026-12-07T01:00:00.000Z' })).toBe(
    'Buy the car by Mon\u00a07\u00a0December, 2:00\u00a0pm, and the fee counts towards your deposit.',
  )
  expect(first()).toBe('Buy the car, and the fee counts towards your deposit.')
})

test.each(['LOANCLASIC', 'LEASETC'] as const)(
  '%s without an application begins with applying, and no lender is said to be checking',
  (payOption) => {
    const asked = nextSteps(aPurchase(payOption), 'CONFIRMED')
    const purchase = { ...aPurchase(payOption), needsFinanceApplication: true }
    const steps = nextSteps(purchase, 'CONFIRMED')
    expect(steps[0]).toBe('You haven’t applied for finance yet. Call your dealer to apply.')
    expect(steps.join()).not.toContain('finishes its checks')
    expect(steps.slice(1)).toEqual(asked.slice(1))
  },
)

test('a lender that has paid is no next step', () => {
  const purchase = aPurchase('LOANCLASIC')
  const paid = {
    ...purchase,
    paymentMetadata: { ...purchase.paymentMetadata, lenderPaid: true },
  }
  expect(nextSteps(paid, 'CONFIRMED')).toEqual([
    'We’ll email you the sale agreement to read and accept.',
    'Collect your car from your dealer.',
  ])
  expect(nextSteps(paid, 'AGREEMENT')).toEqual(['Collect your car from your dealer.'])
})

test.each([
  ['CASH', 3_843_999, 2],
  ['CASH', 3_844_000, 1],
  ['LEASELC', 3_843_999, 2],
  ['LEASELC', 3_844_000, 1],
] as const)('of %s, with %i cents paid, %i steps are to come', (payOption, paidCents, count) => {
  const purchase = aPurchase(payOption)
  const paymentMetadata = { ...purchase.paymentMetadata, paidCents }
  expect(nextSteps({ ...purchase, paymentMetadata }, 'AGREEMENT')).toHaveLength(count)
})
