import { creditRefusal, creditTrouble } from '#lib/finance/credit.ts'
import { useToday } from '#ui/hooks/use-today.ts'
import { useJourneyPage } from './journey-page.ts'

/** Why the lender blocks this purchase; `null` where it does not. */
export function useRefusal() {
  const { creditDecision, currentQuote, ...journey } = useJourneyPage().journey
  const { purchaseJourneyStatusCode: status } = journey.status
  const lenderPaid = journey.paymentMetadata.lenderPaid === true
  const today = useToday()
  return status === 'STARTED'
    ? creditRefusal(creditDecision, currentQuote, today)
    : creditTrouble(creditDecision, currentQuote, { status, lenderPaid, today })
}
