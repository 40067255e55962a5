import { useId, type ReactNode } from 'react'

/** A checkbox with a label that may contain a link. */
export function Checkbox({
  checked,
  onChange,
  error,
  disabled,
  required,
  children,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
  error?: string
  disabled?: boolean
  required?: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    <div className={`field${error ? ' field--invalid' : ''}`}>
      <label className="checkbox">
        <input
          type="checkbox"
          checked={checked}
          disabled={disabled}
          aria-required={required || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{children}</span>
      </label>
      <p className="field__error" id={`${id}-error`} aria-live="polite">
        {error}
      </p>
    </div>
  )
}
