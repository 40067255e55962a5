import type { FinanceApplication } from '#lib/contract/shapes/finance-application.ts'
import type { CreditDecision } from '#lib/contract/shapes/journey.ts'
import type { QuoteFinance } from '#lib/contract/shapes/quote.ts'
import { addDays, aucklandDay } from '#lib/domain/dates.ts'
import { PAYMENTS_PER_YEAR } from '#lib/domain/finance.ts'
import { roundHalfUp } from '#lib/domain/money.ts'
import type { LenderProvider, LenderRequest } from './lender-provider.ts'
import { answerBy } from './people.ts'

/** How long an approval holds. */
const VALID_DAYS = 30

/** Of a card's limit, what a lender assumes is paid back each month. */
const CARD_SHARE_PCT = 3
const COMFORTABLE_CENTS = 300_00
const HOPELESS_CENTS = -200_00

/** A lender on this machine. It follows one published rule, so that every answer can be tried out. */
export const simulatedLender = (now = () => new Date()): LenderProvider => ({
  name: 'simulator',
  decide: async (request) => decide(request, now()),
})

interface Facts {
  surplusCents: number
  isNewlySelfEmployed: boolean
  isLearner: boolean
}

type Code = CreditDecision['code']

/** The first that applies decides (domain notes 7.4). */
const RULES: [code: Code, applies: (facts: Facts) => boolean][] = [
  ['MANUWRITE', ({ isNewlySelfEmployed }) => isNewlySelfEmployed],
  ['DECLINE', ({ surplusCents }) => surplusCents < HOPELESS_CENTS],
  ['MANUWRITE', ({ surplusCents }) => surplusCents < 0],
  ['CONDITIONL', ({ surplusCents, isLearner }) => isLearner || surplusCents < COMFORTABLE_CENTS],
  ['AUTOAPPR', () => true],
]

function decide({ application, finance }: LenderRequest, now: Date): CreditDecision {
  const { employment, residence } = application
  const facts: Facts = {
    surplusCents: monthlySurplus(application, finance),
    isNewlySelfEmployed: employment.type === 'SELF_EMPLOYED' && employment.years < 1,
    isLearner: residence.driverLicenceType === 'LEARN',
  }
  const code = RULES.find(([, applies]) => applies(facts))![0]
  const approval = {
    limitCents: finance.amountFinancedCents,
    annualRatePct: finance.annualRatePct,
    validUntil: addDays(aucklandDay(now), VALID_DAYS),
  }
  const answers: Record<Code, Omit<CreditDecision, 'code'>> = {
    AUTOAPPR: { ...approval, conditions: [] },
    CONDITIONL: { ...approval, conditions: conditionsFor(facts) },
    MANUWRITE: { conditions: [], answerBy: answerBy(now) },
    DECLINE: { conditions: [] },
  }
  return { code, ...answers[code] }
}

const conditionsFor = ({ surplusCents, isLearner }: Facts): string[] => [
  ...(surplusCents < COMFORTABLE_CENTS ? ['Your bank statements of the last three months.'] : []),
  ...(isLearner ? ['A restricted or full driver licence before you collect the car.'] : []),
]

/**
 * What is left of an applicant's month after living, debts and the new payment, in cents. A partner's share
 * of the costs counts as income.
 */
export function monthlySurplus(
  { income, liabilities }: Pick<FinanceApplication, 'income' | 'liabilities'>,
  { paymentCents, frequency }: Pick<QuoteFinance, 'paymentCents' | 'frequency'>,
): number {
  const inflow =
    perMonth(income.incomeAfterTaxCents, income.incomeFrequency) +
    income.otherIncomePerMonthCents +
    income.partnerSharePerMonthCents
  const outflow =
    liabilities.housingPerMonthCents +
    liabilities.loansPerMonthCents +
    liabilities.buyNowPayLaterPerMonthCents +
    liabilities.livingCostsPerMonthCents +
    roundHalfUp(liabilities.cardLimitsCents * CARD_SHARE_PCT, 100) +
    perMonth(paymentCents, frequency)
  return inflow - outflow
}

const perMonth = (cents: number, frequency: QuoteFinance['frequency']): number =>
  roundHalfUp(cents * PAYMENTS_PER_YEAR[frequency], 12)
