import { useState } from 'react'
import { confirmSecondFactor } from '#lib/staff/sign-in-calls.ts'
import type { Faults } from '#lib/shared/faults.ts'
import { siteCall } from '#stores/site/api.ts'
import { CodeField } from '#ui/fields/CodeField.tsx'
import { QrCode } from '#ui/QrCode.tsx'
import { CallForm } from '#ui/fields/CallForm.tsx'

const DIGITS_MESSAGE = 'Please enter the 6 digits the app shows'

/** The second step of the app's set-up: the app takes the secret, and a code of it proves that. */
export function ConfirmApp({
  secret,
  address,
  onConfirmed,
  onClose,
}: {
  secret: string
  address: string
  onConfirmed: (recoveryCodes: string[]) => void
  onClose: () => void
}) {
  const [code, setCode] = useState('')
  return (
    <CallForm
      fields={['code']}
      faults={(): Faults => (code.length === 6 ? {} : { code: DIGITS_MESSAGE })}
      button="Turn on"
      send={() => siteCall(confirmSecondFactor, { body: { code } })}
      onDone={({ recoveryCodes }) => onConfirmed(recoveryCodes)}
      onClose={onClose}
    >
      {({ faultAt, forget }) => (
        <>
          <p>
            Scan this with your app, <a href={address}>open it in an app on this device</a>, or
            enter the key.
          </p>
          <QrCode text={address} label="QR code for an authenticator app" />
          <p className="staff-secret">{secret.match(/.{1,4}/g)?.join(' ')}</p>
          <CodeField
            label="Authenticator code"
            hint="The 6 digits the app shows now."
            patternMessage={DIGITS_MESSAGE}
            value={code}
            error={faultAt('code', 'Authenticator code')}
            onChange={(text) => {
              setCode(text)
              forget('code')
            }}
          />
        </>
      )}
    </CallForm>
  )
}
