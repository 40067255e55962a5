import { useEffect, useState, type SubmitEvent } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { mayStillWork } from '#lib/api/may-still-work.ts'
import { changeDraft, holdTime } from '#stores/service/service-draft.ts'
import { typedForms } from '#stores/session/ended-session.ts'
import { useDraftState } from '#ui/hooks/use-draft-state.ts'
import { Button } from '#ui/Button.tsx'
import { focusFirstInvalid } from '#ui/fields/first-invalid.ts'
import { Notice } from '#ui/Notice.tsx'
import { StepButtons, type StepProps } from './StepButtons.tsx'
import { TimePicker } from './TimePicker.tsx'

/** Chooses the time to bring the car. Continue holds it. */
export function TimeStep({ draft, outletCode, outlet, refused, onRefused, next }: StepProps) {
  const { serviceCode } = draft
  const hold =
    draft.hold?.outletCode === outletCode && draft.hold.serviceCode === serviceCode
      ? draft.hold
      : null
  const [startsAt, setStartsAt] = useDraftState(
    typedForms,
    `service time ${outletCode} ${serviceCode}`,
    hold?.startsAt ?? '',
  )
  const [isMissing, setIsMissing] = useState(false)
  const [trouble, setTrouble] = useState(refused?.message ?? '')
  const [round, setRound] = useState(0)
  useEffect(() => onRefused(null), [onRefused])
  const [isBusy, setIsBusy] = useState(false)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    setTrouble('')
    if (startsAt === '') {
      setIsMissing(true)
      return focusFirstInvalid(event.currentTarget as HTMLFormElement)
    }
    setIsBusy(true)
    const answer = await holdTime({ outletCode, serviceCode, startsAt }, draft.hold?.holdId)
    setIsBusy(false)
    if (answer.ok) {
      changeDraft({ hold: answer.value })
      return next()
    }
    setTrouble(failureMessage(answer.failure))
    if (mayStillWork(answer.failure)) return
    // The time is gone: the picker loads the times again.
    setStartsAt('')
    setRound(round + 1)
  }

  return (
    <form className="stack" onSubmit={submit} noValidate>
      <p className="quiet">
        Choose when to bring the car to {outlet?.name}. We’ll hold the time for five minutes while
        you fill in the rest.
      </p>
      {trouble && <Notice kind="error">{trouble}</Notice>}
      <div className={isMissing ? 'field--invalid' : undefined}>
        <TimePicker
          key={round}
          outletCode={outletCode}
          serviceCode={serviceCode}
          value={startsAt}
          held={hold?.startsAt}
          error={isMissing ? 'Please choose a day and a time' : ''}
          onChange={(chosen) => {
            setStartsAt(chosen)
            setIsMissing(false)
          }}
        />
      </div>
      <StepButtons back="service">
        <Button type="submit" isBusy={isBusy}>
          Continue
        </Button>
      </StepButtons>
    </form>
  )
}
