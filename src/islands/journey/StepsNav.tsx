import { useId, useState, type MouseEvent } from 'react'
import type { Step, StepView } from '#lib/purchases/journey-steps.ts'

interface StepsNavProps {
  steps: readonly StepView[]
  current: Step
  /** The purchase still has steps to take here. */
  isUnderWay: boolean
  href: (place: string) => string
  /** Goes to a step once the last change is priced; `null` when there is nothing to wait for. */
  goWhenPriced: ((step: Step) => Promise<void>) | null
}

/** The steps of the purchase, with the number left. */
export function StepsNav({ steps, current, isUnderWay, href, goWhenPriced }: StepsNavProps) {
  const at = steps.findIndex(({ step }) => step === current)
  const doneId = useId()
  const [goingTo, setGoingTo] = useState<Step | null>(null)
  const onPress = async (event: MouseEvent, step: Step) => {
    // Let the browser open a new tab.
    if (!goWhenPriced || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (goingTo) return
    setGoingTo(step)
    await goWhenPriced(step)
    setGoingTo(null)
  }
  // All steps before the current one are done (specification §2).
  const isDone = (isCompleted: boolean, index: number) =>
    index < at || (isCompleted && index !== at)
  // The bar has no holes: a later step is filled only where all before it are done.
  const filled = steps.findIndex(({ isCompleted }, index) => index > at && !isCompleted)
  const isFilled = (index: number) => index !== at && (filled === -1 || index < filled)
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
            data-state={index === at ? 'current' : isFilled(index) ? 'done' : 'todo'}
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
        {goingTo && 'Updating the price'}
      </p>
      <span id={doneId} hidden>
        Completed
      </span>
    </nav>
  )
}
