import type { ReactNode } from 'react'
import { AreaHeading } from '#ui/AreaHeading.tsx'

/** The heading of a step, with a line or two below it. A step that is moved to takes the focus here. */
export const StepHeading = ({ title, children }: { title: string; children?: ReactNode }) => (
  <header className="step-heading">
    <AreaHeading title={title} />
    {children && <div className="lead">{children}</div>}
  </header>
)
