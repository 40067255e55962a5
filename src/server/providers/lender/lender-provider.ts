import type { FinanceApplication } from '#lib/finance/shapes.ts'
import type { decideFinance } from '#lib/finance/calls.ts'
import type { CreditDecision } from '#lib/purchases/shapes.ts'
import type { QuoteFinance } from '#lib/quotes/shapes.ts'
import type { z } from '#lib/shared/zod.ts'

/** Whoever decides on a finance application; we only carry it there and back (decision 36). */
export interface LenderProvider {
  /** In logs and in the start-up lines. */
  name: string
  /** @throws {ProviderUnavailable} When no answer comes. */
  decide(request: LenderRequest): Promise<CreditDecision>
  /** What a signed notice says; `null` for one that is not the lender’s, too old, or no notice at all. */
  readNotice(body: Uint8Array, signature: string | undefined, now: Date): LenderNotice | null
}

export interface LenderRequest {
  /** The same however often an application is sent; one with changed answers replaces the one before. */
  reference: string
  application: FinanceApplication
  /** What the customer was shown: the amount, the rate and the payments asked for. */
  finance: QuoteFinance
}

/** What is decided later of an application that a person has looked at. */
export interface LenderNotice {
  /** The same for the same notice, however often it comes. */
  eventId: string
  reference: string
  decision: Omit<z.output<typeof decideFinance.body>, 'isCorrection'>
}
