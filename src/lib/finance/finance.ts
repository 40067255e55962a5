import type { Frequency } from '#lib/codes.ts'
import { roundHalfUp } from '#lib/shared/money.ts'

/**
 * Loans and leases, to the cent (decision 20). Amounts are integer cents and rates are per cent a year.
 *
 * A lender accrues interest daily and may differ by cents, so every figure is an estimate.
 */

export const PAYMENTS_PER_YEAR: Record<Frequency, number> = {
  Weekly: 52,
  Fortnightly: 26,
  Monthly: 12,
}

export interface LoanTerms {
  amountFinancedCents: number
  annualRatePct: number
  termMonths: number
  frequency: Frequency
  /** Still owing after the last payment; 0 for a loan that is fully repaid. */
  balloonCents: number
  /** {@link accountFeeOf} a month. */
  accountFeePerPaymentCents: number
}

export interface Loan {
  paymentCount: number
  /** Principal and interest of every payment but the last. */
  repaymentCents: number
  lastRepaymentCents: number
  /** Each payment of the customer: the repayment and the account fee. */
  paymentCents: number
  lastPaymentCents: number
  totalInterestCents: number
  /** All payments, fees included, and the balloon. */
  totalPayableCents: number
}

/** The part of each payment that is the account fee. */
export const accountFeeOf = (feePerMonthCents: number, frequency: Frequency): number =>
  Math.ceil((feePerMonthCents * 12) / PAYMENTS_PER_YEAR[frequency])

/**
 * The payments of a loan.
 *
 * Interest of each period is rounded half up; the repayment is rounded up to the cent; the last one clears the
 * balance down to the balloon.
 *
 * @throws {RangeError} If the term is no whole number of payments, or less is financed than the balloon.
 */
export function loan(terms: LoanTerms): Loan {
  const { amountFinancedCents, balloonCents, frequency, accountFeePerPaymentCents } = terms
  const perYear = PAYMENTS_PER_YEAR[frequency]
  const paymentCount = countPayments(terms.termMonths, perYear)
  if (amountFinancedCents <= balloonCents)
    throw new RangeError('The amount financed must be more than the balloon')

  const repaymentCents = ceilCents(
    levelPayment(amountFinancedCents, terms.annualRatePct, perYear, paymentCount, balloonCents),
  )
  let balanceCents = amountFinancedCents
  for (let paid = 1; paid < paymentCount; paid++)
    balanceCents += interestCents(balanceCents, terms.annualRatePct, perYear) - repaymentCents
  const lastRepaymentCents =
    balanceCents + interestCents(balanceCents, terms.annualRatePct, perYear) - balloonCents

  const repaidCents = repaymentCents * (paymentCount - 1) + lastRepaymentCents + balloonCents
  return {
    paymentCount,
    repaymentCents,
    lastRepaymentCents,
    paymentCents: repaymentCents + accountFeePerPaymentCents,
    lastPaymentCents: lastRepaymentCents + accountFeePerPaymentCents,
    totalInterestCents: repaidCents - amountFinancedCents,
    totalPayableCents: repaidCents + accountFeePerPaymentCents * paymentCount,
  }
}

export interface LeaseTerms {
  /** The car's cost to the lessor, GST included. */
  capitalCents: number
  /** The car's value to the lessor at the end, GST included. */
  residualCents: number
  annualRatePct: number
  termMonths: number
  monthlyServiceCents: number
}

export interface Lease {
  paymentCount: number
  /** The rent without services. */
  rentCents: number
  /** Each month's payment: the rent and the services. */
  paymentCents: number
  totalPayableCents: number
}

/** The rents of a lease, paid monthly in advance and rounded up to the cent. */
export function lease(terms: LeaseTerms): Lease {
  const { capitalCents, residualCents, annualRatePct, termMonths } = terms
  const inArrears = levelPayment(capitalCents, annualRatePct, 12, termMonths, residualCents)
  const rentCents = ceilCents(inArrears / (1 + periodRate(annualRatePct, 12)))
  const paymentCents = rentCents + terms.monthlyServiceCents
  return {
    paymentCount: termMonths,
    rentCents,
    paymentCents,
    totalPayableCents: paymentCents * termMonths,
  }
}

/**
 * A percentage of an amount, half a cent rounded up.
 *
 * @param pct Per cent with at most four decimals.
 */
export const percentOf = (cents: number, pct: number): number =>
  roundHalfUp(cents * tenThousandths(pct), 1_000_000)

const periodRate = (annualRatePct: number, perYear: number) => annualRatePct / 100 / perYear

const levelPayment = (
  presentCents: number,
  annualRatePct: number,
  perYear: number,
  count: number,
  futureCents: number,
): number => {
  const rate = periodRate(annualRatePct, perYear)
  if (rate === 0) return (presentCents - futureCents) / count
  // 1 - (1 + rate)^-count by expm1: subtracting two numbers near 1 would lose the digits that decide a cent.
  const discounted = -Math.expm1(-count * Math.log1p(rate))
  return ((presentCents - futureCents * (1 - discounted)) * rate) / discounted
}

const interestCents = (balanceCents: number, annualRatePct: number, perYear: number): number =>
  roundHalfUp(balanceCents * tenThousandths(annualRatePct), 1_000_000 * perYear)

// Rates are data such as 8.95, which floating point cannot hold; as 89,500 ten-thousandths they are exact.
const tenThousandths = (pct: number) => Math.round(pct * 10_000)

// A sum that is exact on paper may come out a hair above the cent; that hair must not cost a cent.
const ceilCents = (cents: number) => Math.ceil(cents - 1e-6)

const countPayments = (termMonths: number, perYear: number): number => {
  const count = (termMonths * perYear) / 12
  if (!Number.isInteger(count) || count < 1)
    throw new RangeError(`${termMonths} months is not a whole number of payments`)
  return count
}
