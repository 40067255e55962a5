import { useState, type SubmitEvent } from 'react'
import { writtenRegistration } from '#lib/vehicles/vehicle.ts'
import type { ServiceDraft } from '#stores/service/service-draft.ts'
import { askToSignIn } from '#stores/sign-in/sign-in-prompt.ts'
import { Button } from '#ui/Button.tsx'
import { RegistrationOrVinField } from '#ui/fields/RegistrationOrVinField.tsx'
import type { ChosenVehicle } from './VehicleChooser.tsx'

/** Takes a vehicle by its registration when there is no list. Continue does nothing without text. */
export function RegistrationForm({
  draft,
  onChosen,
  offersSignIn,
}: {
  draft: ServiceDraft
  onChosen: (chosen: ChosenVehicle) => void
  offersSignIn: boolean
}) {
  const [typed, setTyped] = useState(draft.registration)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const registration = writtenRegistration(typed)
    if (registration !== '')
      onChosen({ registration, vehicle: '', isElectric: null, openRecalls: null })
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      <h2>Your vehicle</h2>
      <RegistrationOrVinField value={typed} onChange={setTyped} />
      <div>
        <Button type="submit" kind="accent">
          Continue
        </Button>
      </div>
      {offersSignIn && (
        <p className="small">
          Have an account?{' '}
          <button
            type="button"
            className="link-button"
            onClick={() => askToSignIn('Sign in to choose one of your vehicles.')}
          >
            Sign in to choose your vehicle
          </button>
        </p>
      )}
    </form>
  )
}
