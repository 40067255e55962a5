import { useState, type ComponentProps } from 'react'
import { Field, type FieldProps } from './Field.tsx'

type InputProps = Omit<
  ComponentProps<'input'>,
  'id' | 'className' | 'style' | 'value' | 'onChange' | 'pattern' | 'required'
>

export interface TextFieldProps extends FieldProps, InputProps {
  value: string
  onChange: (value: string) => void
  /** Checked when the field is left and is not empty. */
  pattern?: (text: string) => boolean
  /** Shown when the text does not match the pattern. */
  patternMessage?: string
  inputClass?: string
}

/** A line of text. The given `error` takes precedence over the pattern message. */
export function TextField({
  label,
  hint,
  error,
  required,
  optional,
  isShort,
  value,
  onChange,
  onBlur,
  pattern,
  patternMessage = 'Please check this',
  inputClass = 'input',
  ...input
}: TextFieldProps) {
  const [isMarked, setIsMarked] = useState(false)
  return (
    <Field
      label={label}
      hint={hint}
      error={error || (isMarked ? patternMessage : '')}
      required={required}
      optional={optional}
      isShort={isShort}
    >
      {(control) => (
        <input
          type="text"
          {...input}
          {...control}
          className={inputClass}
          value={value}
          onChange={(event) => {
            setIsMarked(false)
            onChange(event.target.value)
          }}
          onBlur={(event) => {
            const mark = () => setIsMarked(value !== '' && pattern?.(value) === false)
            // A message that appears while a button is pressed moves it from under the pointer.
            if (event.relatedTarget instanceof HTMLButtonElement)
              addEventListener('click', mark, { once: true })
            else mark()
            onBlur?.(event)
          }}
        />
      )}
    </Field>
  )
}
