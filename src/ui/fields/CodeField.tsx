import { VERIFICATION_CODE_LENGTH } from '#lib/shared/constants.ts'
import { TextField, type TextFieldProps } from './TextField.tsx'

const digitsOf = (text: string) => text.replace(/\D/g, '').slice(0, VERIFICATION_CODE_LENGTH)

/** A six-digit code from an email. Everything but digits is dropped from typed or pasted text. */
export const CodeField = ({
  label = 'Verification code',
  onChange,
  ...rest
}: Omit<TextFieldProps, 'label' | 'type' | 'inputMode'> & { label?: string }) => (
  <TextField
    {...rest}
    label={label}
    inputMode="numeric"
    autoComplete="one-time-code"
    inputClass="input input--code"
    onChange={(text) => onChange(digitsOf(text))}
    pattern={(text) => text.length === VERIFICATION_CODE_LENGTH}
    patternMessage={`Please enter the ${VERIFICATION_CODE_LENGTH} digits from the email`}
  />
)
