import { mayBePhone, tidyPhone } from '#lib/shared/phone.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'

/** A phone number, from New Zealand unless it begins with `+`. It is formatted when the field is left. */
export const PhoneField = ({ value, onChange, ...rest }: TextFieldProps) => (
  <TextField
    type="tel"
    autoComplete="tel"
    {...rest}
    value={value}
    onChange={onChange}
    onBlur={() => {
      const tidy = tidyPhone(value)
      if (tidy !== value) onChange(tidy)
    }}
    pattern={mayBePhone}
    patternMessage="Enter a phone number. Overseas? Start with + and the country code."
  />
)
