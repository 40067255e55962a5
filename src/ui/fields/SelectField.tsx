import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './Field.tsx'

export interface SelectFieldProps<T extends string>
  extends
    FieldProps,
    Omit<
      ComponentProps<'select'>,
      'id' | 'className' | 'style' | 'value' | 'onChange' | 'required' | 'children'
    > {
  value: T | ''
  onChange: (value: T) => void
  options: readonly { value: T; label: string }[]
  /** Shown while nothing is chosen. */
  placeholder?: string
}

export const SelectField = <T extends string>({
  label,
  hint,
  error,
  required,
  optional,
  isShort,
  value,
  onChange,
  options,
  placeholder,
  ...select
}: SelectFieldProps<T>) => (
  <Field {...{ label, hint, error, required, optional, isShort }}>
    {(control) => (
      <select
        {...select}
        {...control}
        className="select"
        value={value}
        onChange={(event) => onChange(event.target.value as T)}
      >
        {placeholder && (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )}
  </Field>
)
