import { useRef, useState } from 'react'
import type { TradeVehicleInput } from '#lib/purchases/forms.ts'
import type { TradeVehicle } from '#lib/purchases/shapes.ts'
import { vehicleInputs } from '#lib/purchases/journey-patch.ts'
import { normalisePlate } from '#lib/vehicles/vehicle.ts'
import { $saveState } from '#stores/journey/journey-updates.ts'
import { formDrafts } from '#stores/site/form-drafts.ts'
import { updateJourney } from '#stores/journey/journey.ts'
import { lookUpCar } from '#stores/site/look-up-car.ts'
import { Button } from '#ui/Button.tsx'
import { PlateField } from '#ui/fields/PlateField.tsx'
import { useDraftState } from '#ui/hooks/use-draft-state.ts'
import { useMinute } from '#ui/hooks/use-minute.ts'
import { ChangeNotices } from '#islands/journey/notices/ChangeNotices.tsx'
import { useJourneyPage } from '../../journey-page.ts'
import { surplusNotes } from '#lib/trade-in/labels.ts'
import { sumsOf } from '#islands/journey/deal/pay-plan.ts'
import { Adviser } from '#islands/journey/notices/Adviser.tsx'
import { TradeInSurplus } from '#islands/journey/notices/TradeInSurplus.tsx'
import { $customer } from '#stores/session/session.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { StepActions } from '../../StepActions.tsx'
import { StepHeading } from '../../StepHeading.tsx'
import { OwnCars, useOwnCars } from './OwnCars.tsx'
import { canEdit, type VehicleAction } from './trade-vehicle.ts'
import { VehicleCard } from './VehicleCard.tsx'
import { draftOf, VehicleForm } from './VehicleForm.tsx'
import { VehiclePhotos } from './VehiclePhotos.tsx'

const isSameCar = (one: TradeVehicle, other: TradeVehicleInput): boolean =>
  canEdit(one) && normalisePlate(one.registration) === normalisePlate(other.registration)

const isTyped = (purchaseId: string, vehicle: TradeVehicle | null): boolean =>
  formDrafts.before(draftOf(purchaseId, vehicle)) !== undefined

/** The most vehicles that the contract allows. */
const MOST = 5

