import { useState, type SubmitEvent } from 'react'
import { formatMoney } from '#lib/shared/money.ts'
import { formatMinutes, servicePrice } from '#lib/service/labels.ts'
import { changeDraft } from '#stores/service/service-draft.ts'
import { typedForms } from '#stores/session/ended-session.ts'
import { useDraftState } from '#ui/hooks/use-draft-state.ts'
import { Button } from '#ui/Button.tsx'
import { focusFirstInvalid } from '#ui/fields/first-invalid.ts'
import { RadioCards } from '#ui/fields/RadioCards.tsx'
import { StepButtons, type StepProps } from './StepButtons.tsx'

/** Chooses the service, with its price and contents. */
export function ServiceStep({ types, draft, next }: StepProps) {
  const [chosen, setChosen] = useDraftState(
    typedForms,
    'service kind',
    types.some(({ code }) => code === draft.serviceCode) ? draft.serviceCode : '',
  )
  const [isMissing, setIsMissing] = useState(false)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (chosen === '') {
      setIsMissing(true)
      focusFirstInvalid(event.currentTarget as HTMLFormElement)
      return
    }
    changeDraft({ serviceCode: chosen })
    next()
  }
  return (
    <form className="stack service-types" onSubmit={submit} noValidate>
      <RadioCards
        legend="Service"
        error={isMissing ? 'Please choose a service' : ''}
        choices={types.map((type) => ({
          value: type.code,
          title: type.name,
          // If the car may be electric, the second price is in the text.
          price: servicePrice(type, draft.isElectric ?? false),
          text: [
            type.text,
            ...(draft.isElectric === null && type.evPriceCents !== type.priceCents
              ? [`${formatMoney(type.evPriceCents)} for an electric car.`]
              : []),
            `About ${formatMinutes(type.minutes)}.`,
          ].join(' '),
        }))}
        value={chosen}
        onChange={(code) => {
          setChosen(code)
          setIsMissing(false)
        }}
      />
      <StepButtons back="outlet">
        <Button type="submit">Continue</Button>
      </StepButtons>
    </form>
  )
}
