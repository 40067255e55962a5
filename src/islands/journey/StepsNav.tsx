import { useId } from 'react'
import type { Step, StepView } from '#lib/domain/journey-steps.ts'

interface StepsNavProps {
  steps: readonly StepView[]
  current: Step
  href: (place: string) => string
}

/** The steps of the purchase, named, with how many are left. */
export function StepsNav({ steps, current, href }: StepsNavProps) {
  const at = steps.findIndex(({ step }) => step === current)
  const doneId = useId()
  const left = steps.length - at - 1

  return (
    <nav className="steps" aria-label="Purchase steps">
      <p className="steps__count">
        Step {at + 1} of {steps.length}
        <span>{left === 0 ? 'the last one' : `${left} left`}</span>
      </p>
      <ol className="steps__list">
        {steps.map(({ step, label, isEnabled, isCompleted }) => (
          <li
            key={step}
            className="steps__item"
            data-state={step === current ? 'current' : isCompleted ? 'done' : 'todo'}
          >
            {isEnabled ? (
              <a
                className="steps__link"
                href={href(step)}
                aria-current={step === current ? 'step' : undefined}
                aria-describedby={isCompleted && step !== current ? doneId : undefined}
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
