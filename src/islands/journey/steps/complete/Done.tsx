import { useState } from 'react'
import { hasAllCalls } from '#lib/site/all-calls.ts'
import { getPurchaseRecord } from '#lib/purchases/calls.ts'
import { formatDays, isTooLate } from '#lib/catalogue/delivery.ts'
import { lacksApplication, NO_DAY_YET } from '#lib/finance/credit.ts'
import { restOfLease } from '#lib/payments/deal-lines.ts'
import { balanceLeftCents, isReservation } from '#lib/payments/pay-options.ts'
import type { PurchaseRecord as PurchaseFacts } from '#lib/payments/shapes.ts'
import { nextSteps } from '#lib/purchases/next-steps.ts'
import { siteCall } from '#stores/site/api.ts'
import { $checklistTicks, tick } from '#stores/journey/checklist-ticks.ts'
import { loadJourney } from '#stores/journey/journey.ts'
import { paths } from '#stores/site/paths.ts'
import { AllCalls } from '#ui/AllCalls.tsx'
import { DeliveryEstimate, DeliveryTrack } from '#ui/DeliveryTrack.tsx'
import { LazyComponent } from '#ui/lazy/LazyComponent.tsx'
import { Preparation } from '#ui/purchase/Preparation.tsx'
import { Timeline } from '#ui/purchase/Timeline.tsx'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { useLiveQuery } from '#ui/hooks/use-live-query.ts'
import { useToday } from '#ui/hooks/use-today.ts'
import { Moment, PurchaseDetails } from '#islands/journey/moment/Moment.tsx'
import { momentHeading } from '#islands/journey/moment/moment-heading.ts'
import { CreditTrouble } from '#islands/journey/notices/DecisionNotice.tsx'
import { Adviser } from '#islands/journey/notices/Adviser.tsx'
import { ApprovalEnds } from '#islands/journey/notices/ApprovalEnds.tsx'
import { TradeInOffers } from '#islands/journey/notices/TradeInOffers.tsx'
import { useJourneyPage } from '../../journey-page.ts'
import { PurchaseRecord } from '../../PurchaseRecord.tsx'
import { Documents } from './Documents.tsx'
import { OldCar } from './OldCar.tsx'
import { Reference } from './Reference.tsx'

const loadLinks = async () => (await import('#ui/purchase/OrderLinks.tsx')).OrderLinks