/** The customer's trade-ins. Having none is fine. */
export function TradeIn() {
  const { journey } = useJourneyPage()
  const { vehicles } = journey.tradeInformation
  /** The vehicle in the form; `new` for another one. */
  const [editing, setEditing] = useState<TradeVehicle | 'new' | null>(
    // A form that was open before a reload opens again.
    () =>
      vehicles.find((vehicle) => canEdit(vehicle) && isTyped(journey.id, vehicle)) ??
      (isTyped(journey.id, null) ? 'new' : null),
  )

  const [plate, setPlate] = useDraftState(formDrafts, `trade-in plate ${journey.id}`, '')
  const [busy, setBusy] = useState<{ id: string; act: VehicleAction } | null>(null)
  const ownCars = useOwnCars(useIslandStore($customer, null)?.id ?? 0)
  const nowMs = useMinute()
  const list = useRef<HTMLUListElement>(null)
  const adder = useRef<HTMLButtonElement>(null)

  const write = (inputs: TradeVehicleInput[]) =>
    updateJourney({ tradeInformation: { vehicles: inputs } })
  const save = async (vehicle: TradeVehicleInput): Promise<boolean> => {
    const inputs = vehicleInputs(vehicles)
    // Adding the same car again changes the one on the list.
    const known = vehicles.find((other) =>
      vehicle.id ? other.id === vehicle.id : isSameCar(other, vehicle),
    )
    const isSaved = await write(
      known
        ? inputs.map((input) => (input.id === known.id ? { ...vehicle, id: known.id } : input))
        : [...inputs, vehicle],
    )
    // Vehicles not sent yet are on the list too, and are sent again automatically.
    const isKept = isSaved || $saveState.get() === 'unsent'
    if (isKept) close()
    return isKept
  }
  const close = () => {
    setEditing(null)
    setPlate('')
    requestAnimationFrame(() => adder.current?.focus())
  }
  const remove = async ({ id }: TradeVehicle) => {
    const isGone = await write(vehicleInputs(vehicles.filter((vehicle) => vehicle.id !== id)))
    // The pressed button disappears with its vehicle.
    if (isGone) requestAnimationFrame(() => adder.current?.focus())
  }
  const request = ({ id }: TradeVehicle, asked: TradeVehicleInput['request']) =>
    write(
      vehicleInputs(vehicles).map((input) =>
        input.id === id ? { ...input, request: asked } : input,
      ),
    )
  /** The server makes a firm offer only for a car that was looked up in the last day. */
  const requestOffer = async (vehicle: TradeVehicle) => {
    await lookUpCar(vehicle.registration)
    return request(vehicle, 'APPRAISAL')
  }
  const acts: Record<VehicleAction, (vehicle: TradeVehicle) => unknown> = {
    ask: requestOffer,
    'ask-again': requestOffer,
    accept: (vehicle) => request(vehicle, 'ACCEPT'),
    // Asking again withdraws an acceptance.
    undo: (vehicle) => request(vehicle, 'APPRAISAL'),
    decline: remove,
    edit: setEditing,
    remove,
  }
  const act = async (name: VehicleAction, vehicle: TradeVehicle) => {
    if (busy) return
    setBusy({ id: vehicle.id, act: name })
    await acts[name](vehicle)
    setBusy(null)
    // Another button replaces the one that was pressed.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        list.current?.querySelector<HTMLElement>(`[data-id="${vehicle.id}"] button`)?.focus()
    })
  }

  return (
    <div className="stack">
      <StepHeading title="Trade-in">
        {vehicles.length > 0
          ? `Your trade-in counts towards the price${vehicles.every(({ status }) => status === 'APPRAISAL_ACCEPTED') ? '' : ' once you accept our offer'}.`
          : 'Do you have a car to trade in? Add it here and we’ll make you an offer. No trade-in? Just continue.'}
      </StepHeading>
      {vehicles.length > 0 && (
        <ul className="stack" ref={list}>
          {vehicles.map((vehicle) => (
            <li key={vehicle.id} className="card stack stack--s" data-id={vehicle.id}>
              <VehicleCard
                vehicle={vehicle}
                nowMs={nowMs}
                isFormOpen={editing !== null}
                busy={busy?.id === vehicle.id ? busy.act : null}
                onAct={(name) => void act(name, vehicle)}
              />
              <VehiclePhotos vehicle={vehicle} />
            </li>
          ))}
        </ul>
      )}
      {vehicles.some(({ status }) => status === 'APPRAISAL_REQUESTED') && <Adviser />}
      {editing ? (
        <VehicleForm
          key={editing === 'new' ? 'new' : editing.id}
          purchaseId={journey.id}
          vehicle={editing === 'new' ? null : editing}
          plate={plate.trim()}
          ownCars={ownCars}
          onSave={save}
          onCancel={close}
        />
      ) : (
        <>
          {vehicles.length === 0 ? (
            <form
              className="card stack stack--s"
              onSubmit={(event) => {
                event.preventDefault()
                setEditing('new')
              }}
              noValidate
            >
              <div className="look-up">
                <PlateField value={plate} onChange={setPlate} />
                <Button kind="quiet" type="submit" ref={adder}>
                  Add a vehicle
                </Button>
              </div>
              <OwnCars
                cars={ownCars}
                isBusy={false}
                onPick={({ registration }) => {
                  setPlate(registration)
                  setEditing('new')
                }}
              />
            </form>
          ) : vehicles.length < MOST ? (
            <div>
              <Button kind="quiet" ref={adder} onClick={() => setEditing('new')}>
                Add another vehicle
              </Button>
            </div>
          ) : (
            <p className="quiet">{`You can trade in up to ${MOST} vehicles.`}</p>
          )}
          <TradeInSurplus withFigures />
          <ChangeNotices notices={surplusNotes(sumsOf(journey))} />
          <StepActions
            mayGoOn={() => {
              // A plate that was typed is not left behind: the form for its car opens.
              if (plate.trim() === '') return true
              setEditing('new')
              return false
            }}
          />
        </>
      )}
    </div>
  )
}
