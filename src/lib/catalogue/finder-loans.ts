import { financeRows, paymentTerms } from '#lib/finance/labels.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { borrowed, countTradeIn } from '#lib/trade-in/trade-in-deposit.ts'
import type { ShownLoan } from '#lib/trade-in/with-my-car.ts'
import { meets, type GradeFacts, type Wishes } from './finder.ts'

/** A payment of the finder's loan with what belongs to it (decision 19). */
export interface FinderLoan {
  cents: number
  /** Rate, term and total. */
  terms: string
  /** All the figures in one sentence. */
  figures: string
}

/** Every month the loan can be paid over, the shortest first; empty where nothing can be chosen. */
export const loanTerms = (product: ShownLoan['product'] | undefined): readonly number[] =>
  product?.kind === 'LOAN' ? product.termsMonths.toSorted((a, b) => a - b) : []

/**
 * A grade's loan over another term, with the visitor's own car counted as the deposit.
 *
 * @param equityCents The value of that car; 0 for none.
 */
export function loanOver(
  { loan, product }: ShownLoan,
  termMonths: number,
  equityCents: number,
): FinderLoan | null {
  const { finance } = loan
  if (!finance || product.kind !== 'LOAN') return null
  const asked = { ...finance, termMonths }
  const over = {
    ...loan,
    finance: { ...asked, ...borrowed(asked, finance.amountFinancedCents) },
  }
  const counted = countTradeIn(over, equityCents, { financeProducts: [product] })
  const rows = financeRows(counted.totals, counted.finance!, false)
  return {
    cents: counted.finance!.paymentCents,
    terms: paymentTerms(counted.finance!),
    figures: `${rows.map(([label, value]) => `${label}: ${value}`).join('. ')}.`,
  }
}

/** A grade of the finder with its weekly payment over each term. */
export interface LoanedGrade {
  facts: GradeFacts
  loans: ReadonlyMap<number, FinderLoan>
}

/** The grade's facts with the payment over a term. */
export const factsOver = ({ facts, loans }: LoanedGrade, termMonths: number): GradeFacts => {
  const loan = loans.get(termMonths)
  return loan ? { ...facts, weekly: loan.cents } : facts
}

/** How many of the nearest are named. */
const MOST_NEAREST = 3

/**
 * Where nothing fits because of the weekly payment: the grades that have everything else, the lowest payment first.
 * Empty where another wish is in the way, too.
 */
export function nearestGrades<G extends LoanedGrade>(
  grades: readonly G[],
  { weekly, ...others }: Wishes,
  termMonths: number,
): G[] {
  if (weekly === undefined) return []
  const centsOf = (grade: G) => grade.loans.get(termMonths)?.cents ?? Infinity
  return grades
    .filter((grade) => grade.loans.has(termMonths) && meets(grade.facts, others))
    .toSorted((a, b) => centsOf(a) - centsOf(b))
    .slice(0, MOST_NEAREST)
}

/** `$258 a week over 36 months, $202.31 over 48, $169.07 over 60`: the chosen term, and the longer ones. */
export function paymentsInWords({ loans }: LoanedGrade, termMonths: number): string {
  const [first, ...longer] = [...loans].filter(([months]) => months >= termMonths)
  if (!first) return ''
  return [
    `${formatMoney(first[1].cents)} a week over ${first[0]} months`,
    ...longer.map(([months, { cents }]) => `${formatMoney(cents)} over ${months}`),
  ].join(', ')
}
