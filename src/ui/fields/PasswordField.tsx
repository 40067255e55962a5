import { TextField } from './TextField.tsx'
import { PASSWORD_HINT } from './password-hint.ts'
import type { useFaults } from './use-faults.ts'

/** `autocomplete` values that password managers recognise. */
const KINDS = {
  currentPassword: { label: 'Current password', autoComplete: 'current-password' },
  newPassword: { label: 'New password', autoComplete: 'new-password', hint: PASSWORD_HINT },
} as const

/** A field for the current password or a new one. */
export function PasswordField({
  field,
  value,
  onChange,
  at: { faultAt, forget },
}: {
  /** Its name in the API call. */
  field: keyof typeof KINDS
  value: string
  onChange: (value: string) => void
  /** The errors of its form. */
  at: Pick<ReturnType<typeof useFaults>, 'faultAt' | 'forget'>
}) {
  const kind = KINDS[field]
  return (
    <TextField
      {...kind}
      type="password"
      value={value}
      error={faultAt(field, kind.label)}
      onChange={(text) => {
        onChange(text)
        forget(field)
      }}
    />
  )
}
