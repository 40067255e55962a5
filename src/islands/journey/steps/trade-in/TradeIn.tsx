import { useRef, useState } from 'react'
import type { TradeVehicle, TradeVehicleInput } from '#lib/contract/shapes/journey.ts'
import { vehicleInputs } from '#lib/domain/journey-patch.ts'
import { formatMoney } from '#lib/domain/money.ts'
import { updateJourney } from '#stores/journey.ts'
import { Button } from '#ui/Button.tsx'
import { useJourneyPage } from '../../journey-page.ts'
import { StepActions } from '../../StepActions.tsx'
import { StepHeading } from '../../StepHeading.tsx'
import { canAccept, canEdit, STATUS_WORDS } from './trade-vehicle.ts'
import { VehicleForm } from './VehicleForm.tsx'
import { VehiclePhotos } from './VehiclePhotos.tsx'

/** The cars the customer trades in; none is as good an answer as any. */
export function TradeIn() {
  const { journey } = useJourneyPage()
  const { vehicles } = journey.tradeInformation
  /** The vehicle in the form, `new` for one more. */
  const [editing, setEditing] = useState<TradeVehicle | 'new' | null>(null)

  const adder = useRef<HTMLButtonElement>(null)

  const write = (inputs: TradeVehicleInput[]) =>
    updateJourney({ tradeInformation: { vehicles: inputs } })
  const save = async (vehicle: TradeVehicleInput): Promise<boolean> => {
    const inputs = vehicleInputs(vehicles)
    const isKnown = inputs.some(({ id }) => id === vehicle.id)
    const isSaved = await write(
      isKnown
        ? inputs.map((input) => (input.id === vehicle.id ? vehicle : input))
        : [...inputs, vehicle],
    )
    if (isSaved) close()
    return isSaved
  }
  const close = () => {
    setEditing(null)
    requestAnimationFrame(() => adder.current?.focus())
  }
  const remove = async ({ id }: TradeVehicle) => {
    const isGone = await write(vehicleInputs(vehicles.filter((vehicle) => vehicle.id !== id)))
    // The button that was pressed is gone with its vehicle.
    if (isGone) requestAnimationFrame(() => adder.current?.focus())
  }
  const accept = ({ id }: TradeVehicle) =>
    void write(
      vehicleInputs(vehicles).map((input) =>
        input.id === id ? { ...input, request: 'ACCEPT' } : input,
      ),
    )

  return (
    <div className="stack">
      <StepHeading title="Trade-in">
        {vehicles.length > 0
          ? 'The car you trade in counts towards the price once you have accepted our offer.'
          : 'Do you have a car to trade in? Add it here, and we make you an offer. No trade-in? Just continue.'}
      </StepHeading>
      {vehicles.length > 0 && (
        <ul className="stack">
          {vehicles.map((vehicle) => (
            <li key={vehicle.id} className="card">
              <Facts vehicle={vehicle} />
              <div className="cluster">
                {canAccept(vehicle) && (
                  <Button isSmall onClick={() => accept(vehicle)}>
                    Accept {formatMoney(vehicle.offerCents ?? 0)}
                  </Button>
                )}
                {canEdit(vehicle) && (
                  <Button isSmall kind="quiet" onClick={() => setEditing(vehicle)}>
                    Edit<span className="visually-hidden"> {vehicle.registration}</span>
                  </Button>
                )}
                <Button isSmall kind="quiet" onClick={() => void remove(vehicle)}>
                  Remove<span className="visually-hidden"> {vehicle.registration}</span>
                </Button>
              </div>
              <VehiclePhotos vehicle={vehicle} />
            </li>
          ))}
        </ul>
      )}
      {editing ? (
        <VehicleForm
          key={editing === 'new' ? 'new' : editing.id}
          vehicle={editing === 'new' ? null : editing}
          onSave={save}
          onCancel={close}
        />
      ) : (
        <>
          <div>
            <Button kind="quiet" ref={adder} onClick={() => setEditing('new')}>
              {vehicles.length > 0 ? 'Add another vehicle' : 'Add a vehicle'}
            </Button>
          </div>
          <StepActions />
        </>
      )}
    </div>
  )
}

function Facts({ vehicle }: { vehicle: TradeVehicle }) {
  const { registration, make, model, year, odometerKm, owingCents, guide, status } = vehicle
  return (
    <div>
      <h2 className="step-part">
        {registration} <span className="quiet">{`${make} ${model} ${year}`}</span>
      </h2>
      <p>
        {odometerKm.toLocaleString('en-NZ')} km
        {owingCents > 0 && `, ${formatMoney(owingCents)} owing`}
      </p>
      {guide && (
        <p className="small quiet">
          Guide value {formatMoney(guide.lowCents)} to {formatMoney(guide.highCents)}. An offer is
          made after an appraisal.
        </p>
      )}
      <p>{STATUS_WORDS[status](vehicle)}</p>
    </div>
  )
}
