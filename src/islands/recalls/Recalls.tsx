import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { failureMessage, type ApiFailure } from '#lib/api/failure.ts'
import { fetchPart } from '#lib/api/part.ts'
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
import { PlateButtons, type NamedPlate } from './PlateButtons.tsx'
import type { RecallAnswer } from './recall-words.ts'
import './recalls.css'

// What looks up and what shows the answer are fetched when somebody turns to the form.
const loadLookUp = async () => (await import('./look-up.ts')).lookUp
const loadResult = async () => (await import('./RecallResult.tsx')).RecallResult
const loadCars = async () => (await import('./YourCars.tsx')).YourCars
const loadAhead = () => {
  void fetchPart(loadLookUp)
  void fetchPart(loadResult)
}

const NOTHING = { registration: '', vinNumber: '' }
const FIELDS = Object.keys(NOTHING)
/** What the server says, too, to who gives neither. */
const NEITHER: Faults = { registration: 'or VIN is needed', vinNumber: 'or registration is needed' }
const VIN_MESSAGE = 'A VIN has 17 letters and digits, and never I, O or Q'
const isVin = (typed: string) => normaliseVin(withoutSpaces(typed)) !== null
const withoutSpaces = (typed: string) => typed.replace(/\s/g, '')

const faultsOf = (registration: string, vinNumber: string): Faults =>
  registration === '' && vinNumber === ''
    ? NEITHER
    : {
        ...(registration &&
          normalisePlate(registration) === null && { registration: PLATE_MESSAGE }),
        ...(vinNumber && !isVin(vinNumber) && { vinNumber: VIN_MESSAGE }),
      }

interface RecallsProps {
  /** How to reach the brand: `0800 …`. */
  phone: string
  /** Plates to try. A page that is no demonstration does not show them. */
  samples: NamedPlate[]
}

/** Recalls of a car, by its registration, its VIN, or both. */
export function Recalls({ phone, samples }: RecallsProps) {
  const customerId = useIslandStore($customer, null)?.id ?? 0
  const isHydrated = useIsHydrated()
  const [lastId, setLastId] = useState(customerId)
  const [typed, setTyped] = useState(NOTHING)
  const [answer, setAnswer] = useState<RecallAnswer | null>(null)
  const [trouble, setTrouble] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const { form, faultAt, show, forget, clear } = useFaults()
  const heading = useRef<HTMLHeadingElement>(null)

  if (customerId !== lastId) {
    setLastId(customerId)
    // Nothing of somebody's car is left when they sign out.
    if (lastId !== 0) {
      setTyped(NOTHING)
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
    // What was wrong with the pair is put right in either.
    FIELDS.forEach(forget)
  }
  const look = async (registration: string, vinNumber: string) => {
    if (isBusy) return
    setTrouble('')
    const faults = faultsOf(registration, vinNumber)
    if (Object.keys(faults).length > 0) return show(faults)
    clear()
    setAnswer(null)
    setIsBusy(true)
    const [lookUp] = await Promise.all([fetchPart(loadLookUp), fetchPart(loadResult)])
    const found = lookUp.ok ? await lookUp.value(registration, vinNumber) : lookUp
    setIsBusy(false)
    // Who asked about their car has signed out meanwhile.
    if (customerId !== 0 && $customer.get()?.id !== customerId) return
    if (found.ok) return setAnswer(found.value)
    const refused = refusedFields(found.failure, FIELDS)
    if (refused) show(refused)
    else setTrouble(inWords(found.failure))
  }
  const pick = (registration: string) => {
    setTyped({ registration, vinNumber: '' })
    void look(registration, '')
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void look(typed.registration.trim(), withoutSpaces(typed.vinNumber))
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
        <p>Either is enough. If you enter both, they have to be of one car.</p>
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
            <PlateButtons
              title="Plates to try in this demonstration"
              plates={samples}
              onPick={pick}
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

/** The messages of a refused security check are for programmers. */
const inWords = (failure: ApiFailure): string =>
  failure.kind === 'problem' && failure.problem.code === 'InvalidToken'
    ? 'The security check did not work. Please try again.'
    : failureMessage(failure)
