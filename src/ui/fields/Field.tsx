import { useId, type ReactNode } from 'react'

export interface FieldProps {
  label: string
  /** Help below the label. */
  hint?: ReactNode
  /** The error message; empty or missing while the field is valid. */
  error?: string
  /** Adds `*` to the label. */
  required?: boolean
  /** Adds `(optional)` to the label. */
  optional?: boolean
  /** For a code or a postcode. */
  isShort?: boolean
}

interface ControlProps {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  'aria-required'?: true
}

/** A label, a hint and an error tied to one control, which `children` renders with the given attributes. */
export function Field({
  label,
  hint,
  error,
  required,
  optional,
  isShort,
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const classes = ['field', isShort && 'field--short', error && 'field--invalid']
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      <label className="field__label" htmlFor={id}>
        {label}
        {optional && <span className="field__mark"> (optional)</span>}
        {required && (
          <span className="field__mark" aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </label>
      {hint && (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      <p className="field__error" id={`${id}-error`} aria-live="polite">
        {error}
      </p>
    </div>
  )
}
