import { expect, test } from 'vitest'
import type { Frequency } from '#lib/codes.ts'
import vectors from './finance-vectors.json' with { type: 'json' }
import { accountFeeOf, lease, loan, percentOf, type LoanTerms } from './finance.ts'

test.each(vectors.loans)('$case, $frequency over $termMonths months', (vector) => {
  expect(
    loan({
      amountFinancedCents: vector.amountFinancedCents,
      annualRatePct: vector.annualInterestRatePct,
      termMonths: vector.termMonths,
      frequency: vector.frequency as Frequency,
      balloonCents: vector.balloonCents,
      accountFeePerPaymentCents: accountFeeOf(
        vector.accountFeePerMonthCents,
        vector.frequency as Frequency,
      ),
    }),
  ).toEqual({
    paymentCount: vector.payments,
    repaymentCents: vector.repaymentCents,
    lastRepaymentCents: vector.lastRepaymentCents,
    paymentCents: vector.paymentCents,
    lastPaymentCents: vector.lastPaymentCents,
    totalInterestCents: vector.totalInterestCents,
    totalPayableCents: vector.totalPayableCents,
  })
})

test.each(vectors.leases)('$product over $termMonths months at $annualKm km a year', (vector) => {
  expect(
    lease({
      capitalCents: vector.capitalCents,
      residualCents: vector.residualCents,
      annualRatePct: vector.annualMoneyRatePct,
      termMonths: vector.termMonths,
      monthlyServiceCents: vector.monthlyServiceCents,
    }),
  ).toEqual({
    paymentCount: vector.payments,
    rentCents: vector.rentCents,
    paymentCents: vector.paymentCents,
    totalPayableCents: vector.totalPayableCents,
  })
})

const terms: LoanTerms = {
  amountFinancedCents: 1_000_000,
  annualRatePct: 0,
  termMonths: 12,
  frequency: 'Monthly',
  balloonCents: 0,
  accountFeePerPaymentCents: 0,
}

test('a repayment that is exact on paper is not rounded up a cent', () => {
  // One payment of 25,000.00 and 0.5 % interest, which floating point may put above 25,125.00.
  const single = { ...terms, annualRatePct: 6, termMonths: 1, amountFinancedCents: 2_500_000 }
  expect(loan(single).repaymentCents).toBe(2_512_500)
  expect(loan({ ...terms, amountFinancedCents: 1_200_000 }).repaymentCents).toBe(100_000)
})

test('interest of a period is rounded half up', () => {
  // 12 % a year on 50 cents is half a cent a month.
  const half = { ...terms, annualRatePct: 12, termMonths: 1, amountFinancedCents: 50 }
  expect(loan(half).lastRepaymentCents).toBe(51)
})

test('the payments repay the amount financed, for any terms', () => {
  for (const frequency of ['Weekly', 'Fortnightly', 'Monthly'] as const)
    for (const termMonths of [12, 24, 36, 48, 60])
      for (const annualRatePct of [0, 0.0001, 8.95, 20.2])
        for (const amountFinancedCents of [500_000, 4_000_001, 15_000_000]) {
          const result = loan({
            ...terms,
            frequency,
            termMonths,
            annualRatePct,
            amountFinancedCents,
          })
          const repaid =
            result.repaymentCents * (result.paymentCount - 1) + result.lastRepaymentCents
          expect(repaid).toBe(amountFinancedCents + result.totalInterestCents)
          expect(result.lastRepaymentCents).toBeGreaterThan(0)
        }
})

test.each([
  ['no whole number of weeks', { frequency: 'Weekly', termMonths: 5 }],
  ['no payments', { termMonths: 0 }],
  ['a balloon as large as the loan', { balloonCents: 1_000_000 }],
] as const)('%s is refused', (_, wrong) => {
  expect(() => loan({ ...terms, ...wrong })).toThrow(RangeError)
})

test.each([
  [4_299_000, 47, 2_020_530],
  [101, 50, 51],
  [1_000_000, 10, 100_000],
  [333, 8.95, 30],
])('of %i cents, %d %% is %i cents', (cents, pct, part) => {
  expect(percentOf(cents, pct)).toBe(part)
})
