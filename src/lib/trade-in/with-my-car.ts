import { financeRows, paymentInWords } from '#lib/finance/labels.ts'
import type { PricingCatalogue } from '#lib/pricing/pricing-catalogue.ts'
import type { Quote } from '#lib/quotes/shapes.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { myCarGuide, myCarName, type MyCar } from './my-car.ts'
import { countTradeIn } from './trade-in-deposit.ts'

/** A loan as it is shown, and its product. */
export interface ShownLoan {
  loan: Pick<Quote, 'payOption' | 'totals' | 'finance'> & {
    request: Pick<Quote['request'], 'finance'>
  }
  product: PricingCatalogue['financeProducts'][number]
}

/** What the visitor's car makes of a payment, in words. */
export interface WithMyCar {
  /** As in `With your 2021 Tarvane Cove: from $104.35 a week, or $14,740 in cash`. */
  sentence: string
  /** `$104.35 a week, or $14,740 in cash` */
  payment: string
  /** What the payment is worked out from. */
  basis: string
  /** All the figures that belong to a payment (decision 19). */
  figures: string
}

/**
 * What the visitor's car makes of the payment of a loan: the lower end of its guide value is counted as the deposit, as
 * an accepted offer would be.
 *
 * @returns `null` without a guide value.
 */
export function withMyCar(car: MyCar, { loan, product }: ShownLoan): WithMyCar | null {
  const guide = myCarGuide(car)
  if (!guide || guide.lowCents === 0 || !loan.finance) return null
  const { totals, finance } = countTradeIn(loan, guide.lowCents, { financeProducts: [product] })
  const cashCents = loan.totals.driveAwayCents - guide.lowCents
  const cash = cashCents > 0 ? `, or ${formatMoney(cashCents)} in cash` : ''
  const payment = `${paymentInWords(finance!)}${cash}`
  const figures = financeRows(totals, finance!, false).map(([label, value]) => `${label}: ${value}`)
  return {
    sentence: `With your ${myCarName(car)}: from ${payment}`,
    payment,
    basis: `This is an estimate. Your car counts for ${formatMoney(guide.lowCents)}, the lower end of its guide value, if nothing is owing on it.`,
    figures: `${figures.join('. ')}.`,
  }
}
