import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { loadedModule, loadModule } from '#lib/api/load-module.ts'
import { normaliseVin } from '#lib/vehicles/vehicle.ts'
import { $customer } from '#stores/session/session.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Button } from '#ui/Button.tsx'
import { LazyComponent } from '#ui/lazy/LazyComponent.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PlateField, VIN_MESSAGE } from '#ui/fields/PlateField.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { useFaults } from '#ui/fields/use-faults.ts'
import { useIsHydrated } from '#ui/hooks/use-is-hydrated.ts'
import type { RecallAnswer } from './recall-labels.ts'
import './recalls.css'

const loadAfterPress = () => import('./after-press.ts')
const loadCars = async () => (await import('./YourCars.tsx')).YourCars
const loadAhead = () => void loadModule(loadAfterPress)

const EMPTY = { registration: '', vinNumber: '' }

interface RecallsProps {
  /** The brand's phone number: `0800 …`. */
  phone: string
}

/** Checks a car for recalls by its registration, its VIN, or both. */
export function Recalls({ phone }: RecallsProps) {
  const customerId = useIslandStore($customer, null)?.id ?? 0
  const isHydrated = useIsHydrated()
  const [lastId, setLastId] = useState(customerId)
  const [typed, setTyped] = useState(EMPTY)
  const [answer, setAnswer] = useState<RecallAnswer | null>(null)
  const [trouble, setTrouble] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const { form, faultAt, show, forget, clear } = useFaults()
  const heading = useRef<HTMLHeadingElement>(null)

  if (customerId !== lastId) {
    setLastId(customerId)
    // Forget the car of a customer who signs out.
    if (lastId !== 0) {
      setTyped(EMPTY)
      setAnswer(null)
    }
  }
  useEffect(() => {
    if (!answer) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('section')?.scrollIntoView()
  }, [answer])

  const change = (field: keyof typeof typed) => (text: string) => {
    setTyped({ ...typed, [field]: text })
    // A fault of the pair may be fixed in either field.
    Object.keys(EMPTY).forEach(forget)
  }
  const search = async (registration: string, vinNumber: string) => {
    if (isBusy) return
    setTrouble('')
    clear()
    setAnswer(null)
    setIsBusy(true)
    const part = await loadModule(loadAfterPress)
    const found = part.ok
      ? await part.value.lookUpRecalls(registration, vinNumber)
      : { trouble: failureMessage(part.failure) }
    setIsBusy(false)
    // The customer has signed out since.
    if (customerId !== 0 && $customer.get()?.id !== customerId) return
    if ('answer' in found) setAnswer(found.answer)
    else if ('faults' in found) show(found.faults)
    else setTrouble(found.trouble)
  }
  const pick = (registration: string) => {
    setTyped({ registration, vinNumber: '' })
    void search(registration, '')
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void search(typed.registration.trim(), typed.vinNumber.replace(/\s/g, ''))
  }

  const Result = loadedModule(loadAfterPress)?.RecallResult
  return (
    <div className="stack stack--l">
      <form
        className="form no-print"
        ref={form}
        inert={!isHydrated}
        onSubmit={submit}
        onFocus={loadAhead}
        onPointerEnter={loadAhead}
        noValidate
      >
        <p>Enter either one. If you enter both, they must be for the same car.</p>
        <PlateField
          hint="The number plate, for example ABC123."
          value={typed.registration}
          error={faultAt('registration', 'Registration')}
          onChange={change('registration')}
        />
        <TextField
          label="VIN"
          hint="The vehicle identification number: 17 letters and digits."
          inputClass="input input--capitals"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          value={typed.vinNumber}
          error={faultAt('vinNumber', 'VIN')}
          pattern={(text) => normaliseVin(text) !== null}
          patternMessage={VIN_MESSAGE}
          onChange={change('vinNumber')}
        />
        {trouble && <Notice kind="error">{trouble}</Notice>}
        <div>
          <Button kind="accent" type="submit" isBusy={isBusy}>
            Check for recalls
          </Button>
        </div>
        <StillWorking isBusy={isBusy} text="Checking for recalls" />
        {customerId !== 0 && (
          <LazyComponent
            load={loadCars}
            text="Looking for your cars"
            props={{ customerId, onPick: pick }}
            failed={() => null}
          />
        )}
      </form>
      {answer && Result && <Result answer={answer} phone={phone} heading={heading} />}
    </div>
  )
}
