import { useRef, useState } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import type { PurchaseJourney, TradeVehicle } from '#lib/purchases/shapes.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { isUndecided, takesTradeIn } from '#lib/trade-in/trade-in-offers.ts'
import { answerTradeIn } from '#stores/journey/trade-in-answer.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useMinute } from '#ui/hooks/use-minute.ts'
import { useJourneyPage } from '#islands/journey/journey-page.ts'
import { hasOpenOffer, STATUS_TEXTS } from '#islands/journey/steps/trade-in/trade-vehicle.ts'

/** Whether a trade-in can still be accepted for this purchase. */
export const isTradeInOpen = ({ status, currentQuote, metadata }: PurchaseJourney): boolean =>
  takesTradeIn({
    status: status.purchaseJourneyStatusCode,
    payOption: currentQuote.payOption,
    hasAgreement: metadata.hasAgreement === true,
  })

type Answer = 'ACCEPT' | 'DECLINE' | 'APPRAISAL'

/** Trade-ins of a confirmed purchase that await an offer, or the customer's answer to one. */
export function TradeInOffers() {
  const { journey } = useJourneyPage()
  const nowMs = useMinute()
  const heading = useRef<HTMLHeadingElement>(null)
  const [busy, setBusy] = useState<Answer | null>(null)
  const [trouble, setTrouble] = useState('')
  const [outcome, setOutcome] = useState('')
  const open = isTradeInOpen(journey) ? journey.tradeInformation.vehicles.filter(isUndecided) : []
  if (open.length === 0 && !outcome && !busy) return null

  const send = async (vehicle: TradeVehicle, answer: Answer) => {
    if (busy) return
    setBusy(answer)
    setTrouble('')
    const result = await answerTradeIn(journey.id, { vehicleId: vehicle.id, answer })
    setBusy(null)
    if (!result.ok) return setTrouble(failureMessage(result.failure))
    setOutcome(DONE[answer](vehicle))
    // The pressed button has disappeared.
    requestAnimationFrame(() => heading.current?.focus())
  }
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
            {STATUS_TEXTS[vehicle.status](vehicle, nowMs)}
          </p>
          {hasOpenOffer(vehicle, nowMs) ? (
            <div className="cluster">
              {button(vehicle, 'ACCEPT', `Accept ${formatMoney(vehicle.offerCents ?? 0)}`, true)}
              {button(vehicle, 'DECLINE', 'Decline', false)}
            </div>
          ) : (
            vehicle.status === 'APPRAISAL_DONE' && (
              <div>{button(vehicle, 'APPRAISAL', 'Request a new offer', true)}</div>
            )
          )}
        </div>
      ))}
      {open.length > 0 && (
        <p className="small quiet">
          The price you confirmed stays the same. Once you accept an offer, you’ll have less to pay.
          You can accept until we issue your agreement.
        </p>
      )}
      {trouble && (
        <Notice kind="error" title="That did not work">
          {trouble}
        </Notice>
      )}
    </section>
  )
}

const DONE: Record<Answer, (vehicle: TradeVehicle) => string> = {
  ACCEPT: ({ offerCents = 0 }) =>
    `You accepted ${formatMoney(offerCents)}. We’ve updated what you have left to pay.`,
  DECLINE: ({ registration }) => `Offer declined. ${registration} isn’t part of this purchase.`,
  APPRAISAL: () => 'New offer requested. We’ll email it to you.',
}
