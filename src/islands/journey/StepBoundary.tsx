import { Component, type ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import { StepHeading } from './StepHeading.tsx'

/** A step that could not be fetched, or that broke, leaves the rest of the purchase standing. */
export class StepBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <div className="stack">
        <StepHeading title="This step could not be shown">
          What you have saved is kept. Check your connection, and load the page again.
        </StepHeading>
        <div>
          <Button onClick={() => location.reload()}>Load again</Button>
        </div>
      </div>
    )
  }
}
