import { Component, type ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import { StepHeading } from './StepHeading.tsx'

/** Keeps the rest of the purchase usable when a step throws. */
export class StepBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? (
      <StepFailed onTryAgain={() => location.reload()} />
    ) : (
      this.props.children
    )
  }
}

/** Replaces a step that threw or failed to load. */
export const StepFailed = ({ onTryAgain }: { onTryAgain: () => void }) => (
  <div className="stack">
    <StepHeading title="We couldn’t show this step">
      Everything you saved is safe. Check your connection, then load it again.
    </StepHeading>
    <div>
      <Button onClick={onTryAgain}>Load again</Button>
    </div>
  </div>
)
