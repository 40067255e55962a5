import type { ReactNode } from 'react'
import { AreaHeading } from '#ui/AreaHeading.tsx'

/** The heading of a step with a short lead. Moving to a step focuses it. */
export const StepHeading = ({ title, children }: { title: string; children?: ReactNode }) => (
  <header className="step-heading">
    <AreaHeading title={title} />
    {children && <div className="lead">{children}</div>}
  </header>
)
