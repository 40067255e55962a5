import type { Step, StepView } from '#lib/purchases/journey-steps.ts'

interface StepBackProps {
  steps: readonly StepView[]
  current: Step
  goTo: (step: Step) => void
}

/** The way back to the step before, on a phone, where the steps are a bar without names. */
export function StepBack({ steps, current, goTo }: StepBackProps) {
  const at = steps.findIndex(({ step }) => step === current)
  const before = steps.slice(0, Math.max(at, 0)).findLast(({ isEnabled }) => isEnabled)
  return (
    before && (
      <div className="steps__back no-print">
        <button type="button" className="link-button" onClick={() => goTo(before.step)}>
          Back: {before.label}
        </button>
      </div>
    )
  )
}
