import { expect, test } from 'vitest'
import { anApplication } from '#tests/builders/finance-application.ts'
import { aLoan } from '#tests/builders/purchase-journey.ts'
import { monthlySurplus, monthOf, roomFor } from './affordability.ts'

// A payment of $1,000 a month.
const finance = aLoan({ paymentCents: 100_000, frequency: 'Monthly' })

test('weekly and fortnightly amounts count by the month', () => {
  const application = anApplication({
    income: {
      incomeAfterTaxCents: 120_000,
      incomeFrequency: 'Weekly',
      otherIncomePerMonthCents: 10_000,
      partnerSharePerMonthCents: 20_000,
    },
    liabilities: {
      housingPerMonthCents: 200_000,
      loans: [
        { lender: 'A bank', balanceCents: 900_000, paymentPerMonthCents: 7_000 },
        { lender: 'A friend', balanceCents: 30_000, paymentPerMonthCents: 3_000 },
      ],
      cardLimitsCents: 500_000,
      buyNowPayLaterPerMonthCents: 5_000,
      foodPerMonthCents: 50_000,
      homeBillsPerMonthCents: 10_000,
      transportPerMonthCents: 20_000,
      insurancePerMonthCents: 5_000,
      childrenPerMonthCents: 7_000,
      otherCostsPerMonthCents: 8_000,
      expectedChange: 'NONE',
    },
  })
  // 1,200 x 52 / 12 = 5,200; + 300 - 3,150 - 3 % of 5,000 - 1,000
  expect(monthlySurplus(application, finance)).toBe(120_000)
})

test('a question without an answer counts as 0', () => {
  expect(monthlySurplus({}, finance)).toBe(-100_000)
  expect(monthOf({}, finance).filter(([, cents]) => cents !== 0)).toEqual([
    ['The payments for this car', -100_000],
  ])
})

test.each([
  [300_00, 'comfortable'],
  [299_99, 'tight'],
  [0, 'tight'],
  [-1, 'short'],
  [-200_00, 'short'],
  [-200_01, 'too-little'],
])('%i cents left each month are %s', (surplusCents, room) => {
  expect(roomFor(surplusCents)).toBe(room)
})
