import { useState } from 'react'
import { serverNowMs } from '#lib/shared/server-clock.ts'
import { DeliveryLine } from '#ui/purchase/DeliveryLine.tsx'
import { FinanceFigures, LenderNote } from '#ui/FinanceFigures.tsx'
import { LazyDisclosure } from '#ui/lazy/LazyDisclosure.tsx'
import { PriceLines } from '#ui/PriceLines.tsx'
import { ChangeNotices } from '#islands/journey/notices/ChangeNotices.tsx'
import { useJourneyPage } from '../../journey-page.ts'
import { DealForm } from '#islands/journey/deal/DealForm.tsx'
import { heldPriceText } from '#islands/journey/deal/held-price.ts'
import { loadPayChange } from '#islands/journey/deal/load-pay-change.ts'
import { payNotes } from '#islands/journey/deal/pay-notes.ts'
import { PayPlanLines } from '#islands/journey/deal/PayPlanLines.tsx'
import { StepHeading } from '../../StepHeading.tsx'
import { TradeInSurplus } from '#islands/journey/notices/TradeInSurplus.tsx'

/** The price line by line with reasons, and the pay option, which can be changed. */
export function Quote() {
  const { journey, payOptionNames, query, lender } = useJourneyPage()
  const { currentQuote: quote } = journey
  const [openedAtMs] = useState(serverNowMs)

  return (
    <DealForm className="stack stack--l">
      {({ isDepositValid, onDepositValidity }) => (
        <>
          <StepHeading title="Your quote">{heldPriceText(quote.expires, openedAtMs)}</StepHeading>
          <div>
            <PriceLines {...quote} />
            <DeliveryLine delivery={journey.delivery} />
          </div>
          <section className="stack stack--s" aria-labelledby="pay-heading">
            <h2 id="pay-heading" className="step-part">
              How you pay: {payOptionNames[quote.payOption] ?? quote.payOption}
            </h2>
            <LazyDisclosure
              title="Compare or change how you pay"
              isOpenAtFirst={query.has('pay')}
              staysOpen={!isDepositValid}
              load={loadPayChange}
              props={{ onDepositValidity }}
            />
            <TradeInSurplus />
            <ChangeNotices notices={payNotes(journey, payOptionNames)} />
            <PayPlanLines journey={journey} />
          </section>
          {quote.finance && (
            <section className="stack stack--s" aria-label="Estimated payments">
              <FinanceFigures {...quote} finance={quote.finance} />
              <LenderNote lender={lender} />
            </section>
          )}
        </>
      )}
    </DealForm>
  )
}
