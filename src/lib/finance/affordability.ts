import type { FinanceApplicationDraft } from './shapes.ts'
import type { QuoteFinance } from '#lib/quotes/shapes.ts'
import { PAYMENTS_PER_YEAR } from './finance.ts'
import { roundHalfUp } from '#lib/shared/money.ts'

/** The share of a card's limit that a lender assumes is repaid each month. */
const CARD_SHARE_PCT = 3

type Answers = Pick<FinanceApplicationDraft, 'income' | 'liabilities'>
type Payment = Pick<QuoteFinance, 'paymentCents' | 'frequency'>

const perMonth = (cents: number, frequency: QuoteFinance['frequency']): number =>
  roundHalfUp(cents * PAYMENTS_PER_YEAR[frequency], 12)

/** An applicant's month, line by line in cents: what comes in, and below zero what goes out. */
const LINES: [label: string, cents: (answers: Answers, payment: Payment) => number][] = [
  [
    'Your income after tax',
    ({ income }) =>
      perMonth(income?.incomeAfterTaxCents ?? 0, income?.incomeFrequency ?? 'Monthly'),
  ],
  ['Other income', ({ income }) => income?.otherIncomePerMonthCents ?? 0],
  ['Your partner’s share', ({ income }) => income?.partnerSharePerMonthCents ?? 0],
  ['Mortgage, rent or board', ({ liabilities }) => -(liabilities?.housingPerMonthCents ?? 0)],
  [
    'Loans',
    ({ liabilities }) =>
      -(liabilities?.loans ?? []).reduce((sum, loan) => sum + (loan.paymentPerMonthCents ?? 0), 0),
  ],
  [
    `Credit cards, ${CARD_SHARE_PCT}% of their limits`,
    ({ liabilities }) => -roundHalfUp((liabilities?.cardLimitsCents ?? 0) * CARD_SHARE_PCT, 100),
  ],
  ['Buy now, pay later', ({ liabilities }) => -(liabilities?.buyNowPayLaterPerMonthCents ?? 0)],
  [
    'Living costs',
    ({ liabilities = {} }) =>
      -(
        (liabilities.foodPerMonthCents ?? 0) +
        (liabilities.homeBillsPerMonthCents ?? 0) +
        (liabilities.transportPerMonthCents ?? 0) +
        (liabilities.insurancePerMonthCents ?? 0) +
        (liabilities.childrenPerMonthCents ?? 0) +
        (liabilities.otherCostsPerMonthCents ?? 0)
      ),
  ],
  [
    'The payments for this car',
    (_, { paymentCents, frequency }) => -perMonth(paymentCents, frequency),
  ],
]

/** The lines of an applicant's month. A question without an answer counts as 0. */
export const monthOf = (answers: Answers, payment: Payment): [label: string, cents: number][] =>
  LINES.map(([label, cents]) => [label, cents(answers, payment)])

/** Whether any cost has been entered: before that, what is left says nothing. */
export const hasCosts = ({ liabilities = {} }: Answers): boolean =>
  Object.values(liabilities).some((given) =>
    Array.isArray(given) ? given.length > 0 : Boolean(given),
  )

/** The money left in an applicant's month after living costs, debts and the new payment, in cents. */
export const monthlySurplus = (answers: Answers, payment: Payment): number =>
  monthOf(answers, payment).reduce((sum, [, cents]) => sum + cents, 0)

/** Whether a person at the lender reviews the applicant, regardless of the surplus. */
export const isNewlySelfEmployed = ({ employment }: FinanceApplicationDraft): boolean =>
  employment?.type === 'SELF_EMPLOYED' && (employment.years ?? 0) < 1

export type Room = 'comfortable' | 'tight' | 'short' | 'too-little'

/** How well a payment fits, by the least surplus for each. */
const ROOMS: [room: Room, leastCents: number][] = [
  ['comfortable', 300_00],
  ['tight', 0],
  ['short', -200_00],
  ['too-little', -Infinity],
]

export const roomFor = (surplusCents: number): Room =>
  ROOMS.find(([, leastCents]) => surplusCents >= leastCents)![0]
