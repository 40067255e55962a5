import { useState, type ReactNode } from 'react'
import type { StepRoute } from '#lib/purchases/journey-steps.ts'
import { Button } from '#ui/Button.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { useJourneyPage } from './journey-page.ts'
import { useWaitText } from './use-wait-text.ts'

interface StepActionsProps {
  /** Whether the surrounding form is being sent. `undefined`: the button goes to the next step itself. */
  isSending?: boolean
  /** Asked before the button goes on itself; `false` where something has to be finished first. */
  mayGoOn?: () => boolean
  /** The step to leave, where it is not the current one. */
  from?: StepRoute
  /** `quiet` where the step has another main button. */
  kind?: 'primary' | 'quiet'
  /** Shown beside the main button. */
  children?: ReactNode
}

/** The main button of a step. */
export function StepActions({
  isSending,
  mayGoOn = () => true,
  from,
  kind = 'primary',
  children,
}: StepActionsProps) {
  const { goOn } = useJourneyPage()
  const [isGoing, setIsGoing] = useState(false)
  const isBusy = isSending ?? isGoing
  const wait = useWaitText('Saving your purchase')
  const go = async () => {
    if (!mayGoOn()) return
    setIsGoing(true)
    await goOn({}, from)
    setIsGoing(false)
  }

  return (
    <div className="step-actions">
      <div className="cluster">
        <Button
          kind={kind}
          type={isSending === undefined ? 'button' : 'submit'}
          isBusy={isBusy}
          onClick={(event) => {
            // The second click of a double click was meant for the previous step.
            if (event.detail > 1) event.preventDefault()
            else if (isSending === undefined) void go()
          }}
        >
          Continue
        </Button>
        {children}
      </div>
      <StillWorking isBusy={isBusy} text={wait} />
    </div>
  )
}
