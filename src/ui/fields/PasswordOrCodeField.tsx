import { useState } from 'react'
import { VERIFICATION_CODE_LENGTH } from '#lib/shared/constants.ts'
import { Field } from './Field.tsx'

const CODE_SO_FAR = new RegExp(`^\\d{1,${VERIFICATION_CODE_LENGTH}}$`)

/**
 * The sign-in field for a password or the code from the email. A code is shown as it is typed, since it is not secret
 * for long; a password only on request. There is no numeric keyboard, because a password may begin with digits.
 */
export function PasswordOrCodeField({
  value,
  error,
  takesCode = true,
  onChange,
}: {
  value: string
  error: string | undefined
  takesCode?: boolean
  onChange: (value: string) => void
}) {
  const [isShown, setIsShown] = useState(false)
  const isCode = CODE_SO_FAR.test(value)
  return (
    <Field
      label="Password"
      hint={
        takesCode
          ? `Enter the ${VERIFICATION_CODE_LENGTH}-digit code from the email, or your password if you have one.`
          : 'Enter your password.'
      }
      error={error ?? ''}
    >
      {(control) => (
        <div className="revealing">
          <input
            {...control}
            className="input"
            type={isShown || isCode ? 'text' : 'password'}
            name="password"
            autoComplete={isCode ? 'one-time-code' : 'current-password'}
            inputMode="text"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          {!isCode && (
            <button
              type="button"
              className="revealing__button"
              aria-controls={control.id}
              onClick={() => setIsShown(!isShown)}
            >
              {isShown ? 'Hide' : 'Show'}
              <span className="visually-hidden"> what you type</span>
            </button>
          )}
        </div>
      )}
    </Field>
  )
}
