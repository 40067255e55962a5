import type { JourneyStatus } from '#lib/contract/shapes/codes.ts'
import { creditRefusal } from '#lib/domain/credit.ts'
import { useToday } from '#ui/use-today.ts'
import { useJourneyPage } from './journey-page.ts'

/** Statuses in which a refusal stands in the way: once the agreement is signed the lender may have paid. */
const REFUSABLE: readonly JourneyStatus[] = ['STARTED', 'CONFIRMED', 'NOCARAVAIL']

/** Why the lender does not let this purchase be gone through with, where it does not. */
export function useRefusal() {
  const { status, creditDecision, currentQuote } = useJourneyPage().journey
  const today = useToday()
  return REFUSABLE.includes(status.purchaseJourneyStatusCode)
    ? creditRefusal(creditDecision, currentQuote, today)
    : null
}
