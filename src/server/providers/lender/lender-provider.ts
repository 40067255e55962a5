import type { FinanceApplication } from '#lib/contract/shapes/finance-application.ts'
import type { CreditDecision } from '#lib/contract/shapes/journey.ts'
import type { QuoteFinance } from '#lib/contract/shapes/quote.ts'

/** Whoever decides on a finance application; we only carry it there and back (decision 36). */
export interface LenderProvider {
  /** In logs and in the start-up lines. */
  name: string
  decide(request: LenderRequest): Promise<CreditDecision>
}

export interface LenderRequest {
  /** The same for the same application, however often it is sent. */
  reference: string
  application: FinanceApplication
  /** What the customer was shown: the amount, the rate and the payments asked for. */
  finance: QuoteFinance
}
