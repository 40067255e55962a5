import { useId } from 'react'
import type { Step, StepView } from '#lib/domain/journey-steps.ts'

interface StepsNavProps {
  steps: readonly StepView[]
  current: Step
  /** Steps are still to come: the purchase has not ended, nor does it go on elsewhere. */
  isUnderWay: boolean
  href: (place: string) => string
}

/** The steps of the purchase, named, with how many are left while there are any to take. */
export function StepsNav({ steps, current, isUnderWay, href }: StepsNavProps) {
  const at = steps.findIndex(({ step }) => step === current)
  const doneId = useId()
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
      <span id={doneId} hidden>
        Completed
      </span>
    </nav>
  )
}
