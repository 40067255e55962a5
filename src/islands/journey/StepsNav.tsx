import { useId, useState, type MouseEvent } from 'react'
import type { Step, StepView } from '#lib/purchases/journey-steps.ts'

interface StepsNavProps {
  steps: readonly StepView[]
  current: Step
  /** Steps are still to come: the purchase has not ended, nor does it go on elsewhere. */
  isUnderWay: boolean
  href: (place: string) => string
  /** Goes there as soon as what was chosen last has its price; `null` where nothing is to be waited for. */
  goWhenPriced: ((step: Step) => Promise<void>) | null
}

/** The steps of the purchase, named, with how many are left while there are any to take. */
export function StepsNav({ steps, current, isUnderWay, href, goWhenPriced }: StepsNavProps) {
  const at = steps.findIndex(({ step }) => step === current)
  const doneId = useId()
  const [goingTo, setGoingTo] = useState<Step | null>(null)
  const onPress = async (event: MouseEvent, step: Step) => {
    // A new tab is for the browser to open.
    if (!goWhenPriced || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (goingTo) return
    setGoingTo(step)
    await goWhenPriced(step)
    setGoingTo(null)
  }
  // The step that is open has been reached, so those before it are behind (specification §2).
  const isDone = (isCompleted: boolean, index: number) =>
    index < at || (isCompleted && index !== at)
  const left = steps.length - at - 1

  return (
    <nav className="steps" aria-label="Purchase steps">
      <p className="steps__count">
        <strong aria-hidden="true">{steps[at]?.label}</strong>
        {isUnderWay && (
          <span>
            Step {at + 1} of {steps.length}
            {left > 0 && `, ${left} left`}
          </span>
        )}
      </p>
      <ol className="steps__list">
        {steps.map(({ step, label, isEnabled, isCompleted }, index) => (
          <li
            key={step}
            className="steps__item"
            data-state={index === at ? 'current' : isDone(isCompleted, index) ? 'done' : 'todo'}
          >
            {isEnabled ? (
              <a
                className="steps__link"
                href={href(step)}
                aria-busy={goingTo === step || undefined}
                onClick={(event) => void onPress(event, step)}
                aria-current={index === at ? 'step' : undefined}
                aria-describedby={isDone(isCompleted, index) ? doneId : undefined}
              >
                {label}
              </a>
            ) : (
              <span className="steps__link" role="link" aria-disabled="true">
                {label}
              </span>
            )}
          </li>
        ))}
      </ol>
      <p className="small quiet" role="status">
        {goingTo && 'Waiting for the new price'}
      </p>
      <span id={doneId} hidden>
        Completed
      </span>
    </nav>
  )
}
