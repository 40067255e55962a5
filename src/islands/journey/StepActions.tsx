import { useState, type ReactNode } from 'react'
import type { StepRoute } from '#lib/purchases/journey-steps.ts'
import { Button } from '#ui/Button.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { useJourneyPage } from './journey-page.ts'
import { useWait } from './use-wait.ts'

interface StepActionsProps {
  /** The form around it is being sent; the button submits it. Without this the button goes on by itself. */
  isSending?: boolean
  /** The place that is left, where that is not the one shown. */
  from?: StepRoute
  /** Beside the main button. */
  children?: ReactNode
}

/** The main button of a step. */
export function StepActions({ isSending, from, children }: StepActionsProps) {
  const { goOn } = useJourneyPage()
  const [isGoing, setIsGoing] = useState(false)
  const isBusy = isSending ?? isGoing
  const wait = useWait('Saving your purchase')
  const go = async () => {
    setIsGoing(true)
    await goOn({}, from)
    setIsGoing(false)
  }

  return (
    <div className="step-actions">
      <div className="cluster">
        <Button
          type={isSending === undefined ? 'button' : 'submit'}
          isBusy={isBusy}
          onClick={(event) => {
            // The second press of a double one belongs to the step that was left.
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
