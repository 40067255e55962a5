import type { CreditDecision } from '#lib/purchases/shapes.ts'
import {
  isNewlySelfEmployed,
  monthlySurplus,
  roomFor,
  type Room,
} from '#lib/finance/affordability.ts'
import type { SoftCheckAnswer } from '#lib/finance/soft-check.ts'
import { addDays, aucklandDay } from '#lib/shared/dates.ts'
import type { LenderProvider, LenderRequest, SoftCheckRequest } from './lender-provider.ts'
import { answerBy } from './people.ts'

/** How long an approval is valid. */
const VALID_DAYS = 30

/** A simulated lender. It follows published rules, so that every decision can be tried out. */
export const simulatedLender = (
  now = () => new Date(),
): Required<Pick<LenderProvider, 'name' | 'decide' | 'softCheck'>> => ({
  name: 'simulator',
  decide: async (request) => decide(request, now()),
  softCheck: async (request) => softCheck(request),
})

/** Takes the low end of the income and the high end of the outgoings, so that the later decision is no disappointment. */
function softCheck({ income, outgoings, finance }: SoftCheckRequest): SoftCheckAnswer {
  const { fromCents, toCents = Infinity } = outgoings
  const leftCents = monthlySurplus(
    {
      income: { incomeAfterTaxCents: income.fromCents, incomeFrequency: 'Monthly' },
      liabilities: { otherCostsPerMonthCents: Math.max(fromCents, toCents) },
    },
    finance,
  )
  return leftCents >= 0 ? 'likely' : 'talk'
}

interface Facts {
  room: Room
  isNewlySelfEmployed: boolean
  isLearner: boolean
}

type Code = CreditDecision['code']

/** The first rule that applies decides. */
const RULES: [code: Code, applies: (facts: Facts) => boolean][] = [
  ['MANUWRITE', ({ isNewlySelfEmployed }) => isNewlySelfEmployed],
  ['DECLINE', ({ room }) => room === 'too-little'],
  ['MANUWRITE', ({ room }) => room === 'short'],
  ['CONDITIONL', ({ room, isLearner }) => isLearner || room === 'tight'],
  ['AUTOAPPR', () => true],
]

function decide({ application, finance }: LenderRequest, now: Date): CreditDecision {
  const { residence } = application
  const facts: Facts = {
    room: roomFor(monthlySurplus(application, finance)),
    isNewlySelfEmployed: isNewlySelfEmployed(application),
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

const conditionsFor = ({ room, isLearner }: Facts): string[] => [
  ...(room === 'tight' ? ['Your bank statements for the last three months.'] : []),
  ...(isLearner ? ['A restricted or full driver licence before you collect the car.'] : []),
]
