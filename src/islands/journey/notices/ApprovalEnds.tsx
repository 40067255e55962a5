import { approvalEndsFirst } from '#lib/finance/credit.ts'
import { Notice } from '#ui/Notice.tsx'
import { useToday } from '#ui/hooks/use-today.ts'
import { useJourneyPage } from '#islands/journey/journey-page.ts'

/** What happens where the lender's approval ends before the car comes; nothing otherwise. */
export function ApprovalEnds() {
  const { journey, lender } = useJourneyPage()
  const { creditDecision, currentQuote, delivery, paymentMetadata } = journey
  const ends = approvalEndsFirst(creditDecision, currentQuote, delivery, useToday(), lender)
  return ends && !paymentMetadata.lenderPaid && <Notice>{ends}</Notice>
}
