import { formatNumber } from '#lib/shared/numbers.ts'
import { Field, type FieldProps } from './Field.tsx'
import { useTyped } from './use-typed.ts'

const parseWhole = (typed: string): number | null => {
  const digits = typed.replace(/[$,\s]/g, '')
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null
}

/** A whole number. `$` and commas may be typed; the number is formatted when the field is left. */
export function NumberField({
  value,
  onChange,
  format = formatNumber,
  name,
  disabled,
  ...field
}: FieldProps & {
  value: number | null
  onChange: (value: number | null) => void
  /** How the number reads when the field is left; a year has no comma. */
  format?: (value: number) => string
  name?: string
  disabled?: boolean
}) {
  const { isWrong, forget: _forget, ...input } = useTyped(value, onChange, parseWhole, format)
  return (
    <Field {...field} error={isWrong ? 'Please enter a whole number' : field.error}>
      {(control) => (
        <input
          {...control}
          {...input}
          className="input"
          inputMode="numeric"
          autoComplete="off"
          name={name}
          disabled={disabled}
        />
      )}
    </Field>
  )
}
