import { useState } from 'react'
import { aucklandDay, formatDay } from '#lib/domain/dates.ts'
import { FinanceFigures } from '#ui/FinanceFigures.tsx'
import { PriceLines } from '#ui/PriceLines.tsx'
import { useJourneyPage } from '../../journey-page.ts'
import { LenderNote } from '../../LenderNote.tsx'
import { PayPlanLines } from '../../PayPlanLines.tsx'
import { StepActions } from '../../StepActions.tsx'
import { StepHeading } from '../../StepHeading.tsx'

/** Each line of the price with its reason, and how it is paid. */
export function Quote() {
  const { journey, payOptionNames } = useJourneyPage()
  const { currentQuote: quote } = journey
  const expires = formatDay(aucklandDay(quote.expires))
  const [openedAtMs] = useState(Date.now)
  const hasExpired = Date.parse(quote.expires) < openedAtMs

  return (
    <div className="stack stack--l">
      <StepHeading title="Your quote">
        {hasExpired
          ? `This price was held until ${expires}. We check it again before you confirm, and show you any change.`
          : `We hold this price until ${expires}.`}
      </StepHeading>
      <PriceLines {...quote} />
      <section className="stack stack--s" aria-labelledby="pay-heading">
        <h2 id="pay-heading" className="step-part">
          How you pay: {payOptionNames[quote.payOption] ?? quote.payOption}
        </h2>
        <PayPlanLines journey={journey} />
      </section>
      {quote.finance && (
        <section className="stack stack--s" aria-label="Estimated payments">
          <FinanceFigures {...quote} finance={quote.finance} />
          <LenderNote />
        </section>
      )}
      <StepActions />
    </div>
  )
}
