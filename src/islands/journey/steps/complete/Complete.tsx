import { useEffect } from 'react'
import { hasAllCalls } from '#lib/site/all-calls.ts'
import { getPurchaseRecord } from '#lib/purchases/calls.ts'
import { getReceiptDocument } from '#lib/payments/calls.ts'
import { getFinanceApplicationDocument } from '#lib/finance/calls.ts'
import type { DeliveryStatus } from '#lib/codes.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import {
  approvalEndsFirst,
  lacksApplication,
  NO_DAY_YET,
  NOTHING_TO_PAY_YET,
} from '#lib/finance/credit.ts'
import { formatDay } from '#lib/shared/dates.ts'
import { TRANSFER_TIME } from '#lib/payments/deposit-labels.ts'
import { formatDeadline } from '#lib/shared/instants.ts'
import { carKept } from '#lib/purchases/held-car.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { nextSteps } from '#lib/purchases/next-steps.ts'
import { depositLeftCents, isReservation } from '#lib/payments/pay-options.ts'
import { siteCall } from '#stores/site/api.ts'
import { $config } from '#stores/site/config.ts'
import { paths } from '#stores/site/paths.ts'
import { loadJourney } from '#stores/journey/journey.ts'
import { addToast } from '#stores/site/toasts.ts'
import { AllCalls } from '#ui/AllCalls.tsx'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { DeliveryEstimate, DeliveryTrack } from '#ui/DeliveryTrack.tsx'
import { SavePdf } from '#ui/SavePdf.tsx'
import { useToday } from '#ui/hooks/use-today.ts'
import { useQuery } from '#ui/hooks/use-query.ts'
import { CreditTrouble } from '#islands/journey/notices/DecisionNotice.tsx'
import { CarPicture } from '#islands/journey/deal/CarPicture.tsx'
import { useIsWide } from '#islands/journey/deal/DealSummary.tsx'
import { useJourneyPage } from '../../journey-page.ts'
import { PurchaseRecord } from '../../PurchaseRecord.tsx'
import { StepHeading } from '../../StepHeading.tsx'
import { TradeInOffers } from '#islands/journey/notices/TradeInOffers.tsx'
import { useRefusal } from '../../use-refusal.ts'
import { OldCar } from './OldCar.tsx'
import { SummaryLine } from '#ui/SummaryLine.tsx'

