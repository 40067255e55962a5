import type { SubmitEvent } from 'react'
import type { OpenRecall } from '#lib/vehicles/recall-shapes.ts'
import { writtenRegistration } from '#lib/vehicles/vehicle.ts'
import { typedForms } from '#stores/session/ended-session.ts'
import { useDraftState } from '#ui/hooks/use-draft-state.ts'
import { Button } from '#ui/Button.tsx'
import { OpenRecallNotice } from '#ui/OpenRecallNotice.tsx'
import { RegistrationOrVinField } from '#ui/fields/RegistrationOrVinField.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'

export interface OwnedVehicle {
  registration: string
  make: { description: string }
  model: { description: string }
  year: number
  isElectric: boolean | null
  openRecalls?: OpenRecall[] | undefined
}

export interface ChosenVehicle {
  registration: string
  /** Its label in the list; empty for a typed registration. */
  vehicle: string
  /** Whether it is electric; `null` when unknown. */
  isElectric: boolean | null
  /** `null` until they are looked up. */
  openRecalls: OpenRecall[] | null
}

const OTHER = 'other'

/** `ABC123 (MAKE MODEL 2022)` (specification §2, "Vehicle chooser"). */
const vehicleLabel = ({ registration, make, model, year }: OwnedVehicle): string =>
  `${registration} (${make.description} ${model.description} ${year})`

/**
 * The vehicle chooser (specification §2): one of the customer's own vehicles, or another by its registration. Continue
 * does nothing without a choice, and for Other nothing without text (§5).
 *
 * @param chosen The registration chosen before; empty for none.
 */
export function VehicleChooser({
  vehicles,
  firstName,
  chosen,
  onChosen,
}: {
  vehicles: readonly OwnedVehicle[]
  firstName: string
  chosen: string
  onChosen: (chosen: ChosenVehicle) => void
}) {
  const known = vehicles.some(({ registration }) => registration === chosen)
  const [choice, setChoice] = useDraftState(
    typedForms,
    'service vehicle',
    chosen === '' ? '' : known ? chosen : OTHER,
  )
  const [typed, setTyped] = useDraftState(typedForms, 'service registration', known ? '' : chosen)

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (choice === OTHER) {
      const registration = writtenRegistration(typed)
      if (registration !== '')
        onChosen({ registration, vehicle: '', isElectric: null, openRecalls: null })
      return
    }
    const vehicle = vehicles.find(({ registration }) => registration === choice)
    if (!vehicle) return
    const { registration, isElectric, openRecalls = null } = vehicle
    onChosen({ registration, vehicle: vehicleLabel(vehicle), isElectric, openRecalls })
  }

  return (
    <form className="form" onSubmit={submit} noValidate>
      <h2>Choose your vehicle</h2>
      <p>
        Welcome {firstName}, please choose the vehicle that you&apos;d like to book for a service:
      </p>
      <SelectField
        label="Vehicle"
        placeholder="Choose one"
        value={choice}
        onChange={setChoice}
        options={[
          ...vehicles.map((vehicle) => ({
            value: vehicle.registration,
            label: vehicleLabel(vehicle),
          })),
          { value: OTHER, label: 'Other' },
        ]}
      />
      <OpenRecallNotice
        recalls={vehicles.find(({ registration }) => registration === choice)?.openRecalls ?? []}
      >
        <p>You can add the free repair to your booking in the next step.</p>
      </OpenRecallNotice>
      {choice === OTHER && <RegistrationOrVinField value={typed} onChange={setTyped} />}
      <div>
        <Button type="submit" kind="accent">
          Continue
        </Button>
      </div>
    </form>
  )
}
