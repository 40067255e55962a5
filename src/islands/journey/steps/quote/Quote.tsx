import { useState, type SubmitEvent } from 'react'
import { serverNowMs } from '#lib/shared/server-clock.ts'
import { aucklandDay, formatDay } from '#lib/shared/dates.ts'
import { DeliveryLine } from '#ui/purchase/DeliveryLine.tsx'
import { firstInvalid } from '#ui/fields/Field.tsx'
import { FinanceFigures, LenderNote } from '#ui/FinanceFigures.tsx'
import { LazyDisclosure } from '#ui/LazyDisclosure.tsx'
import { PriceLines } from '#ui/PriceLines.tsx'
import { ChangeNotices } from '#islands/journey/notices/ChangeNotices.tsx'
import { useJourneyPage } from '../../journey-page.ts'
import { PayPlanLines } from '#islands/journey/deal/PayPlanLines.tsx'
import { StepActions } from '../../StepActions.tsx'
import { StepHeading } from '../../StepHeading.tsx'
import { TradeInSurplus } from '#islands/journey/notices/TradeInSurplus.tsx'
import { payNotes } from './pay-notes.ts'

/** The deposit field shows its error once it loses focus. */
function showDepositError(form: HTMLFormElement) {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  requestAnimationFrame(() => firstInvalid(form)?.focus())
}

const loadPayChange = async () => (await import('./PayChange.tsx')).PayChange

/** The price line by line with reasons, and the pay option, which can be changed. */
export function Quote() {
  const { journey, payOptionNames, query, goOn } = useJourneyPage()
  const { currentQuote: quote } = journey
  const expires = formatDay(aucklandDay(quote.expires))
  const [openedAtMs] = useState(serverNowMs)
  const hasExpired = Date.parse(quote.expires) < openedAtMs
  const [isDepositValid, setIsDepositValid] = useState(true)
  const [isGoing, setIsGoing] = useState(false)

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isDepositValid) return showDepositError(event.currentTarget)
    setIsGoing(true)
    await goOn()
    setIsGoing(false)
  }

  return (
    <form className="stack stack--l" onSubmit={submit} noValidate>
      <StepHeading title="Your quote">
        {hasExpired
          ? `We held this price until ${expires}. We’ll check it again before you confirm and show you any change.`
          : `We’ll hold this price until ${expires}.`}
      </StepHeading>
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
          props={{ onDepositValidity: setIsDepositValid }}
        />
        <TradeInSurplus />
        <ChangeNotices notices={payNotes(journey, payOptionNames)} />
        <PayPlanLines journey={journey} />
      </section>
      {quote.finance && (
        <section className="stack stack--s" aria-label="Estimated payments">
          <FinanceFigures {...quote} finance={quote.finance} />
          <LenderNote />
        </section>
      )}
      <StepActions isSending={isGoing} />
    </form>
  )
}
