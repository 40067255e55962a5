import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { failureMessage, type ApiFailure } from '#lib/api/failure.ts'
import { findRecalls } from '#lib/contract/lookups.ts'
import { normalisePlate, normaliseVin } from '#lib/domain/vehicle.ts'
import { refusedFields, type Faults } from '#lib/faults.ts'
import { siteCall } from '#stores/api.ts'
import { solveCaptcha } from '#stores/captcha.ts'
import { $config, loadConfig } from '#stores/config.ts'
import { useIslandStore } from '#stores/use-island-store.ts'
import { Button } from '#ui/Button.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useFaults } from '#ui/use-faults.ts'
import { RecallResult } from './RecallResult.tsx'
import type { RecallAnswer } from './recall-words.ts'
import './recalls.css'

const FIELDS = ['registration', 'vinNumber']
/** What the server says, too, to who gives neither. */
const NEITHER: Faults = { registration: 'or VIN is needed', vinNumber: 'or registration is needed' }
const PLATE_MESSAGE = 'A registration has up to six letters and digits'
const VIN_MESSAGE = 'A VIN has 17 letters and digits, and never I, O or Q'
const isPlate = (typed: string) => normalisePlate(typed) !== null
const isVin = (typed: string) => normaliseVin(withoutSpaces(typed)) !== null
const withoutSpaces = (typed: string) => typed.replace(/\s/g, '')

const faultsOf = (registration: string, vinNumber: string): Faults =>
  registration === '' && vinNumber === ''
    ? NEITHER
    : {
        ...(registration && !isPlate(registration) && { registration: PLATE_MESSAGE }),
        ...(vinNumber && !isVin(vinNumber) && { vinNumber: VIN_MESSAGE }),
      }

interface RecallsProps {
  /** How to reach the brand: `0800 …`. */
  phone: string
  /** Plates to try, in a demonstration. */
  samples: { registration: string; says: string }[]
}

/** Recalls of a car, by its registration, its VIN, or both. */
export function Recalls({ phone, samples }: RecallsProps) {
  const isDemo = useIslandStore($config, null)?.demo
  const [typed, setTyped] = useState({ registration: '', vinNumber: '' })
  const [answer, setAnswer] = useState<RecallAnswer | null>(null)
  const [trouble, setTrouble] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const { form, faultAt, show, forget, clear } = useFaults()
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => void loadConfig(), [])
  useEffect(() => {
    if (answer) heading.current?.focus()
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
    const captcha = await solveCaptcha()
    const found = captcha.ok
      ? await siteCall(findRecalls, {
          query: { registration, vinNumber },
          captchaToken: captcha.value,
        })
      : captcha
    setIsBusy(false)
    if (found.ok) return setAnswer(found.value)
    const refused = refusedFields(found.failure, FIELDS)
    if (refused) show(refused)
    else setTrouble(inWords(found.failure))
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    void look(typed.registration.trim(), withoutSpaces(typed.vinNumber))
  }

  return (
    <div className="stack stack--l">
      <form className="form no-print" ref={form} onSubmit={submit} noValidate>
        <p>Either is enough. If you enter both, they have to be of one car.</p>
        <TextField
          label="Registration"
          hint="The number plate, for example ABC123."
          isShort
          inputClass="input input--capitals"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          value={typed.registration}
          error={faultAt('registration', 'Registration')}
          pattern={isPlate}
          patternMessage={PLATE_MESSAGE}
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
        <StillWorking isBusy={isBusy} />
        {isDemo && samples.length > 0 && (
          <div className="recalls__samples">
            <p className="small quiet">This is a demonstration. Plates to try:</p>
            <div className="cluster">
              {samples.map(({ registration, says }) => (
                <Button
                  key={registration}
                  kind="quiet"
                  isSmall
                  onClick={() => {
                    setTyped({ registration, vinNumber: '' })
                    void look(registration, '')
                  }}
                >
                  {registration}, {says}
                </Button>
              ))}
            </div>
          </div>
        )}
      </form>
      {answer && <RecallResult answer={answer} phone={phone} heading={heading} />}
    </div>
  )
}

/** The messages of a refused security check are for programmers. */
const inWords = (failure: ApiFailure): string =>
  failure.kind === 'problem' && failure.problem.code === 'InvalidToken'
    ? 'The security check did not work. Please try again.'
    : failureMessage(failure)