/** A purchase that asks for no payment now: the car, the day, the next step, and everything else folded away. */
export function Done({ isRefused }: { isRefused: boolean }) {
  const { journey } = useJourneyPage()
  const { id, currentQuote: quote, paymentMetadata: money, customer, metadata } = journey
  const today = useToday()
  const hasDay = !isReservation(quote.payOption) && !isRefused
  const [wantsLinks, setWantsLinks] = useState(false)
  const ticks = useIslandStore($checklistTicks, {})
  const record = useRecord(hasDay)
  const estimate = record?.delivery.estimate ?? journey.delivery ?? null
  const estimates = record?.delivery.estimates ?? []
  const needsFinanceApplication = lacksApplication(journey.creditDecision, quote, today)
  const steps = nextSteps(
    { quote, metadata, paymentMetadata: money, needsFinanceApplication },
    journey.status.purchaseJourneyStatusCode,
  )
  const isLate = estimate !== null && estimate.to < today
  const news = estimate && (isLate || isTooLate(estimates) || estimates.at(-1)?.note)
  const delivery = estimate && <DeliveryEstimate estimate={estimate} estimates={estimates} />
  return (
    <Moment
      title={momentHeading(journey, isRefused)}
      day={
        hasDay &&
        estimate &&
        !isLate && (
          <>
            <small>
              {metadata.deliveryStatus === 'AVAIL4PKUP' ? 'Collect from' : 'Ready to collect'}
            </small>{' '}
            {formatDays(estimate.from, estimate.to)}
          </>
        )
      }
    >
      {hasDay && (
        <Timeline
          {...journey}
          quote={quote}
          status={journey.status.purchaseJourneyStatusCode}
          {...{ estimate, record, today }}
        />
      )}
      {isRefused ? <CreditTrouble /> : hasDay && news && delivery}
      {isRefused && <p>{NO_DAY_YET}</p>}
      <ApprovalEnds />
      <div className="moment__next cluster">
        {!isRefused && steps[0] && (
          <p className="lead">
            <strong>Next:</strong> {steps[0]}
          </p>
        )}
        {metadata.hasAgreement ? (
          <a className="button" href={paths.agreement(id)}>
            Read your agreement
          </a>
        ) : (
          <a className="button" href={paths.customer('agreements')}>
            My Purchases
          </a>
        )}
      </div>
      {!isRefused && balanceLeftCents(money) === 0 && restOfLease(quote) && (
        <p>{restOfLease(quote)}</p>
      )}
      {hasDay && (
        <AllCalls>
          <details className="disclosure">
            <summary onClick={() => setWantsLinks(true)}>
              Share the progress of your purchase or add its dates to your calendar
            </summary>
            {wantsLinks && (
              <LazyComponent
                load={loadLinks}
                text="Loading the links"
                props={{ id, call: siteCall }}
              />
            )}
          </details>
        </AllCalls>
      )}
      <Adviser />
      <TradeInOffers />
      {/* A lender's conditions are met in there. */}
      <PurchaseDetails isOpen={journey.creditDecision?.code === 'CONDITIONL' && !money.lenderPaid}>
        <p>
          {`Your ${isReservation(quote.payOption) ? 'reservation' : 'purchase'} of a ${quote.vehicle.variantName} in ${quote.vehicle.colourName} is confirmed. We’ve emailed the details to ${customer.email}.${isReservation(quote.payOption) || isRefused ? '' : ' It’s complete once you’ve accepted the agreement and collected your car.'}`}
        </p>
        {!isRefused && (
          <section className="stack stack--s" aria-labelledby="next-heading">
            <h2 id="next-heading" className="step-part">
              What happens next
            </h2>
            <ol className="next-steps">
              {steps.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ol>
          </section>
        )}
        {hasDay && (
          <section className="stack stack--s" aria-labelledby="delivery-heading">
            <h2 id="delivery-heading" className="step-part">
              Delivery
            </h2>
            {!news && delivery}
            {metadata.deliveryStatus ? (
              <DeliveryTrack status={metadata.deliveryStatus} history={record?.delivery.history} />
            ) : (
              <p>
                {hasAllCalls()
                  ? 'Your car is in stock in New Zealand, and your dealer is preparing it. Once you’ve accepted the agreement, choose a hand-over time under My Purchases.'
                  : 'Your dealer is preparing your car.'}
              </p>
            )}
          </section>
        )}
        {record?.preparation ? (
          <Preparation
            preparation={record.preparation}
            ticked={ticks[id] ?? []}
            onTick={(line, isTicked) => tick(id, line, isTicked)}
            level="h2"
            className="step-part"
          />
        ) : (
          <OldCar />
        )}
        <AllCalls>
          <Documents />
        </AllCalls>
        <Reference {...journey} />
        <PurchaseRecord canEdit={false} />
      </PurchaseDetails>
    </Moment>
  )
}

/** The record of the purchase, once it is loaded. It is read again while the page is seen. */
function useRecord(isWanted: boolean) {
  const { id } = useJourneyPage().journey
  const isAsked = isWanted && hasAllCalls()
  const asked = useLiveQuery<PurchaseFacts | null>(`record ${id} ${isAsked}`, async () => {
    if (!isAsked) return NO_RECORD
    // What is to be done next is the journey's to say.
    void loadJourney(id, { isQuiet: true })
    return siteCall(getPurchaseRecord, { params: { id } })
  })
  return (asked.state === 'ready' && asked.value) || undefined
}

const NO_RECORD = { ok: true, value: null } as const
