import { useState, type SubmitEvent } from 'react'
import { normalisePlate } from '#lib/domain/vehicle.ts'
import type { ServiceDraft } from '#stores/service-draft.ts'
import { askToSignIn } from '#stores/sign-in-prompt.ts'
import { Button } from '#ui/Button.tsx'
import { focusFirstInvalid } from '#ui/Field.tsx'
import { PLATE_MESSAGE, PlateField } from '#ui/PlateField.tsx'
import type { Chosen } from './VehicleChooser.tsx'

/** A vehicle by its registration, where there is no list to choose from. Continue does nothing without text. */
export function RegistrationForm({
  draft,
  onChosen,
  offersSignIn,
}: {
  draft: ServiceDraft
  onChosen: (chosen: Chosen) => void
  offersSignIn: boolean
}) {
  const [typed, setTyped] = useState(draft.registration)
  const [isWrong, setIsWrong] = useState(false)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (typed.trim() === '') return
    const registration = normalisePlate(typed)
    if (registration !== null) return onChosen({ registration, vehicle: '', isElectric: null })
    setIsWrong(true)
    focusFirstInvalid(event.currentTarget as HTMLFormElement)
  }
  return (
    <form className="form" onSubmit={submit} noValidate>
      <h2>Your vehicle</h2>
      <PlateField
        value={typed}
        error={isWrong ? PLATE_MESSAGE : ''}
        onChange={(text) => {
          setTyped(text)
          setIsWrong(false)
        }}
      />
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
            onClick={() => askToSignIn('Sign in to choose one of your own vehicles.')}
          >
            Sign in to choose your vehicle
          </button>
        </p>
      )}
    </form>
  )
}
