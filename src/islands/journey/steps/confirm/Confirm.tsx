import { useEffect, useState, type SubmitEvent } from 'react'
import { fieldMessages } from '#lib/api/failure.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { buyerName } from '#lib/purchases/buyer-name.ts'
import { creditRefusal } from '#lib/finance/credit.ts'
import { addDays, aucklandDay, formatDay } from '#lib/shared/dates.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { keepingSentence } from '#lib/payments/deposit-labels.ts'
import { firstPaymentTime } from '#lib/payments/first-payment.ts'
import { paymentInWords } from '#lib/finance/labels.ts'
import { isFinance, isLease, isReservation } from '#lib/payments/pay-options.ts'
import { serverNowMs } from '#lib/shared/server-clock.ts'
import { siteCall } from '#stores/site/api.ts'
import { $config, loadConfig } from '#stores/site/config.ts'
import { confirmJourney, loadJourney } from '#stores/journey/journey.ts'
import { $isActing } from '#stores/session/session.ts'
import { $journey } from '#stores/journey/journey-updates.ts'
import { paths } from '#stores/site/paths.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { AllCalls } from '#ui/AllCalls.tsx'
import { PeopleDisclosure } from '#ui/people/PeopleDisclosure.tsx'
import { Button } from '#ui/Button.tsx'
import { DeliveryLine } from '#ui/purchase/DeliveryLine.tsx'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { useJourneyPage } from '../../journey-page.ts'
import { OtherWays } from '#islands/journey/notices/OtherWays.tsx'
import { PurchaseRecord } from '../../PurchaseRecord.tsx'
import { StepHeading } from '../../StepHeading.tsx'
import { useDealChange } from '#islands/journey/use-deal-change.ts'
import { useWaitText } from '#islands/journey/use-wait-text.ts'
import { isSamePurchase } from './is-same-purchase.ts'
import { ChangedNotice, NotConfirmedNotice, TroubleNotice, type Trouble } from './notices.tsx'
import { useFaults } from '#ui/fields/use-faults.ts'
import { useToday } from '#ui/hooks/use-today.ts'

