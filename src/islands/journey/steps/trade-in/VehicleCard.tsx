import { useEffect, useRef, useState } from 'react'
import type { OpenRecall } from '#lib/vehicles/recall-shapes.ts'
import { formatNumber } from '#lib/shared/numbers.ts'
import type { TradeVehicle } from '#lib/purchases/shapes.ts'
import { formatMoney } from '#lib/shared/money.ts'
import { isNumberedHere } from '#lib/purchases/journey-patch.ts'
import { lookUpCar } from '#stores/site/look-up-car.ts'
import { useQuery } from '#ui/hooks/use-query.ts'
import { Button } from '#ui/Button.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { useWaitText } from '#islands/journey/use-wait-text.ts'
import { TradeInRecalls } from './TradeInRecalls.tsx'
import { hasOpenOffer, vehicleActions, STATUS_TEXTS, type VehicleAction } from './trade-vehicle.ts'

interface VehicleCardProps {
  vehicle: TradeVehicle
  nowMs: number
  /** A vehicle form is open; another one would discard its text. */
  isFormOpen: boolean
  /** The action that is running. */
  busy: VehicleAction | null
  onAct: (act: VehicleAction) => void
}

const LABELS: Record<VehicleAction, (vehicle: TradeVehicle) => string> = {
  ask: () => 'Request an appraisal',
  'ask-again': () => 'Request a new offer',
  accept: ({ offerCents = 0 }) => `Accept ${formatMoney(offerCents)}`,
  decline: () => 'Decline',
  undo: () => 'Undo acceptance',
  edit: () => 'Edit',
  remove: () => 'Remove',
}

const MAIN: ReadonlySet<VehicleAction> = new Set(['ask', 'ask-again', 'accept'])

const OF_THE_LIST: ReadonlySet<VehicleAction> = new Set(['edit', 'remove'])

/** The open recalls of a trade-in; one that the server does not have yet is looked up. */
function useOpenRecalls({ id, registration, openRecalls = [] }: TradeVehicle) {
  const isLocal = isNumberedHere(id)
  const asked = useQuery<OpenRecall[]>(`recalls ${isLocal ? registration : ''}`, async () => {
    if (!isLocal) return { ok: true, value: [] }
    const answer = await lookUpCar(registration)
    return answer.ok ? { ok: true, value: answer.value.openRecalls ?? [] } : answer
  })
  return isLocal && asked.state === 'ready' ? asked.value : openRecalls
}

/** A trade-in with its facts, status and actions. */
export function VehicleCard({ vehicle, nowMs, isFormOpen, busy, onAct }: VehicleCardProps) {
  const { registration, make, model, year, odometerKm, condition, owingCents, guide } = vehicle
  const [isDeclining, setIsDeclining] = useState(false)
  const recalls = useOpenRecalls(vehicle)
  const wait = useWaitText('Saving your purchase')
  const question = useRef<HTMLParagraphElement>(null)
  const decline = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isDeclining) question.current?.focus()
  }, [isDeclining])
  const keep = () => {
    setIsDeclining(false)
    requestAnimationFrame(() => decline.current?.focus())
  }
  const button = (act: VehicleAction, label: string, onClick: () => void) => (
    <Button
      key={act}
      ref={act === 'decline' ? decline : undefined}
      isSmall
      kind={MAIN.has(act) ? 'primary' : 'quiet'}
      isBusy={busy === act}
      onClick={onClick}
    >
      {label}
      <span className="visually-hidden"> {registration}</span>
    </Button>
  )

  return (
    <div className="stack stack--s">
      <h2 className="step-part">
        <span className="plate">{registration}</span>{' '}
        <span className="quiet">{`${make} ${model} ${year}`}</span>
      </h2>
      <p>
        {formatNumber(odometerKm)} km
        {owingCents > 0 && `, ${formatMoney(owingCents)} owing`}
      </p>
      {condition && <p className="small quiet">{condition}</p>}
      {guide && (
        <p className="small quiet">
          Guide value {formatMoney(guide.lowCents)} to {formatMoney(guide.highCents)}. This is a
          guide, not an offer.
        </p>
      )}
      <TradeInRecalls recalls={recalls} />
      {hasOpenOffer(vehicle, nowMs) && (
        <p className="price" aria-hidden="true">
          {formatMoney(vehicle.offerCents ?? 0)}
        </p>
      )}
      <p role="status">{STATUS_TEXTS[vehicle.status](vehicle, nowMs)}</p>
      <div>
        {isDeclining ? (
          <div className="stack stack--s">
            <p ref={question} tabIndex={-1}>
              Decline our offer? We’ll remove {registration} from this purchase. You can add it
              again later and request another appraisal.
            </p>
            <div className="cluster">
              {button('decline', 'Decline offer', () => onAct('decline'))}
              <Button isSmall kind="quiet" onClick={keep}>
                Keep it
              </Button>
            </div>
          </div>
        ) : (
          <div className="cluster">
            {vehicleActions(vehicle, nowMs)
              .filter((act) => !(isFormOpen && OF_THE_LIST.has(act)))
              .map((act) =>
                button(act, LABELS[act](vehicle), () =>
                  act === 'decline' ? setIsDeclining(true) : onAct(act),
                ),
              )}
          </div>
        )}
        <StillWorking isBusy={busy !== null} text={wait} />
      </div>
    </div>
  )
}
