import type { ReactNode } from 'react'

interface ChangeLineProps {
  label: string
  values: readonly string[]
  /** Where the part is changed, if not below its line. */
  href?: string
  act?: string
  /** What is changed, after the word on the link or button. */
  what?: string
  isOpen?: boolean
  onToggle?: () => void
  /** The choices, below the line while it is open. */
  children?: ReactNode
}

/** A line of the summary with what is chosen and a way to change it. */
export function ChangeLine({
  label,
  values,
  href,
  act = 'Change',
  what = label.toLowerCase(),
  isOpen = false,
  onToggle,
  children,
}: ChangeLineProps) {
  const name = (
    <>
      {isOpen ? 'Close' : act}
      <span className="visually-hidden"> {what}</span>
    </>
  )
  return (
    <div className="summary__line">
      <dt>{label}</dt>
      <dd className="change-line">
        <span>
          {values.map((value) => (
            <span className="change-line__value" key={value}>
              {value}
            </span>
          ))}
        </span>
        {href ? (
          <a href={href}>{name}</a>
        ) : (
          <button type="button" className="link-button" aria-expanded={isOpen} onClick={onToggle}>
            {name}
          </button>
        )}
      </dd>
      {isOpen && <dd className="change-line__choices">{children}</dd>}
    </div>
  )
}
