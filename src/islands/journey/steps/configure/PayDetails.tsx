import { FinanceFigures, LenderNote } from '#ui/FinanceFigures.tsx'
import { payNotes } from '#islands/journey/deal/pay-notes.ts'
import { ChangeNotices } from '#islands/journey/notices/ChangeNotices.tsx'
import { TradeInSurplus } from '#islands/journey/notices/TradeInSurplus.tsx'
import { useJourneyPage } from '../../journey-page.ts'

/** The payments of a loan or a lease, and what a trade-in or a lender's answer means for them. */
export function PayDetails() {
  const { journey, payOptionNames, lender } = useJourneyPage()
  const { currentQuote: quote } = journey
  return (
    <>
      <TradeInSurplus />
      <ChangeNotices notices={payNotes(journey, payOptionNames)} />
      {quote.finance && (
        <section className="stack stack--s" aria-label="Estimated payments">
          <FinanceFigures {...quote} finance={quote.finance} />
          <LenderNote lender={lender} />
        </section>
      )}
    </>
  )
}
