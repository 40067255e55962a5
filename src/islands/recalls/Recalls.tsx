import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { failureMessage, type ApiFailure } from '#lib/api/failure.ts'
import { loadModule } from '#lib/api/load-module.ts'
import { normalisePlate, normaliseVin } from '#lib/vehicles/vehicle.ts'
import { refusedFields, type Faults } from '#lib/shared/faults.ts'
import { $customer } from '#stores/session/session.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Button } from '#ui/Button.tsx'
import { LazyComponent } from '#ui/LazyComponent.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PLATE_MESSAGE, PlateField } from '#ui/fields/PlateField.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { useFaults } from '#ui/fields/use-faults.ts'
import { useIsHydrated } from '#ui/hooks/use-is-hydrated.ts'
import type { NamedPlate } from './PlateButtons.tsx'
import type { RecallAnswer } from './recall-labels.ts'
import './recalls.css'

// The look-up and its result load when the form is first used.
const loadLookUp = async () => (await import('./look-up-recalls.ts')).lookUpRecalls
const loadResult = async () => (await import('./RecallResult.tsx')).RecallResult
const loadSamples = async () => (await import('./PlateButtons.tsx')).PlateButtons
const loadCars = async () => (await import('./YourCars.tsx')).YourCars
const loadAhead = () => {
  void loadModule(loadLookUp)
  void loadModule(loadResult)
}

const EMPTY = { registration: '', vinNumber: '' }
const FIELDS = Object.keys(EMPTY)
/** The server's own messages when both are missing. */
const NEITHER: Faults = {
  registration: 'Enter a registration or a VIN',
  vinNumber: 'Enter a registration or a VIN',
}
const VIN_MESSAGE = 'A VIN has 17 letters and digits, and never I, O or Q'
const isVin = (typed: string) => normaliseVin(withoutSpaces(typed)) !== null
const withoutSpaces = (typed: string) => typed.replace(/\s/g, '')

const validate = (registration: string, vinNumber: string): Faults =>
  registration === '' && vinNumber === ''
    ? NEITHER
    : {
        ...(registration &&
          normalisePlate(registration) === null && { registration: PLATE_MESSAGE }),
        ...(vinNumber && !isVin(vinNumber) && { vinNumber: VIN_MESSAGE }),
      }

interface RecallsProps {
  /** The brand's phone number: `0800 …`. */
  phone: string
  /** Plates to try, shown only in a demonstration. */
  samples: NamedPlate[]
}

/** Checks a car for recalls by its registration, its VIN, or both. */
export function Recalls({ phone, samples }: RecallsProps) {
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
    FIELDS.forEach(forget)
  }
  const search = async (registration: string, vinNumber: string) => {
    if (isBusy) return
    setTrouble('')
    const faults = validate(registration, vinNumber)
    if (Object.keys(faults).length > 0) return show(faults)
    clear()
    setAnswer(null)
    setIsBusy(true)
    const [lookUpRecalls] = await Promise.all([loadModule(loadLookUp), loadModule(loadResult)])
    const found = lookUpRecalls.ok
      ? await lookUpRecalls.value(registration, vinNumber)
      : lookUpRecalls
    setIsBusy(false)
    // The customer has signed out since.
    if (customerId !== 0 && $customer.get()?.id !== customerId) return
    if (found.ok) return setAnswer(found.value)
    const refused = refusedFields(found.failure, FIELDS)
    if (refused) show(refused)
    else setTrouble(messageOf(found.failure))
  }
  const pick = (registration: string) => {
    setTyped({ registration, vinNumber: '' })
    void search(registration, '')
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void search(typed.registration.trim(), withoutSpaces(typed.vinNumber))
  }

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
          pattern={isVin}
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
        {samples.length > 0 && (
          <div className="demo-only">
            <LazyComponent
              load={loadSamples}
              text="Loading plates to try"
              props={{ title: 'Plates to try in this demo', plates: samples, onPick: pick }}
              failed={() => null}
            />
          </div>
        )}
      </form>
      {answer && (
        <LazyComponent
          load={loadResult}
          text="Loading the result"
          props={{ answer, phone, heading }}
        />
      )}
    </div>
  )
}

/** The message of a failure. That of a refused security check is technical, so it is replaced. */
const messageOf = (failure: ApiFailure): string =>
  failure.kind === 'problem' && failure.problem.code === 'InvalidToken'
    ? 'The security check didn’t work. Please try again.'
    : failureMessage(failure)
