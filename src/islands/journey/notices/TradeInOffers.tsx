import { useRef, useState } from 'react'
import { hasAllCalls } from '#lib/site/all-calls.ts'
import { failureMessage } from '#lib/api/failure.ts'
import type { PurchaseJourney, TradeVehicle } from '#lib/purchases/shapes.ts'
import { buyerName } from '#lib/purchases/buyer-name.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { takesTradeIn } from '#lib/trade-in/trade-in-offers.ts'
import { answerTradeIn } from '#stores/journey/trade-in-answer.ts'
import { lookUpCar } from '#stores/site/look-up-car.ts'
import { $journey } from '#stores/journey/journey-updates.ts'
import { $isActing } from '#stores/session/session.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useMinute } from '#ui/hooks/use-minute.ts'
import { OutletToCall } from '#islands/journey/notices/OutletToCall.tsx'
import { useJourneyPage } from '#islands/journey/journey-page.ts'
import { confirmedStatusText, hasOpenOffer } from '#islands/journey/steps/trade-in/trade-vehicle.ts'

/** Whether a trade-in can still be accepted for this purchase. */
export const isTradeInOpen = ({ status, currentQuote }: PurchaseJourney): boolean =>
  takesTradeIn({
    status: status.purchaseJourneyStatusCode,
    payOption: currentQuote.payOption,
  })

type Answer = 'ACCEPT' | 'DECLINE' | 'APPRAISAL'

/** Trade-ins of a confirmed purchase that are not accepted: each awaits an offer or an answer, or is left out. */
export function TradeInOffers() {
  const { journey } = useJourneyPage()
  const nowMs = useMinute()
  const isActing = useIslandStore($isActing, false)
  const heading = useRef<HTMLHeadingElement>(null)
  const [busy, setBusy] = useState<Answer | null>(null)
  const [trouble, setTrouble] = useState('')
  const [outcome, setOutcome] = useState('')
  /** The vehicle whose offer the customer is asked about before it is declined. */
  const [declining, setDeclining] = useState<string | null>(null)
  const question = useRef<HTMLParagraphElement>(null)
  const decline = useRef<HTMLButtonElement>(null)
  const open = isTradeInOpen(journey)
    ? journey.tradeInformation.vehicles.filter(({ status }) => status !== 'APPRAISAL_ACCEPTED')
    : []
  if (open.length === 0 && !outcome && !busy) return null

  const send = async (vehicle: TradeVehicle, answer: Answer) => {
    if (busy) return
    setBusy(answer)
    setTrouble('')
    // The server makes a firm offer only for a car that was looked up in the last day.
    if (answer === 'APPRAISAL') await lookUpCar(vehicle.registration)
    const result = await answerTradeIn(journey, { vehicleId: vehicle.id, answer })
    setBusy(null)
    if (!result) return setTrouble(changedSince(vehicle, $journey.get()))
    if (!result.ok) return setTrouble(failureMessage(result.failure))
    setDeclining(null)
    const now = $journey.get()?.tradeInformation.vehicles.find(({ id }) => id === vehicle.id)
    setOutcome(
      answer === 'APPRAISAL' && now?.status === 'APPRAISAL_DONE'
        ? `Our new offer is ${formatMoney(now.offerCents ?? 0)}.`
        : DONE[answer](vehicle, journey),
    )
    // The pressed button has disappeared.
    requestAnimationFrame(() => heading.current?.focus())
  }
  const ask = (vehicleId: string | null) => {
    setDeclining(vehicleId)
    requestAnimationFrame(() => (vehicleId === null ? decline : question).current?.focus())
  }
  const mayAnswer = hasAllCalls()
  const button = (vehicle: TradeVehicle, answer: Answer, label: string, isMain: boolean) => (
    <Button
      isSmall
      kind={isMain ? 'primary' : 'quiet'}
      isBusy={busy === answer}
      onClick={() => void send(vehicle, answer)}
    >
      {label}
      <span className="visually-hidden"> {vehicle.registration}</span>
    </Button>
  )
  return (
    <section className="card stack stack--s" aria-labelledby="offers-heading">
      <h2 id="offers-heading" className="step-part" tabIndex={-1} ref={heading}>
        Your trade-in
      </h2>
      <div role="status">{outcome && <p>{outcome}</p>}</div>
      {open.map((vehicle) => (
        <div className="stack stack--s" key={vehicle.id}>
          <p>
            <strong>{vehicle.registration}</strong>, {vehicle.make} {vehicle.model} {vehicle.year}
            <br />
            {confirmedStatusText(vehicle, nowMs)}
          </p>
          {!mayAnswer ? (
            <OutletToCall lead="To answer, call" />
          ) : declining === vehicle.id && hasOpenOffer(vehicle, nowMs) ? (
            <div className="stack stack--s">
              <p ref={question} tabIndex={-1}>
                Decline our offer of {formatMoney(vehicle.offerCents ?? 0)}? We’ll remove{' '}
                {vehicle.registration} from this purchase. You can request a new offer until you
                accept your agreement.
              </p>
              <div className="cluster">
                {button(vehicle, 'DECLINE', 'Decline offer', false)}
                <Button isSmall kind="quiet" onClick={() => ask(null)}>
                  Keep it
                </Button>
              </div>
            </div>
          ) : hasOpenOffer(vehicle, nowMs) ? (
            <div className="cluster">
              {button(vehicle, 'ACCEPT', `Accept ${formatMoney(vehicle.offerCents ?? 0)}`, true)}
              <Button isSmall kind="quiet" ref={decline} onClick={() => ask(vehicle.id)}>
                Decline<span className="visually-hidden"> {vehicle.registration}</span>
              </Button>
            </div>
          ) : (
            vehicle.status !== 'APPRAISAL_REQUESTED' && (
              <div>{button(vehicle, 'APPRAISAL', 'Request a new offer', true)}</div>
            )
          )}
        </div>
      ))}
      {isActing && open.some((vehicle) => hasOpenOffer(vehicle, nowMs)) && (
        <p>
          You’re answering for <strong>{buyerName(journey)}</strong>, as instructed.
        </p>
      )}
      {open.length > 0 && (
        <p className="small quiet">
          The price you confirmed stays the same. Once you accept an offer, you’ll have less to pay.
          You can accept one any time before you accept your agreement.
        </p>
      )}
      {trouble && (
        <Notice kind="error" title="That didn’t work">
          {trouble}
        </Notice>
      )}
    </section>
  )
}

/** Why an answer did not count: the purchase is shown as it is now. */
function changedSince({ id, offerCents, registration }: TradeVehicle, now: PurchaseJourney | null) {
  const offer = now?.tradeInformation.vehicles.find((vehicle) => vehicle.id === id)?.offerCents
  return offer !== undefined && offerCents !== undefined && offer !== offerCents
    ? `Our offer for ${registration} is now ${formatMoney(offer)} (was ${formatMoney(offerCents)}). Nothing is accepted yet. Please check it, then answer again.`
    : 'Your purchase has changed since you opened this page, so we haven’t recorded your answer. Please check it, then answer again.'
}

const DONE: Record<Answer, (vehicle: TradeVehicle, before: PurchaseJourney) => string> = {
  ACCEPT: ({ offerCents = 0 }, { metadata }) =>
    `You accepted ${formatMoney(offerCents)}. We’ve updated what you have left to pay.${metadata.hasAgreement ? ' We’ll issue your agreement again with your trade-in.' : ''}`,
  DECLINE: ({ registration }) => `Offer declined. ${registration} isn’t part of this purchase.`,
  APPRAISAL: () => 'New offer requested. We’ll email it to you.',
}
