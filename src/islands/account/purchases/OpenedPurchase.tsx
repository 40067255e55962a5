import { Fragment, useEffect, useRef, useState } from 'react'
import { cancelPurchase, getPurchaseRecord } from '#lib/purchases/calls.ts'
import { listNearestCars } from '#lib/stock/nearest-calls.ts'
import type { PurchaseCar } from '#lib/purchases/hand-over-shapes.ts'
import type { PurchaseRecord } from '#lib/payments/shapes.ts'
import { configurationQuery } from '#lib/catalogue/configuration-query.ts'
import { CALL_OUTLET, NO_DAY_YET } from '#lib/finance/credit.ts'
import { nextSteps } from '#lib/purchases/next-steps.ts'
import { isReservation } from '#lib/payments/pay-options.ts'
import { siteCall } from '#stores/site/api.ts'
import { $checklistTicks, tick } from '#stores/journey/checklist-ticks.ts'
import { paths } from '#stores/site/paths.ts'
import { addToast } from '#stores/site/toasts.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { DeliveryEstimate, DeliveryHistory } from '#ui/DeliveryTrack.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Preparation } from '#ui/purchase/Preparation.tsx'
import { Timeline } from '#ui/purchase/Timeline.tsx'
import { useToday } from '#ui/hooks/use-today.ts'
import { Notice } from '#ui/Notice.tsx'
import { useLiveQuery } from '#ui/hooks/use-live-query.ts'
import { AdviserCard } from '#ui/purchase/AdviserCard.tsx'
import { CancelPurchase } from '#ui/purchase/CancelPurchase.tsx'
import { WhileWaiting } from '#ui/purchase/WhileWaiting.tsx'
import { paymentLine } from '#lib/payments/labels.ts'
import { HandOver } from './HandOver.tsx'
import { LazyComponent } from '#ui/lazy/LazyComponent.tsx'
import { isComing, type Purchase } from './purchase-card.ts'
import { FinanceDocument, QuoteDocument } from './documents.tsx'
import { RefundLines } from './RefundLines.tsx'
import { PaymentSummary } from './PaymentSummary.tsx'
import { SummaryLine } from '#ui/SummaryLine.tsx'

const loadLinks = async () => (await import('#ui/purchase/OrderLinks.tsx')).OrderLinks

/** Everything about a confirmed purchase: its dates, hand-over, payments and documents. It is read again while it is seen. */
export function OpenedPurchase({
  purchase,
  onChanged,
}: {
  purchase: Purchase
  /** Reads the list again. */
  onChanged: () => void
}) {
  const { purchaseJourneyId: id, status } = purchase
  const asked = useLiveQuery(`record ${id} ${status.purchaseJourneyStatusCode}`, () =>
    siteCall(getPurchaseRecord, { params: { id } }),
  )
  if (asked.state === 'loading') return <Loading text="Loading the details" />
  if (asked.state === 'failed')
    return (
      <Notice kind="error" title="We couldn’t load the details" tryAgain={asked.refetch}>
        {asked.message}
      </Notice>
    )
  return (
    <Details {...{ purchase, onChanged }} record={asked.value} onRecordChanged={asked.refetch} />
  )
}

