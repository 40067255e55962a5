import { useState } from 'react'
import { serverNowMs } from '#lib/shared/server-clock.ts'
import { readyText } from '#lib/catalogue/delivery.ts'
import { countsTradeIn } from '#lib/payments/pay-options.ts'
import { LazyComponent } from '#ui/lazy/LazyComponent.tsx'
import { LazyDisclosure } from '#ui/lazy/LazyDisclosure.tsx'
import { SummaryLine } from '#ui/SummaryLine.tsx'
import { CarPicture } from '#islands/journey/deal/CarPicture.tsx'
import { DealForm } from '#islands/journey/deal/DealForm.tsx'
import { heldPriceText } from '#islands/journey/deal/held-price.ts'
import { loadPayChange } from '#islands/journey/deal/load-pay-change.ts'
import { useJourneyPage } from '../../journey-page.ts'
import { StepHeading } from '../../StepHeading.tsx'
import { CAR_PARTS, type CarPart } from './car-parts.ts'
import { ChangeLine } from './ChangeLine.tsx'

const loadCarChange = async () => (await import('./CarChange.tsx')).CarChange
const loadPayDetails = async () => (await import('./PayDetails.tsx')).PayDetails
const loadPriceLines = async () => (await import('#ui/PriceLines.tsx')).PriceLines

const PARTS = Object.keys(CAR_PARTS) as CarPart[]
const PAY = 'How you pay'

/** The car, its price, how it is paid and the trade-in on one screen, each with a way to change it. */
export function Configure() {
  const { journey, payOptionNames, query, href } = useJourneyPage()
  const { currentQuote: quote, creditDecision } = journey
  const { vehicles } = journey.tradeInformation
  const [openedAtMs] = useState(serverNowMs)
  const [open, setOpen] = useState<CarPart | typeof PAY | null>(query.has('pay') ? PAY : null)

  return (
    <DealForm className="stack configure">
      {({ isDepositValid, onDepositValidity }) => {
        const line = (part: CarPart | typeof PAY) => ({
          label: part,
          isOpen: open === part,
          // A deposit that is not valid stays in view.
          onToggle: () => isDepositValid && setOpen(open === part ? null : part),
        })
        return (
          <>
            <StepHeading title="Your car">
              Check the car, its price and how you’ll pay.{' '}
              {heldPriceText(quote.expires, openedAtMs)}
            </StepHeading>
            <CarPicture quote={quote} />
            <dl className="summary">
              {PARTS.map((part) => (
                <ChangeLine key={part} {...line(part)} values={CAR_PARTS[part](quote)}>
                  <LazyComponent
                    load={loadCarChange}
                    text="Loading your choices"
                    props={{ part }}
                  />
                </ChangeLine>
              ))}
              {journey.delivery !== undefined && (
                <SummaryLine label="Delivery" value={readyText(journey.delivery)} />
              )}
              <SummaryLine label="Drive-away price" cents={quote.totals.driveAwayCents} isTotal />
              <ChangeLine
                {...line(PAY)}
                values={[payOptionNames[quote.payOption] ?? quote.payOption]}
              >
                <LazyComponent
                  load={loadPayChange}
                  text="Loading your choices"
                  props={{ onDepositValidity }}
                />
              </ChangeLine>
              {countsTradeIn(quote.payOption) && (
                <ChangeLine
                  label="Trade-in"
                  values={
                    vehicles.length > 0
                      ? vehicles.map(
                          ({ registration, make, model }) => `${registration}, ${make} ${model}`,
                        )
                      : ['None']
                  }
                  // Not just the name of the step, which is a link of the page already.
                  what="the car you’re trading in"
                  href={href('trade-in')}
                  act={vehicles.length > 0 ? 'Change' : 'Add'}
                />
              )}
            </dl>
            <LazyDisclosure
              title="The price, line by line"
              load={loadPriceLines}
              props={{ lines: quote.lines, totals: quote.totals }}
            />
            {/* With cash and nothing else there are none. */}
            {(quote.finance || creditDecision || vehicles.length > 0) && (
              <LazyComponent load={loadPayDetails} text="Calculating" props={{}} />
            )}
          </>
        )
      }}
    </DealForm>
  )
}
