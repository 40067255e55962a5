import { useEffect, useRef, type ReactNode } from 'react'

interface StepHeadingProps {
  /** Also the page's title. */
  title: string
  /** A line or two below the heading. */
  children?: ReactNode
}

let siteTitle: string | null = null
let hasShownAStep = false

/**
 * The heading of a step. A step that is moved to takes the focus here, at the top of the page (decision 52); the
 * one a page opens with does not.
 */
export function StepHeading({ title, children }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    siteTitle ??= document.title
    document.title = siteTitle ? `${title} – ${siteTitle}` : title
  }, [title])

  useEffect(() => {
    if (hasShownAStep) {
      heading.current?.focus({ preventScroll: true })
      window.scrollTo(0, 0)
    }
    hasShownAStep = true
  }, [])

  return (
    <header className="step-heading">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children && <div className="lead">{children}</div>}
    </header>
  )
}
