import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

/** A message on the page. Screen readers announce an error or a success when it appears. */
export const Notice = ({
  kind = 'info',
  title,
  tryAgain,
  children,
}: {
  kind?: 'info' | 'error' | 'success' | 'warning'
  title?: string
  /** Repeats the request that failed. */
  tryAgain?: () => void
  children: ReactNode
}) => (
  <div
    className={`notice${kind === 'info' ? '' : ` notice--${kind}`}`}
    role={kind === 'error' ? 'alert' : kind === 'success' ? 'status' : undefined}
  >
    {title && <p className="notice__title">{title}</p>}
    {typeof children === 'string' ? <p>{children}</p> : children}
    {tryAgain && (
      <p>
        <Button kind="quiet" isSmall onClick={tryAgain}>
          Try again
        </Button>
      </p>
    )}
  </div>
)
