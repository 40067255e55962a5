import { useEffect, useState } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import type { PaymentMethod, PaymentType } from '#lib/codes.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { NOTHING_TO_PAY_YET } from '#lib/finance/credit.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { isLease, isReservation } from '#lib/payments/pay-options.ts'
import { $config, loadConfig } from '#stores/site/config.ts'
import { loadJourney, startPayment } from '#stores/journey/journey.ts'
import { paths } from '#stores/site/paths.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Button } from '#ui/Button.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { CreditTrouble } from '#islands/journey/notices/DecisionNotice.tsx'
import { useJourneyPage } from '../../journey-page.ts'
import { PayPlanLines } from '#islands/journey/deal/PayPlanLines.tsx'
import { PurchaseRecord } from '../../PurchaseRecord.tsx'
import { TradeInOffers } from '#islands/journey/notices/TradeInOffers.tsx'
import { StepActions } from '../../StepActions.tsx'
import { StepHeading } from '../../StepHeading.tsx'
import { useRefusal } from '../../use-refusal.ts'
import { useWaitText } from '#islands/journey/use-wait-text.ts'
import { BankTransfer } from './BankTransfer.tsx'
import { Review } from './Review.tsx'
import { StartAgain } from './StartAgain.tsx'
import { paymentView, returnSentence } from './payment-view.ts'
import { usePaymentStatus } from './use-payment-status.ts'
import { Waiting } from './Waiting.tsx'

/** Leads to the provider's page to pay, and shows the state of the payments. */
export function Payment() {
  const { journey, query } = useJourneyPage()
  const { attempt, isKnown, isChecking, trouble, isJustChecked, check } = usePaymentStatus(journey)
  const isRefused = useRefusal() !== null
  const view = paymentView(journey, attempt, isRefused)
  const hasRecord = !['CONFIRMED', 'NOCARAVAIL'].includes(journey.status.purchaseJourneyStatusCode)

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
      {view.pay && (
        <Pay
          key={view.pay.type}
          {...view.pay}
          label={payLabel(journey, view.pay.type)}
          isPrimary={view.next !== 'complete'}
          onRefused={() => loadJourney(journey.id)}
        />
      )}
      {view.isTransfer && <BankTransfer />}
      {journey.status.purchaseJourneyStatusCode === 'NOCARAVAIL' && <Waiting />}
      <TradeInOffers />
      {view.next === 'complete' && <StepActions />}
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
      {hasRecord ? (
        <PurchaseRecord canEdit={false} />
      ) : (
        <section className="stack stack--s" aria-labelledby="plan-heading">
          <h2 id="plan-heading" className="step-part">
            What you pay and when
          </h2>
          <PayPlanLines journey={journey} />
        </section>
      )}
    </div>
  )
}

const payLabel = ({ currentQuote: { payOption } }: PurchaseJourney, type: PaymentType): string => {
  if (type === 'BALANCE') return isLease(payOption) ? 'First payment' : 'Balance'
  return isReservation(payOption) ? 'Reservation fee' : 'Deposit'
}

interface PayProps {
  type: PaymentType
  cents: number
  label: string
  /** The purchase waits for it, so it is the main button. */
  isPrimary: boolean
  onRefused: () => Promise<unknown>
}

const BUTTON: Record<PaymentType, string> = { DEPOSIT: 'Pay deposit', BALANCE: 'Pay balance' }

/** Buttons that lead to a provider's page by a full page load: by card, and by bank where that is on. */
function Pay({ type, cents, label, isPrimary, onRefused }: PayProps) {
  const [starting, setStarting] = useState<PaymentMethod | null>(null)
  const wait = useWaitText('Opening the payment provider’s page')
  const config = useIslandStore($config, null)
  const takesBank = (config?.providers.bankPayment ?? 'none') !== 'none'
  const [trouble, setTrouble] = useState('')

  // The browser's Back button may restore this page as it was.
  useEffect(() => {
    const wake = () => setStarting(null)
    addEventListener('pageshow', wake)
    return () => removeEventListener('pageshow', wake)
  }, [])
  useEffect(() => void loadConfig(), [])

  const pay = async (method: PaymentMethod) => {
    setStarting(method)
    setTrouble('')
    const started = await startPayment(type, method)
    if (started.ok) return location.assign(started.value.redirectUrl)
    setStarting(null)
    setTrouble(failureMessage(started.failure))
    // The reason for the refusal may be newer than the page.
    if (started.failure.kind === 'problem' && started.failure.status === 409) await onRefused()
  }

  return (
    <div className="card">
      <div className="cluster cluster--between">
        <p>
          <span className="small quiet">{label}</span>
          <br />
          <strong className="price">{formatMoney(cents)}</strong>
        </p>
        <div className="cluster">
          <Button
            kind={isPrimary ? 'accent' : 'quiet'}
            isBusy={starting === 'STRIPE'}
            disabled={starting === 'POLI'}
            onClick={() => void pay('STRIPE')}
          >
            {BUTTON[type]}
          </Button>
          {takesBank && (
            <Button
              kind="quiet"
              isBusy={starting === 'POLI'}
              disabled={starting === 'STRIPE'}
              onClick={() => void pay('POLI')}
            >
              Pay by bank
            </Button>
          )}
        </div>
      </div>
      {config?.isCardTest && <Notice kind="warning">Test mode: no money is taken by card.</Notice>}
      <p className="fine-print">
        {takesBank
          ? 'You pay in New Zealand dollars on the payment provider’s own page, by card or from your bank account. There’s no surcharge, and we never see your card number or bank login.'
          : 'You pay in New Zealand dollars by card, on the payment provider’s own page. There’s no surcharge, and we never see your card number.'}
      </p>
      {trouble && (
        <Notice kind="error" title="We couldn’t start the payment">
          {`${trouble} Nothing has been charged.`}
        </Notice>
      )}
      <StillWorking isBusy={starting !== null} text={wait} />
      <BankTransfer />
    </div>
  )
}
