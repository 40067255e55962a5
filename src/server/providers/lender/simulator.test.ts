import { expect, test } from 'vitest'
import {
  INCOMES,
  OUTGOINGS,
  type Income,
  type Outgoings,
  type SoftCheckAnswer,
} from '#lib/finance/soft-check.ts'
import type { FinanceApplication } from '#lib/finance/shapes.ts'
import type { CreditDecision } from '#lib/purchases/shapes.ts'
import { monthlySurplus } from '#lib/finance/affordability.ts'
import { aLoan } from '#tests/builders/purchase-journey.ts'
import { anApplication } from '#tests/builders/finance-application.ts'
import { answerBy } from './people.ts'
import { simulatedLender } from './simulator.ts'

const lender = simulatedLender(() => new Date('2026-11-23T01:00:00.000Z'))
// A payment of $1,000 a month.
const finance = aLoan({ paymentCents: 100_000, frequency: 'Monthly' })

/** An application with this much left of a month's income. */
const leaves = (surplusCents: number): FinanceApplication => {
  const application = anApplication()
  application.income.incomeAfterTaxCents += surplusCents - monthlySurplus(application, finance)
  return application
}

test.each<[number, CreditDecision['code']]>([
  [300_00, 'AUTOAPPR'],
  [299_99, 'CONDITIONL'],
  [0, 'CONDITIONL'],
  [-1, 'MANUWRITE'],
  [-200_00, 'MANUWRITE'],
  [-200_01, 'DECLINE'],
])('with %i cents left a month: %s', async (surplusCents, code) => {
  expect(
    await lender.decide({ reference: 'j', application: leaves(surplusCents), finance }),
  ).toMatchObject({ code })
})

test.each<[Income, Outgoings, SoftCheckAnswer]>([
  ['I7', 'O3', 'likely'],
  // The low end of the one less the high end of the other leaves less than the payment.
  ['I5', 'O3', 'talk'],
  // Nobody knows how much more.
  ['I10', 'O7', 'talk'],
])('an income of %s with outgoings of %s: %s', async (income, outgoings, answer) => {
  const request = { income: INCOMES[income], outgoings: OUTGOINGS[outgoings], finance }
  expect(await lender.softCheck(request)).toBe(answer)
})

test('a learner is approved on a condition', async () => {
  const application = leaves(1000_00)
  application.residence.driverLicenceType = 'LEARN'
  expect(await lender.decide({ reference: 'j', application, finance })).toEqual({
    code: 'CONDITIONL',
    limitCents: finance.amountFinancedCents,
    annualRatePct: 8.95,
    validUntil: '2026-12-23',
    conditions: ['A restricted or full driver licence before you collect the car.'],
  })
})

test('an applicant self-employed for less than a year is reviewed by a person', async () => {
  const application = leaves(1000_00)
  application.employment = { ...application.employment, type: 'SELF_EMPLOYED', years: 0.5 }
  expect(await lender.decide({ reference: 'j', application, finance })).toEqual({
    code: 'MANUWRITE',
    conditions: [],
    answerBy: '2026-11-25',
  })
})

test('weekends do not count as working days', () => {
  // Thursday to Monday, in New Zealand
  expect(answerBy(new Date('2026-11-26T01:00:00.000Z'))).toBe('2026-11-30')
})
