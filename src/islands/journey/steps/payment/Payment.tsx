import { NOTHING_TO_PAY_YET } from '#lib/finance/credit.ts'
import { isLease } from '#lib/payments/pay-options.ts'
import { loadJourney } from '#stores/journey/journey.ts'
import { paths } from '#stores/site/paths.ts'
import { Button } from '#ui/Button.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { isOver } from '#islands/journey/deal/pay-plan.ts'
import { Adviser } from '#islands/journey/notices/Adviser.tsx'
import { ApprovalEnds } from '#islands/journey/notices/ApprovalEnds.tsx'
import { CreditTrouble } from '#islands/journey/notices/DecisionNotice.tsx'
import { useJourneyPage } from '../../journey-page.ts'
import { PurchaseRecord } from '../../PurchaseRecord.tsx'
import { TradeInOffers } from '#islands/journey/notices/TradeInOffers.tsx'
import { StepActions } from '../../StepActions.tsx'
import { StepHeading } from '../../StepHeading.tsx'
import { useRefusal } from '../../use-refusal.ts'
import { isHandedOver } from '#islands/journey/moment/is-moment.ts'
import { BankTransfer } from './BankTransfer.tsx'
import { HandedOver } from './HandedOver.tsx'
import { Pay } from './Pay.tsx'
import { Review } from './Review.tsx'
import { StartAgain } from './StartAgain.tsx'
import { paymentView, returnSentence } from './payment-view.ts'
import { usePaymentStatus } from './use-payment-status.ts'
import { Waiting } from './Waiting.tsx'

/** Leads to the provider's page to pay, and shows the state of the payments. */
export function Payment() {
  const { journey, query } = useJourneyPage()
  const { attempt, isKnown, isChecking, trouble, isJustChecked, check } = usePaymentStatus(
    journey,
    query.has('statusCode'),
  )
  const isRefused = useRefusal() !== null
  const view = paymentView(journey, attempt, isRefused)
  // The first payment of a lease is what its car waits for; a balance may come later.
  const isMain =
    view.pay !== null && (view.next !== 'complete' || isLease(journey.currentQuote.payOption))
  const hasRecord = !['CONFIRMED', 'NOCARAVAIL'].includes(journey.status.purchaseJourneyStatusCode)

  if (isHandedOver(journey)) return <HandedOver title={view.title} text={view.text} />
  if (!isKnown)
    return (
      <div className="stack">
        <StepHeading title="Payment" />
        <div className="loading" role="status">
          <p>{returnSentence(query.get('statusCode'))}</p>
        </div>
      </div>
    )
  return (
    <div className="stack">
      <StepHeading title="Payment">
        Your reference: <span className="nowrap">{journey.reference}</span>
      </StepHeading>
      <div role="status" className="stack">
        {isRefused && !hasRecord && (
          <>
            <CreditTrouble />
            {view.isBlockedByLender && <p>{NOTHING_TO_PAY_YET}</p>}
          </>
        )}
        {!(view.isBlockedByLender && view.tone === 'plain') && (
          <Notice kind={view.tone === 'plain' ? 'info' : view.tone} title={view.title}>
            {view.text}
          </Notice>
        )}
      </div>
      {!hasRecord && <ApprovalEnds />}
      <Review {...journey} />
      {trouble && (
        <Notice kind="error" title="We couldn’t check with the payment provider">
          {trouble}
        </Notice>
      )}
      {(view.isWaiting || trouble || journey.openPayment?.review) && (
        <div>
          <Button kind="quiet" isBusy={isChecking} onClick={check}>
            Check again
          </Button>
          <StillWorking isBusy={isChecking} text="Checking with the payment provider" />
          <p className="small" role="status">
            {isJustChecked && `Checked a moment ago. ${view.title}.`}
          </p>
        </div>
      )}
      {view.next === 'complete' && !isMain && <StepActions kind="primary" />}
      {view.pay && (
        <Pay
          key={view.pay.type}
          {...view.pay}
          isPrimary={isMain}
          onRefused={() => loadJourney(journey.id)}
        />
      )}
      {view.isTransfer && <BankTransfer />}
      {journey.status.purchaseJourneyStatusCode === 'NOCARAVAIL' && <Waiting />}
      <TradeInOffers />
      {!isOver(journey) && <Adviser />}
      {view.next === 'complete' && isMain && <StepActions kind="quiet" />}
      {view.next === 'again' && <StartAgain />}
      {view.next === 'purchases' && (
        <div>
          <a className="button" href={paths.customer('agreements')}>
            My Purchases
          </a>
        </div>
      )}
      {view.next === 'build' && (
        <div>
          <a className="button" href={paths.savedQuote(journey.currentQuote.quoteId)}>
            Build and quote
          </a>
        </div>
      )}
      {hasRecord && <PurchaseRecord canEdit={false} />}
    </div>
  )
}
