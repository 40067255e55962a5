import type { Step, StepView } from '#lib/domain/journey-steps.ts'

interface StepsNavProps {
  steps: readonly StepView[]
  current: Step
  href: (place: string) => string
}

/** The steps of the purchase, named, with how many are left. */
export function StepsNav({ steps, current, href }: StepsNavProps) {
  const at = steps.findIndex(({ step }) => step === current)
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
            <a
              className="steps__link"
              // A link that leads nowhere is still a link, of which screen readers say that it is unavailable.
              role="link"
              href={isEnabled ? href(step) : undefined}
              aria-current={step === current ? 'step' : undefined}
              aria-disabled={isEnabled ? undefined : true}
              aria-description={isCompleted && step !== current ? 'Completed' : undefined}
            >
              {label}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
