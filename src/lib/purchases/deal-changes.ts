import type { QuoteFinance } from '#lib/quotes/shapes.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { canonical } from './journey-patch.ts'
import type { PurchaseJourney } from './shapes.ts'

/** The terms that are borrowed on, without the payment, which always stands among all its figures (decision 19). */
export const loanInWords = ({ amountFinancedCents, termMonths, frequency }: QuoteFinance) =>
  `${formatMoney(amountFinancedCents)} over ${termMonths} months, paid ${frequency.toLowerCase()}`

/**
 * The parts of what a customer agrees to that differ between two versions of their purchase, in words.
 *
 * @param payOptionNames Names of pay options, from the catalogue.
 */
export function dealChanges(
  before: PurchaseJourney,
  now: PurchaseJourney,
  payOptionNames: Readonly<Record<string, string>>,
): string[] {
  const differs = (part: (journey: PurchaseJourney) => unknown) =>
    canonical(part(before)) !== canonical(part(now))
  const pays = ({ currentQuote: { payOption, finance } }: PurchaseJourney) =>
    [payOptionNames[payOption] ?? payOption, finance && loanInWords(finance)]
      .filter(Boolean)
      .join(', ')
  const car = ({ currentQuote: { request } }: PurchaseJourney) => ({
    ...request,
    payOption: null,
    finance: null,
  })
  const money = ({ currentQuote }: PurchaseJourney) => [
    currentQuote.payOption,
    currentQuote.finance,
  ]
  return [
    differs(car) && 'Car or accessories',
    differs(money) &&
      (differs(pays)
        ? `Way to pay: ${pays(now)} (was ${pays(before)})`
        : 'Way to pay: its payments or fees have changed'),
    differs(({ outletCode }) => outletCode) && 'Dealer',
    differs(({ ownerDetails }) => ownerDetails) && 'Owner details',
    differs(({ tradeInformation }) => tradeInformation) && 'Trade-in',
  ].filter((change) => change !== false)
}

/** Whether two versions of a purchase have one status, cost the same and agree in all that {@link dealChanges} names. */
export const isSameDeal = (before: PurchaseJourney, now: PurchaseJourney): boolean => {
  const rest = ({ status, currentQuote, paymentMetadata }: PurchaseJourney) =>
    canonical([status, currentQuote.totals, paymentMetadata])
  return dealChanges(before, now, {}).length === 0 && rest(before) === rest(now)
}
