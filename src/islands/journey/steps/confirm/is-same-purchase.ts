import { dealChanges } from '#lib/purchases/deal-changes.ts'
import { canonical } from '#lib/purchases/journey-patch.ts'
import { isLease } from '#lib/payments/pay-options.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { isSameConfiguration } from '#stores/quote/quote.ts'

/** What is agreed on besides the price: the deposit and the terms of a loan, without what follows from its sum. */
const termsOf = ({ currentQuote: { totals, finance } }: PurchaseJourney): string =>
  canonical([
    totals.depositDueCents,
    finance && {
      ...finance,
      amountFinancedCents: null,
      paymentCents: null,
      lastPaymentCents: null,
      totalPayableCents: null,
    },
  ])

/**
 * Whether two versions of a purchase differ at most in the price of the same car, and so in what is borrowed. Those of a
 * lease never do: it has its rent besides the price.
 */
export const isSamePurchase = (before: PurchaseJourney, now: PurchaseJourney): boolean => {
  const { currentQuote } = now
  return (
    !isLease(currentQuote.payOption) &&
    isSameConfiguration(before.currentQuote.request, currentQuote.request) &&
    termsOf(before) === termsOf(now) &&
    dealChanges({ ...before, currentQuote }, now, {}).length === 0
  )
}
