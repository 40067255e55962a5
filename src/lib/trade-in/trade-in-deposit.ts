import type { Quote, QuoteFinance, QuoteRequest } from '#lib/quotes/shapes.ts'
import { loan } from '#lib/finance/finance.ts'
import { isFinance, notBelowZero } from '#lib/payments/pay-options.ts'
import type { PricingCatalogue } from '#lib/pricing/pricing-catalogue.ts'

type Quoted = Pick<Quote, 'payOption' | 'totals' | 'finance'> & {
  request: Pick<QuoteRequest, 'finance'>
}

/**
 * A quote with accepted trade-ins counted (decision 63): equity above a loan's deposit raises the deposit, unless the
 * customer wants the difference paid out, and less is borrowed. The price, the rate and the fees stay as quoted.
 *
 * @returns The quote itself where nothing changes. Counted again, with more or less equity, it starts from the deposit
 *   of its request.
 */
export function countTradeIn<Q extends Quoted>(
  quote: Q,
  equityCents: number,
  catalogue: Pick<PricingCatalogue, 'financeProducts'>,
): Q {
  const { finance, totals, request } = quote
  const product = catalogue.financeProducts.find(({ code }) => code === finance?.product)
  if (!isFinance(quote.payOption) || !finance || !request.finance || product?.kind !== 'LOAN')
    return quote
  const { depositCents: chosenCents, tradeInSurplus } = request.finance
  const leastCents = Math.max(product.minAmountFinancedCents ?? 1, finance.balloonCents + 1)
  const mostCents = totals.driveAwayCents + finance.feesCents - leastCents
  const depositDueCents =
    tradeInSurplus === 'PAY_OUT'
      ? chosenCents
      : Math.max(chosenCents, Math.min(notBelowZero(equityCents), mostCents))
  if (depositDueCents === totals.depositDueCents) return quote
  const amountFinancedCents = totals.driveAwayCents + finance.feesCents - depositDueCents
  return {
    ...quote,
    totals: { ...totals, depositDueCents },
    finance: {
      ...finance,
      ...borrowed(finance, amountFinancedCents),
    },
  }
}

/** The figures of a loan of another amount, at its rate, its term and its fees. */
export const borrowed = (
  { annualRatePct, termMonths, frequency, balloonCents, accountFeePerPaymentCents }: QuoteFinance,
  amountFinancedCents: number,
): Pick<
  QuoteFinance,
  'amountFinancedCents' | 'paymentCount' | 'paymentCents' | 'lastPaymentCents' | 'totalPayableCents'
> => {
  const figures = loan({
    amountFinancedCents,
    annualRatePct,
    termMonths,
    frequency,
    balloonCents,
    accountFeePerPaymentCents,
  })
  return {
    amountFinancedCents,
    paymentCount: figures.paymentCount,
    paymentCents: figures.paymentCents,
    lastPaymentCents: figures.lastPaymentCents,
    totalPayableCents: figures.totalPayableCents,
  }
}
