import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './Field.tsx'

/** Text of several lines. */
export const TextArea = ({
  label,
  hint,
  error,
  required,
  optional,
  onChange,
  ...textarea
}: Omit<FieldProps, 'isShort'> &
  Omit<
    ComponentProps<'textarea'>,
    'id' | 'className' | 'style' | 'value' | 'onChange' | 'required'
  > & {
    value: string
    onChange: (value: string) => void
  }) => (
  <Field {...{ label, hint, error, required, optional }}>
    {(control) => (
      <textarea
        {...textarea}
        {...control}
        className="textarea"
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)
