import type { PayOption } from '#lib/codes.ts'
import type { FinanceInputs, QuoteFinance } from '#lib/quotes/shapes.ts'
import { accountFeeOf, lease, loan, percentOf } from '#lib/finance/finance.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { listed } from '#lib/shared/numbers.ts'
import { isPayOption } from '#lib/payments/pay-options.ts'
import type { CatalogueCar } from './pricing-cars.ts'
import type {
  LeaseProduct,
  LoanProduct,
  PricingCatalogue,
  PricingProduct,
} from './pricing-catalogue.ts'

/** A car at its price, and the product it is to be paid with. */
export interface Deal {
  car: CatalogueCar
  driveAwayCents: number
  product: PricingProduct
  catalogue: PricingCatalogue
}

/**
 * The product a pay option is priced as: itself, or a group's first member, since FINANCE and LEASE also mean
 * that the customer has not picked a product yet.
 *
 * @returns `undefined` when the catalogue does not offer it (a reservation with the flag off).
 */
export const productFor = (
  payOption: PayOption,
  { financeProducts }: PricingCatalogue,
): PricingProduct | undefined => {
  const find = (wanted: string | undefined) => financeProducts.find(({ code }) => code === wanted)
  const found = find(payOption)
  const product = found && 'members' in found ? find(found.members[0]) : found
  return product && !('members' in product) ? product : undefined
}

export interface FinanceChoices {
  termsMonths: readonly number[]
  frequencies: readonly FinanceInputs['frequency'][]
  /** Kilometres a year; empty where they do not matter. */
  kmPerYear: readonly number[]
  minDepositCents: number
  maxDepositCents: number
}

/**
 * The choices for a loan or a lease; `null` for other products.
 *
 * @param chosen The deposit's upper limit depends on its term and distance. Without it, no balloon is assumed.
 */
export function financeChoices(deal: Deal, chosen?: FinanceInputs): FinanceChoices | null {
  const { product, driveAwayCents, catalogue } = deal
  if (product.kind === 'LEASE')
    return {
      termsMonths: product.termsMonths,
      // Rents are paid monthly in advance.
      frequencies: ['Monthly'],
      kmPerYear: product.kmPerYear,
      minDepositCents: catalogue.deposits.lease.cents,
      maxDepositCents: catalogue.deposits.lease.cents,
    }
  if (product.kind !== 'LOAN') return null

  const { pct, minCents } = catalogue.deposits.finance
  const owedCents = driveAwayCents + oneOffFees(product)
  const { minAmountFinancedCents = 1, maxAmountFinancedCents = owedCents } = product
  return {
    termsMonths: product.termsMonths,
    frequencies: product.frequencies,
    kmPerYear: product.kmPerYear ?? [],
    minDepositCents: Math.max(
      Math.ceil((driveAwayCents * Math.max(pct, product.minDepositPct)) / 100),
      minCents,
      owedCents - maxAmountFinancedCents,
    ),
    maxDepositCents:
      owedCents -
      Math.max(minAmountFinancedCents, chosen ? balloonOf(deal, product, chosen) + 1 : 1),
  }
}

/**
 * The complete inputs of a loan or lease; `undefined` for other products.
 *
 * Missing inputs become the least deposit, the first frequency, and the middle term and distance. A
 * distance is dropped where it does not matter.
 */
export function financeInputs(
  deal: Deal,
  asked: Partial<FinanceInputs> = {},
): FinanceInputs | undefined {
  const choices = financeChoices(deal)
  if (!choices) return undefined
  const { termsMonths, frequencies, kmPerYear, minDepositCents } = choices
  const {
    depositCents = minDepositCents,
    termMonths = middle(termsMonths),
    frequency = frequencies[0],
    annualKm = middle(kmPerYear),
  } = asked
  if (termMonths === undefined || frequency === undefined) return undefined
  return {
    depositCents,
    termMonths,
    frequency,
    ...(kmPerYear.length > 0 && { annualKm }),
    ...(deal.product.kind === 'LOAN' &&
      asked.tradeInSurplus && { tradeInSurplus: asked.tradeInSurplus }),
  }
}

