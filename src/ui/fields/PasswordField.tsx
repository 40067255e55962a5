import { TextField } from './TextField.tsx'
import { PASSWORD_HINT } from './password-hint.ts'
import type { useFaults } from './use-faults.ts'

/** As password managers know them. */
const KINDS = {
  currentPassword: { label: 'Current password', autoComplete: 'current-password' },
  newPassword: { label: 'New password', autoComplete: 'new-password', hint: PASSWORD_HINT },
} as const

/** The password somebody has, or another one in its place. */
export function PasswordField({
  field,
  value,
  onChange,
  at: { faultAt, forget },
}: {
  /** Its name in the call. */
  field: keyof typeof KINDS
  value: string
  onChange: (value: string) => void
  /** Of the form it stands in. */
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
