import { TeReo } from '#ui/TeReo.tsx'
import { useEffect, useId, useState, type SubmitEvent } from 'react'
import { looksAfter } from '#lib/service/slots.ts'
import { $serviceOutlet } from '#stores/service/service-draft.ts'
import { typedForms } from '#stores/session/ended-session.ts'
import { useDraftState } from '#ui/hooks/use-draft-state.ts'
import { Button } from '#ui/Button.tsx'
import { focusFirstInvalid } from '#ui/fields/first-invalid.ts'
import { Notice } from '#ui/Notice.tsx'
import { StepButtons, type StepProps } from './StepButtons.tsx'
import { outletAddress, outletHours, type ServiceOutlet } from './service-data.ts'

/** Chooses a dealer with a workshop, by region. The last choice is remembered. */
export function OutletStep({
  outlets,
  outletCode,
  draft: { isElectric },
  refused,
  onRefused,
  next,
}: StepProps) {
  const choices = outlets.map((outlet) => ({
    ...outlet,
    limit: outlet.evCertified || isElectric === false ? '' : 'Not for electric cars',
    isOpen: looksAfter(outlet, isElectric),
  }))
  const [chosen, setChosen] = useDraftState(
    typedForms,
    'service outlet',
    choices.find((one) => one.isOpen && (one.outletCode === outletCode || choices.length === 1))
      ?.outletCode ?? '',
  )
  const [isMissing, setIsMissing] = useState(false)
  const [trouble] = useState(refused?.message)
  useEffect(() => onRefused(null), [onRefused])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (chosen === '') {
      setIsMissing(true)
      focusFirstInvalid(event.currentTarget as HTMLFormElement)
      return
    }
    $serviceOutlet.set(chosen)
    next()
  }
  return (
    <form className="stack" onSubmit={submit} noValidate>
      {trouble && <Notice kind="error">{trouble}</Notice>}
      <OutletChoices
        outlets={choices}
        chosen={chosen}
        error={isMissing ? 'Please choose a dealer' : ''}
        onChosen={(code) => {
          setChosen(code)
          setIsMissing(false)
        }}
      />
      <StepButtons back="vehicle">
        <Button type="submit">Continue</Button>
      </StepButtons>
    </form>
  )
}

function OutletChoices({
  outlets,
  chosen,
  error,
  onChosen,
}: {
  outlets: readonly (ServiceOutlet & { limit: string; isOpen: boolean })[]
  chosen: string
  error: string
  onChosen: (outletCode: string) => void
}) {
  const name = useId()
  const regions = [...new Set(outlets.map(({ region }) => region))]
  return (
    <fieldset
      className={`choice-group${error ? ' field--invalid' : ''}`}
      aria-describedby={error ? `${name}-error` : undefined}
    >
      <legend className="visually-hidden">Dealer</legend>
      <div className="service-outlets">
        {regions.map((region) => (
          <div key={region} className="service-outlets__region">
            <p className="kicker">{region}</p>
            {outlets
              .filter((outlet) => outlet.region === region)
              .map((outlet) => (
                <label className="choice-card" key={outlet.outletCode}>
                  <input
                    type="radio"
                    name={name}
                    value={outlet.outletCode}
                    disabled={!outlet.isOpen}
                    checked={outlet.outletCode === chosen}
                    onChange={() => onChosen(outlet.outletCode)}
                  />
                  <span className="choice-card__body">
                    <span className="choice-card__title">
                      <TeReo text={outlet.name} />
                    </span>
                    <span className="choice-card__text">{outletAddress(outlet)}</span>
                    <span className="choice-card__text">{outletHours(outlet)}</span>
                    {outlet.limit && <span className="choice-card__text">{outlet.limit}</span>}
                  </span>
                </label>
              ))}
          </div>
        ))}
      </div>
      <p className="field__error" id={`${name}-error`} aria-live="polite">
        {error}
      </p>
    </fieldset>
  )
}