function Details({
  purchase,
  record,
  onChanged,
  onRecordChanged,
}: {
  purchase: Purchase
  record: PurchaseRecord
  onChanged: () => void
  onRecordChanged: () => void
}) {
  const { purchaseJourneyId: id, status } = purchase
  const today = useToday()
  const ticks = useIslandStore($checklistTicks, {})
  const [wantsLinks, setWantsLinks] = useState(false)
  const first = useRef(record)
  useEffect(() => {
    if (first.current === record) return
    first.current = record
    // The card says what to do next.
    onChanged()
  }, [record, onChanged])
  const isWaiting = status.purchaseJourneyStatusCode === 'NOCARAVAIL'
  const cancel = () => siteCall(cancelPurchase, { params: { id } })
  const onCancelled = () => {
    const what = isReservation(purchase.quote.payOption) ? 'reservation' : 'purchase'
    addToast({ kind: 'info', text: `Your ${what} is cancelled.` })
    onChanged()
  }
  const { creditTrouble } = purchase
  const next = creditTrouble ? [] : nextSteps(purchase, status.purchaseJourneyStatusCode)
  return (
    <div className="purchase-details__parts">
      {isComing(purchase) &&
        (creditTrouble ? (
          <section className="stack stack--s">
            <h3 className="purchase-details__title">Delivery</h3>
            <p>{NO_DAY_YET}</p>
          </section>
        ) : (
          <>
            <section className="stack stack--s">
              <h3 className="purchase-details__title">Your purchase, step by step</h3>
              <Timeline
                {...purchase}
                status={status.purchaseJourneyStatusCode}
                estimate={record.delivery.estimate}
                {...{ record, today }}
              />
            </section>
            <Delivery {...record} />
          </>
        ))}
      {isComing(purchase) && !creditTrouble && (
        <div className="purchase-details__wide">
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
        </div>
      )}
      {record.askAt && <AdviserCard place={record.askAt} />}
      {record.car && <YourCar {...record.car} />}
      {record.handOver && (
        <HandOver
          purchase={purchase}
          handOver={record.handOver}
          estimate={record.delivery.estimate}
          onChanged={onRecordChanged}
        />
      )}
      {record.preparation && !creditTrouble && (
        <Preparation
          preparation={record.preparation}
          ticked={ticks[id] ?? []}
          onTick={(line, isTicked) => tick(id, line, isTicked)}
          level="h3"
          className="purchase-details__title"
        />
      )}
      {isWaiting && (
        <div className="purchase-details__wide">
          <WhileWaiting
            {...{ id, purchase, cancel, onCancelled }}
            level={3}
            ask={() => siteCall(listNearestCars, { params: { id } })}
            hrefOf={(request) => paths.buildAndQuote() + configurationQuery(request)}
          />
        </div>
      )}
      {creditTrouble && (
        <section className="stack stack--s">
          <h3 className="purchase-details__title">What happens next</h3>
          <p>{`${creditTrouble} ${CALL_OUTLET[status.purchaseJourneyStatusCode] ?? ''}`}</p>
        </section>
      )}
      {next.length > 0 && (
        <section className="stack stack--s">
          <h3 className="purchase-details__title">What happens next</h3>
          <ol className="bullets bullets--numbered">
            {next.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ol>
        </section>
      )}
      {record.offers && record.offers.length > 0 && (
        <section className="stack stack--s">
          <h3 className="purchase-details__title">Included with the car</h3>
          {record.offers.map(({ slug, heading, summary, terms }) => (
            <Fragment key={slug}>
              <p>
                <strong>{heading}</strong>. {summary}
              </p>
              {/* The terms at the time of the purchase; the offer's page may have changed. */}
              <p className="small quiet">{terms.join(' ')}</p>
            </Fragment>
          ))}
        </section>
      )}
      <Payments purchase={purchase} record={record} />
      <section className="stack stack--s">
        <h3 className="purchase-details__title">Documents</h3>
        <ul className="account__list stack stack--s">
          {record.payments.some(({ status: paid }) => paid === 'PAID') && (
            <li>
              <a href={`#/agreements?receipt=${encodeURIComponent(id)}`}>Receipt</a>
            </li>
          )}
          {purchase.metadata.hasAgreement && (
            <li>
              <a href={paths.agreement(id)}>Agreement</a>
            </li>
          )}
          {record.hasFinanceDocument && (
            <li>
              <FinanceDocument id={id} label="Signed finance application" />
            </li>
          )}
          <li>
            <QuoteDocument quote={purchase.quote} label="Quote" />
          </li>
          <li>
            <a href={paths.purchase(id, 'payment')}>The purchase, line by line</a>
          </li>
          <li>
            <a href={paths.terms}>Terms and conditions</a>
          </li>
        </ul>
      </section>
      {record.cancellation.isOpen && !isWaiting && (
        <CancelPurchase {...{ purchase, cancel, onCancelled }} until={record.cancellation.until} />
      )}
    </div>
  )
}

const YourCar = ({ vin, stockNumber }: PurchaseCar) => (
  <section className="stack stack--s">
    <h3 className="purchase-details__title">Your car</h3>
    <dl className="summary">
      <SummaryLine label="VIN" value={vin} kind="nowrap" />
      <SummaryLine label="Stock number" value={stockNumber} kind="nowrap" />
    </dl>
  </section>
)

function Delivery({
  delivery: { status, history, estimate, estimates },
  handOver,
}: Pick<PurchaseRecord, 'delivery' | 'handOver'>) {
  return (
    <section className="stack stack--s">
      <h3 className="purchase-details__title">Delivery</h3>
      {estimate && <DeliveryEstimate estimate={estimate} estimates={estimates} />}
      {status ? (
        <DeliveryHistory status={status} history={history} />
      ) : (
        estimate && (
          <p className="small quiet">
            {handOver
              ? 'Your dealer is preparing your car.'
              : 'Your dealer is preparing your car. Once you’ve accepted the agreement, you can choose a hand-over time here.'}
          </p>
        )
      )}
    </section>
  )
}

function Payments({
  purchase: { quote, paymentMetadata: money, status, creditTrouble },
  record,
}: {
  purchase: Purchase
  record: PurchaseRecord
}) {
  return (
    <section className="stack stack--s">
      <h3 className="purchase-details__title">Payments</h3>
      <PaymentSummary
        quote={quote}
        money={money}
        status={status.purchaseJourneyStatusCode}
        isRefused={creditTrouble !== undefined}
      />
      {record.payments.length === 0 ? (
        <p>Nothing has been paid yet.</p>
      ) : (
        <>
          <h4 className="small quiet">Each payment</h4>
          <dl className="summary">
            {record.payments.map((payment) => (
              <SummaryLine
                key={payment.paymentId}
                cents={payment.amountCents}
                {...paymentLine(payment, quote)}
              />
            ))}
            <RefundLines refunds={record.refunds} />
          </dl>
        </>
      )}
    </section>
  )
}