/** The review of the purchase, and the signature that makes it an order. */
export function Confirm() {
  const { journey } = useJourneyPage()
  const { cancelDays, depositHours } = useIslandStore($config, null) ?? {}
  const isActing = useIslandStore($isActing, false)
  const today = useToday()
  const [hasAccepted, setHasAccepted] = useState(false)
  const [fullName, setFullName] = useState('')
  const [isSending, setIsSending] = useState(false)
  const wait = useWaitText('Confirming your purchase')
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  /** The outcome of a press was unknown; since then the server says that nothing was confirmed. */
  const [isChecked, setIsChecked] = useState(false)
  /** The deal as shown before it changed or the server named a new price. */
  const [before, setBefore] = useState<PurchaseJourney | null>(null)
  const { form, faultAt, show, forget, clear } = useFaults()
  const refusal = creditRefusal(journey.creditDecision, journey.currentQuote, today)
  /** The price that the server named in its refusal, which a loaded purchase may not have yet. */
  const [newTotalCents, setNewTotalCents] = useState<number | null>(null)
  const totalCents = newTotalCents ?? journey.currentQuote.totals.driveAwayCents
  const expires = aucklandDay(journey.currentQuote.expires)
  const { payOption, finance } = journey.currentQuote
  /** A leased car is paid month by month. */
  const rent = isLease(payOption) ? finance : null
  const payBy = firstPaymentTime(journey, depositHours, serverNowMs())
  const isUnavailable = journey.delivery === null

  useDealChange(journey, hasAccepted, isSending, (accepted) => {
    // The server's new price is shown already, and is all that has changed.
    const isShown = newTotalCents === journey.currentQuote.totals.driveAwayCents
    if (isShown && isSamePurchase(accepted, journey)) return setNewTotalCents(null)
    setHasAccepted(false)
    setNewTotalCents(null)
    setTrouble(null)
    setBefore(accepted)
  })

  useEffect(() => void loadConfig(), [])

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isSending) return
    const faults = {
      ...(!hasAccepted && { terms: 'Please read and accept the terms and conditions' }),
      ...(fullName.trim() === '' && { fullName: 'is required' }),
    }
    if (Object.keys(faults).length > 0) return show(faults)
    clear()
    setTrouble(null)
    setIsChecked(false)
    setIsSending(true)
    const config = await loadConfig()
    const answer = config.ok
      ? await confirmJourney(
          {
            acceptedTotalCents: totalCents,
            termsVersion: config.value.termsVersion,
            signatureName: fullName.trim(),
          },
          journey,
        )
      : { ...config, isUnsent: true as const }
    // Once confirmed, this step is disabled and the page moves on to the payment.
    if (answer?.ok) return
    const failure = answer && answer.failure
    const problem = failure?.kind === 'problem' ? failure : null
    const wrongName = failure && fieldMessages(failure)['signatureName']
    if (wrongName) {
      setIsSending(false)
      return show({ fullName: wrongName })
    }
    const hasChanged = !failure || problem?.problem.newTotalCents !== undefined
    setNewTotalCents(problem?.problem.newTotalCents ?? null)
    // Shows the current obstacle: a new price with its lines, or the lender's decision.
    if (problem?.status === 409) await loadJourney(journey.id)
    setBefore(hasChanged ? journey : null)
    // A new price of the same car keeps the terms accepted; any other change has to be reviewed again.
    const isPriceOnly =
      hasChanged && problem !== null && isSamePurchase(journey, $journey.get() ?? journey)
    setHasAccepted(hasAccepted && (isPriceOnly || (!hasChanged && !problem)))
    setTrouble(
      hasChanged
        ? null
        : {
            failure,
            // A press that did not get through says nothing about an earlier one that may have.
            mayBeConfirmed:
              failure.kind === 'network' && (!answer.isUnsent || trouble?.mayBeConfirmed === true),
          },
    )
    setIsSending(false)
  }

  // If it was confirmed after all, the page moves on.
  const checkAgain = async () => {
    const now = isSending ? null : await loadJourney(journey.id, { isQuiet: true })
    if (now?.status.purchaseJourneyStatusCode !== 'STARTED') return
    setTrouble(null)
    setIsChecked(true)
  }
  const oldTotalCents = before?.currentQuote.totals.driveAwayCents ?? totalCents
  const hasNewPrice = oldTotalCents !== totalCents

  return (
    <div className="stack stack--l">
      <StepHeading
        title={isReservation(payOption) ? 'Confirm your reservation' : 'Confirm your purchase'}
      >
        Check everything once more. Nothing is charged on this page.
        {expires < today &&
          ` We held the price until ${formatDay(expires)}. If it has changed since, we’ll ask you first.`}
      </StepHeading>
      <PurchaseRecord canEdit />
      <AllCalls>
        <PeopleDisclosure
          id={journey.id}
          call={siteCall}
          isActing={isActing}
          isOpenAtFirst={journey.metadata.waitsFor !== undefined}
        />
      </AllCalls>
      {refusal ? (
        <section className="stack stack--s" aria-labelledby="not-yet">
          <h2 className="step-part" id="not-yet">
            {refusal.why === 'declined'
              ? 'The lender declined your application'
              : 'The lender’s approval doesn’t cover this purchase'}
          </h2>
          <p>{refusal.sentence}</p>
          <OtherWays why={refusal.why} />
        </section>
      ) : (
        <form className="form" ref={form} onSubmit={submit} noValidate>
          <h2 className="step-part">Confirm and sign</h2>
          {isUnavailable && (
            <Notice kind="warning" title="This car isn’t available right now">
              <p>
                You can still confirm. We’ll then look for one, and email you as soon as we’ve found
                it. Nothing is charged until then, and you can cancel at any time while we look.
              </p>
            </Notice>
          )}
          {isReservation(payOption) && (
            <p>You can cancel at any time before you buy the car, and we’ll refund the fee.</p>
          )}
          {!isReservation(payOption) &&
            !isUnavailable &&
            cancelDays !== undefined &&
            cancelDays > 0 && (
              <p>
                You can cancel until <strong>{formatDay(addDays(today, cancelDays))}</strong>, for
                any reason, under My Purchases.
                {journey.paymentMetadata.depositCents > 0 &&
                  ' If you’ve paid the deposit by then, we’ll refund it in full.'}
                {isLease(payOption) &&
                  ' If you’ve made the first payment by then, we’ll refund it in full.'}
              </p>
            )}
          {payBy && !isUnavailable && <p>{keepingSentence(payOption, payBy)}</p>}
          {(isLease(payOption) ||
            (isFinance(payOption) && journey.paymentMetadata.depositCents > 0)) && (
            <p>
              If the lender declines your application later, you can pay another way, or call us to
              cancel and we’ll refund everything you’ve paid.
            </p>
          )}
          {before && <ChangedNotice before={before} now={journey} totalCents={totalCents} />}
          <div className="form no-print">
            <Checkbox
              checked={hasAccepted}
              error={faultAt('terms', '')}
              required
              onChange={(isAccepted) => {
                setHasAccepted(isAccepted)
                forget('terms')
              }}
            >
              I accept the terms and conditions
            </Checkbox>
            {/* Not in the label: a press on its words ticks the box. */}
            <a className="small" href={paths.terms} target="_blank" rel="noreferrer">
              Read the terms and conditions
              <span className="visually-hidden"> (opens in a new tab)</span>
            </a>
            {isActing && (
              <p>
                I confirm on behalf of <strong>{buyerName(journey)}</strong>, as instructed.
              </p>
            )}
            <TextField
              label="Full name"
              hint={
                isActing
                  ? 'Your own name, not the customer’s. We’ll email the customer to say you confirmed for them and how long they have to cancel.'
                  : 'Typing your name here is your signature.'
              }
              autoComplete="name"
              maxLength={121}
              value={fullName}
              error={faultAt('fullName', 'Full name')}
              required
              onChange={(name) => {
                setFullName(name)
                forget('fullName')
              }}
            />
          </div>
          {trouble && <TroubleNotice trouble={trouble} checkAgain={checkAgain} />}
          {isChecked && <NotConfirmedNotice />}
          <div className="action-bar">
            <p>
              {rent && (
                <>
                  <strong className="money nowrap">{paymentInWords(rent)}</strong>,{' '}
                  {rent.termMonths} months
                  <br />
                </>
              )}
              <span className="small quiet">Drive-away price</span>
              {rent ? ' ' : <br />}
              {hasNewPrice && (
                <>
                  <s className="money quiet">{formatMoney(oldTotalCents)}</s>{' '}
                </>
              )}
              <strong className={rent ? 'money small' : 'money'}>{formatMoney(totalCents)}</strong>
              <DeliveryLine delivery={journey.delivery} />
            </p>
            <Button type="submit" kind="accent" isBusy={isSending}>
              {hasNewPrice ? `Accept ${formatMoney(totalCents)} and confirm` : 'Confirm purchase'}
            </Button>
            <StillWorking isBusy={isSending} text={wait} />
          </div>
        </form>
      )}
    </div>
  )
}
