import type { MonthlyRange, SoftCheckAnswer } from '#lib/finance/soft-check.ts'
import type { FinanceApplication } from '#lib/finance/shapes.ts'
import type { decideFinance } from '#lib/finance/calls.ts'
import type { CreditDecision } from '#lib/purchases/shapes.ts'
import type { QuoteFinance } from '#lib/quotes/shapes.ts'
import type { z } from '#lib/shared/zod.ts'

/** A lender that decides on finance applications. We only pass them on (decision 36). */
export interface LenderProvider {
  /** For logs and the start-up lines. */
  name: string
  /** @throws {ProviderUnavailable} If the lender does not answer. */
  decide(request: LenderRequest): Promise<CreditDecision>
  /**
   * Says from ranges alone whether it would probably lend. Left out where the lender offers none.
   *
   * @throws {ProviderUnavailable} If the lender does not answer.
   */
  softCheck?(request: SoftCheckRequest): Promise<SoftCheckAnswer>
  /** Reads a signed notice; `null` if it is not the lender’s, too old or malformed. */
  readNotice(body: Uint8Array, signature: string | undefined, now: Date): LenderNotice | null
}

/** Names nobody: two ranges of amounts a month, and the payments asked about. */
export interface SoftCheckRequest {
  income: Omit<MonthlyRange, 'label'>
  outgoings: Omit<MonthlyRange, 'label'>
  finance: Pick<
    QuoteFinance,
    'product' | 'amountFinancedCents' | 'termMonths' | 'frequency' | 'paymentCents'
  >
}

export interface LenderRequest {
  /** The same each time an application is sent. One with changed answers replaces the earlier one. */
  reference: string
  application: FinanceApplication
  /** The amount, the rate and the payments that the customer saw. */
  finance: QuoteFinance
}

/** A later decision on an application that was reviewed by a person. */
export interface LenderNotice {
  /** The same each time the notice is sent. */
  eventId: string
  reference: string
  decision: Omit<z.output<typeof decideFinance.body>, 'isCorrection'>
}
