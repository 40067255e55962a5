import type { ReactNode } from 'react'

/** Something to know. An error and a success are announced when they appear. */
export const Notice = ({
  kind = 'info',
  title,
  children,
}: {
  kind?: 'info' | 'error' | 'success' | 'warning'
  title?: string
  children: ReactNode
}) => (
  <div
    className={`notice${kind === 'info' ? '' : ` notice--${kind}`}`}
    role={kind === 'error' ? 'alert' : kind === 'success' ? 'status' : undefined}
  >
    {title && <p className="notice__title">{title}</p>}
    {typeof children === 'string' ? <p>{children}</p> : children}
  </div>
)
