import { useState, type SubmitEvent } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { addVehicle } from '#lib/vehicles/calls.ts'
import { normalisePlateOrVin } from '#lib/vehicles/vehicle.ts'
import { refusedFields } from '#lib/shared/faults.ts'
import { siteCall } from '#stores/site/api.ts'
import { typedForms } from '#stores/session/ended-session.ts'
import { addToast } from '#stores/site/toasts.ts'
import { Button } from '#ui/Button.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { RegistrationOrVinField } from '#ui/fields/RegistrationOrVinField.tsx'
import { useDraftState } from '#ui/hooks/use-draft-state.ts'
import { useFaults } from '#ui/fields/use-faults.ts'
import { useKeptForm } from './Setting.tsx'

/** Adds a car by its plate or VIN, which has to be in the register. */
export function AddVehicle({ customerId, onAdded }: { customerId: number; onAdded: () => void }) {
  const { isOpen, opener, open, close } = useKeptForm('add vehicle')
  const [typed, setTyped] = useDraftState(typedForms, 'add vehicle plate', '')
  const [trouble, setTrouble] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const { form, faultAt, show, forget, clear } = useFaults()

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    setTrouble('')
    const registration = normalisePlateOrVin(typed)
    if (registration === null)
      return show({ registration: 'must be a number plate or a 17-character VIN' })
    clear()
    setIsBusy(true)
    const answer = await siteCall(addVehicle, {
      params: { id: customerId },
      body: { registration },
    })
    setIsBusy(false)
    if (answer.ok) {
      addToast({ kind: 'success', text: `${answer.value.registration} added` })
      setTyped('')
      close()
      return onAdded()
    }
    const refused = refusedFields(answer.failure, ['registration'])
    if (refused) show(refused)
    else setTrouble(failureMessage(answer.failure))
  }

  if (!isOpen)
    return (
      <div>
        <Button kind="quiet" ref={opener} onClick={open}>
          Add a car
        </Button>
      </div>
    )
  return (
    <form className="form" ref={form} onSubmit={(event) => void submit(event)} noValidate>
      <RegistrationOrVinField
        value={typed}
        error={faultAt('registration', 'Registration')}
        onChange={(text) => {
          setTyped(text)
          forget('registration')
        }}
      />
      {trouble && <Notice kind="error">{trouble}</Notice>}
      <div className="cluster">
        <Button type="submit" isBusy={isBusy}>
          Add car
        </Button>
        <Button kind="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
      <StillWorking isBusy={isBusy} text="Looking it up" />
    </form>
  )
}