/** Finance inputs that are not possible, by field of the quote request. */
export function financeProblems(
  deal: Deal,
  inputs: FinanceInputs,
): { property: string; message: string }[] {
  const choices = financeChoices(deal)
  if (!choices) return []
  const wrong = [
    notOffered('finance.termMonths', inputs.termMonths, choices.termsMonths, ' months'),
    notOffered('finance.frequency', inputs.frequency, choices.frequencies),
    inputs.annualKm === undefined
      ? null
      : notOffered('finance.annualKm', inputs.annualKm, choices.kmPerYear, ' km'),
  ].filter((problem) => problem !== null)
  if (wrong.length > 0) return wrong

  // Only now: the most that can be paid down depends on the term and the distance.
  const { minDepositCents, maxDepositCents } = financeChoices(deal, inputs) ?? choices
  const property = 'finance.depositCents'
  if (inputs.depositCents < minDepositCents)
    return [{ property, message: `must be at least ${formatMoney(minDepositCents)}` }]
  if (inputs.depositCents > maxDepositCents)
    return [{ property, message: `must be at most ${formatMoney(maxDepositCents)}` }]
  return []
}

/** The figures of a loan or a lease for inputs without {@link financeProblems}; `null` for other products. */
export function financeFigures(deal: Deal, inputs: FinanceInputs): QuoteFinance | null {
  const { product } = deal
  if (!isPayOption(product.code)) return null
  const shared = {
    product: product.code,
    termMonths: inputs.termMonths,
    frequency: inputs.frequency,
    estimate: true,
  } as const
  if (product.kind === 'LOAN') return { ...shared, ...loanFigures(deal, product, inputs) }
  if (product.kind === 'LEASE') return { ...shared, ...leaseFigures(deal, product, inputs) }
  return null
}

const loanFigures = (deal: Deal, product: LoanProduct, inputs: FinanceInputs) => {
  const feesCents = oneOffFees(product)
  const balloonCents = balloonOf(deal, product, inputs)
  const annualRatePct = product.annualInterestRatePct
  // One-off fees are financed with the car.
  const amountFinancedCents = deal.driveAwayCents + feesCents - inputs.depositCents
  const accountFeePerPaymentCents = accountFeeOf(
    product.fees.accountFeePerMonthCents,
    inputs.frequency,
  )
  const figures = loan({
    amountFinancedCents,
    annualRatePct,
    termMonths: inputs.termMonths,
    frequency: inputs.frequency,
    balloonCents,
    accountFeePerPaymentCents,
  })
  return {
    amountFinancedCents,
    paymentCount: figures.paymentCount,
    paymentCents: figures.paymentCents,
    lastPaymentCents: figures.lastPaymentCents,
    accountFeePerPaymentCents,
    annualRatePct,
    feesCents,
    balloonCents,
    totalPayableCents: figures.totalPayableCents,
    ...excessKm(product),
  }
}

/** The car goes back at the end, so the customer pays neither a balloon nor fees beside the rents. */
const leaseFigures = (deal: Deal, product: LeaseProduct, inputs: FinanceInputs) => {
  const { driveAwayCents } = deal
  const annualRatePct = product.annualMoneyRatePct
  const residualPct =
    (product.residualPctByTerm[inputs.termMonths] ?? 0) +
    (product.residualAdjustPctByKm[inputs.annualKm ?? 0] ?? 0)
  const figures = lease({
    capitalCents: driveAwayCents,
    residualCents: percentOf(driveAwayCents, residualPct),
    annualRatePct,
    termMonths: inputs.termMonths,
    monthlyServiceCents: product.monthlyServiceCents,
  })
  return {
    amountFinancedCents: driveAwayCents,
    paymentCount: figures.paymentCount,
    paymentCents: figures.paymentCents,
    lastPaymentCents: figures.paymentCents,
    accountFeePerPaymentCents: 0,
    annualRatePct,
    feesCents: 0,
    balloonCents: 0,
    totalPayableCents: figures.totalPayableCents,
    ...excessKm(product),
  }
}

const excessKm = ({ excessKmCents }: { excessKmCents?: number | undefined }) =>
  excessKmCents === undefined ? {} : { excessKmCents }

const oneOffFees = ({ fees }: LoanProduct) =>
  fees.establishmentCents + fees.dealerOriginationCents + fees.ppsrCents

/** The guaranteed future value: a share of the price of the car with its option; 0 for a level loan. */
const balloonOf = ({ car }: Deal, product: LoanProduct, inputs: FinanceInputs): number =>
  product.balloon === 'NONE'
    ? 0
    : percentOf(
        car.option.totalPriceCents,
        (car.variant.guaranteedFutureValuePct[inputs.termMonths] ?? 0) +
          (product.gfvAdjustPctByKm?.[inputs.annualKm ?? 0] ?? 0),
      )

const notOffered = <T extends string | number>(
  property: string,
  value: T,
  offered: readonly T[],
  unit = '',
) => {
  if (offered.includes(value)) return null
  return { property, message: `must be ${listed(offered.map(String), 'or')}${unit}` }
}

/** Of an even number of values, the lower of the middle two. */
const middle = (values: readonly number[]) => values[Math.floor((values.length - 1) / 2)]