/** The end of the online purchase: the next steps, or the one step that is left. */
export function Complete() {
  const { journey, href } = useJourneyPage()
  const { currentQuote: quote, paymentMetadata: money, customer, metadata } = journey
  const owesDeposit = money.depositCents > 0 && !money.depositPaid
  const { id } = journey
  const isAgreed = journey.status.purchaseJourneyStatusCode === 'AGREEMENT'
  const status = isAgreed ? 'AGREEMENT' : 'CONFIRMED'

  const isWide = useIsWide()
  const isRefused = useRefusal() !== null
  const today = useToday()
  const needsFinanceApplication = lacksApplication(journey.creditDecision, quote, today)
  const ends = money.lenderPaid
    ? null
    : approvalEndsFirst(journey.creditDecision, quote, journey.delivery, today)
  const reservationDays = useIslandStore($config, null)?.reservationDays

  // Delivery and payments change elsewhere.
  useEffect(() => void loadJourney(id), [id])

  if (owesDeposit && isRefused)
    return (
      <div className="stack">
        <StepHeading title="Settle your finance first">
          {`Your purchase is confirmed and ${carKept({ metadata, quote })}. ${NOTHING_TO_PAY_YET}`}
        </StepHeading>
        <CreditTrouble />
        <div>
          <a className="button button--quiet" href={href('payment')}>
            See what you pay, and when
          </a>
        </div>
        <TradeInOffers />
        <Reference {...journey} />
      </div>
    )
  if (owesDeposit)
    return (
      <div className="stack">
        <StepHeading title="One step left">
          Your purchase is confirmed and {carKept({ metadata, quote })}. Pay the{' '}
          {isReservation(quote.payOption) ? 'fee' : 'deposit'} of{' '}
          {formatMoney(depositLeftCents(money))}{' '}
          {metadata.depositDueBy
            ? `by ${formatDeadline(metadata.depositDueBy)} to keep it.${metadata.isTransferExpected ? ` ${TRANSFER_TIME}` : ''}`
            : 'to secure it.'}
        </StepHeading>
        <div>
          <a className="button button--accent" href={href('payment')}>
            Pay the {isReservation(quote.payOption) ? 'fee' : 'deposit'}
          </a>
        </div>
        <TradeInOffers />
        <Reference {...journey} />
      </div>
    )
  return (
    <div className="stack stack--l">
      <StepHeading title={`Thank you, ${customer.name.firstName}`}>
        {`Your purchase of a ${quote.vehicle.variantName} in ${quote.vehicle.colourName} is confirmed. We’ve emailed the details to ${customer.email}.${isReservation(quote.payOption) || isRefused ? '' : ' It’s complete once you’ve accepted the agreement and collected your car.'}`}
      </StepHeading>
      {/* On a wide screen it is shown beside the step. */}
      {!isWide && <CarPicture quote={quote} />}
      <TradeInOffers />
      <section className="stack stack--s" aria-labelledby="next-heading">
        <h2 id="next-heading" className="step-part">
          What happens next
        </h2>
        {isRefused ? (
          <CreditTrouble />
        ) : (
          <ol className="next-steps">
            {nextSteps(
              { quote, metadata, paymentMetadata: money, needsFinanceApplication },
              status,
              reservationDays,
            ).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ol>
        )}
      </section>
      {!isReservation(quote.payOption) && (
        <section className="stack stack--s" aria-labelledby="delivery-heading">
          <h2 id="delivery-heading" className="step-part">
            Delivery
          </h2>
          {isRefused ? (
            <p>{NO_DAY_YET}</p>
          ) : hasAllCalls() ? (
            <Delivery id={id} status={metadata.deliveryStatus} />
          ) : (
            <DeliveryStatusNow status={metadata.deliveryStatus} />
          )}
          {ends && <p>{ends}</p>}
        </section>
      )}
      <OldCar />
      <AllCalls>
        <Documents />
      </AllCalls>
      <div>
        <a className="button" href={paths.customer('agreements')}>
          My Purchases
        </a>
      </div>
      <Reference {...journey} />
      <PurchaseRecord canEdit={false} />
    </div>
  )
}

/** Where the car is and when it should be ready, once loaded. My Purchases shows the same. */
function Delivery({ id, status }: { id: string; status: DeliveryStatus | undefined }) {
  const asked = useQuery(`record ${id}`, () => siteCall(getPurchaseRecord, { params: { id } }))
  const { estimate = null, estimates = [] } = asked.state === 'ready' ? asked.value.delivery : {}
  return (
    <>
      {estimate && <DeliveryEstimate estimate={estimate} estimates={estimates} />}
      {status ? (
        <DeliveryTrack status={status} />
      ) : (
        <p>
          Your car is in stock in New Zealand, and your dealer is preparing it. Once you’ve accepted
          the agreement, choose a collection time under My Purchases.
        </p>
      )}
    </>
  )
}

/** The same as far as the purchase itself says it. */
const DeliveryStatusNow = ({ status }: { status: DeliveryStatus | undefined }) =>
  status ? <DeliveryTrack status={status} /> : <p>Your dealer is preparing your car.</p>

/** The documents of the purchase so far. */
function Documents() {
  const { id, metadata, paymentMetadata, hasAppliedForFinancePreApproval } =
    useJourneyPage().journey
  const hasPaid = paymentMetadata.paidCents > 0
  if (!hasPaid && !hasAppliedForFinancePreApproval && !metadata.hasAgreement) return null
  const params = { id }
  return (
    <section className="stack stack--s" aria-labelledby="documents-heading">
      <h2 id="documents-heading" className="step-part">
        Documents
      </h2>
      <ul className="record__lines">
        {hasPaid && (
          <li>
            <SavePdf ask={() => siteCall(getReceiptDocument, { params })} onFailed={warn}>
              Receipt, PDF
            </SavePdf>
          </li>
        )}
        {hasAppliedForFinancePreApproval && (
          <li>
            <SavePdf
              ask={() => siteCall(getFinanceApplicationDocument, { params })}
              onFailed={warn}
            >
              Signed finance application, PDF
            </SavePdf>
          </li>
        )}
        {metadata.hasAgreement && (
          <li>
            <a href={paths.agreement(id)}>Agreement</a>
          </li>
        )}
      </ul>
    </section>
  )
}

const warn = (text: string) => addToast({ kind: 'warning', text })

const Reference = ({
  reference,
  confirmedDate,
  confirmedBy,
}: Pick<PurchaseJourney, 'reference' | 'confirmedDate' | 'confirmedBy'>) => (
  <dl className="summary">
    {confirmedDate && (
      <SummaryLine
        label="Confirmed on"
        value={formatDay(confirmedDate)}
        note={confirmedBy && `By ${confirmedBy} of our team, on your instructions`}
      />
    )}
    <SummaryLine label="Your reference" value={reference} kind="nowrap" />
  </dl>
)
