import { useState } from 'react'
import { startSecondFactor } from '#lib/staff/sign-in-calls.ts'
import type { Faults } from '#lib/shared/faults.ts'
import { siteCall } from '#stores/site/api.ts'
import { PasswordField } from '#ui/fields/PasswordField.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import type { useFaults } from '#ui/fields/use-faults.ts'
import { CallForm } from '#ui/fields/CallForm.tsx'

/** The first step of the app's set-up: the password again, and the code of an app that is set up already. */
export function Reauthenticate({
  isOn,
  onStarted,
  onClose,
}: {
  isOn: boolean
  onStarted: (started: { secret: string; address: string }) => void
  onClose: () => void
}) {
  const { body, faults, fields } = useReauthentication(isOn)
  return (
    <CallForm
      fields={['currentPassword', 'code']}
      faults={faults}
      button="Continue"
      send={() => siteCall(startSecondFactor, { body })}
      onDone={onStarted}
      onClose={onClose}
    >
      {fields}
    </CallForm>
  )
}

/** The fields for the password, and for a code where an authenticator app is set up, with their checks. */
export function useReauthentication(hasApp: boolean) {
  const [currentPassword, setCurrentPassword] = useState('')
  const [code, setCode] = useState('')
  return {
    body: { currentPassword, ...(hasApp && { code: code.replace(/\s/g, '') }) },
    faults: (): Faults => ({
      ...(currentPassword === '' && { currentPassword: 'Please enter your current password' }),
      ...(hasApp && code === '' && { code: 'Please enter the code from your authenticator app' }),
    }),
    fields: (at: Pick<ReturnType<typeof useFaults>, 'faultAt' | 'forget'>) => (
      <>
        <PasswordField
          field="currentPassword"
          value={currentPassword}
          onChange={setCurrentPassword}
          at={at}
        />
        {hasApp && (
          <TextField
            label="Authenticator code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            hint="From your current app, or use a recovery code."
            value={code}
            error={at.faultAt('code', 'Authenticator code')}
            onChange={(text) => {
              setCode(text)
              at.forget('code')
            }}
          />
        )}
      </>
    ),
  }
}
