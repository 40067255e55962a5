import type { ShownLoan } from '#lib/trade-in/with-my-car.ts'
import { priceQuote, type PricedRequest } from '#lib/pricing/pricing.ts'
import type { Catalogue } from '../schema/catalogue.ts'

/** The loan whose weekly payments are compared. */
export const COMPARED_LOAN = 'LOANCLASIC'

/** The loan whose weekly payments the pages show; there may be none. */
export const comparedLoan = ({ financeProducts }: Catalogue) =>
  financeProducts.find(({ code }) => code === COMPARED_LOAN)

/** The weekly loan for a car, as the pages calculate with it; `null` where none is offered. */
export function weeklyLoan(
  car: Pick<PricedRequest, 'kdcd' | 'colourCode'>,
  catalogue: Catalogue,
): ShownLoan | null {
  const product = comparedLoan(catalogue)
  const priced = priceQuote({ ...car, payOption: COMPARED_LOAN }, catalogue)
  if (!product || !priced.ok || priced.value.finance?.frequency !== 'Weekly') return null
  const { request, totals, finance } = priced.value
  return {
    product,
    loan: {
      payOption: COMPARED_LOAN,
      totals,
      finance,
      request: { ...(request.finance && { finance: request.finance }) },
    },
  }
}
