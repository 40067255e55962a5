import { useState } from 'react'
import { fieldMessages } from '#lib/api/failure.ts'
import type { Faults } from '#lib/shared/faults.ts'
import { ownPasskeys, passkeyActs } from '#stores/sign-in/own-passkeys.ts'
import { addToast } from '#stores/site/toasts.ts'
import { PasskeyList, type PasskeyForm } from '#ui/sign-in/PasskeyList.tsx'
import { PasswordField } from '#ui/fields/PasswordField.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'
import { WhenLoaded } from '#ui/WhenLoaded.tsx'
import { Section } from '../Section.tsx'
import { StepForm } from './StepForm.tsx'

/** The passkeys of the member of staff. */
export function OwnPasskeys({ hasApp, onChanged }: { hasApp: boolean; onChanged: () => void }) {
  const asked = useQuery('own passkeys', ownPasskeys)
  return (
    <Section title="Passkeys">
      <p>
        Sign in with your fingerprint, face or PIN, without a password. A passkey counts as your
        second factor
        {hasApp
          ? ', like your app'
          : '. Once you have one, your password alone no longer signs you in'}
        .
      </p>
      <WhenLoaded asked={asked} name="your passkeys">
        {({ passkeys }) => (
          <PasskeyList
            passkeys={passkeys}
            acts={passkeyActs}
            form={(form) => <PasskeyStep {...form} hasApp={hasApp} />}
            onChanged={(text) => {
              addToast({ kind: 'success', text })
              if (asked.state === 'ready') asked.refetch()
              onChanged()
            }}
          />
        )}
      </WhenLoaded>
    </Section>
  )
}

/** A passkey form. It asks for the password and the app's code once the server requires them. */
function PasskeyStep({
  hasApp,
  fields,
  faults,
  send,
  children,
  ...rest
}: PasskeyForm & { hasApp: boolean }) {
  const [isAsked, setIsAsked] = useState(false)
  const [currentPassword, setCurrentPassword] = useState('')
  const [code, setCode] = useState('')
  const proofFaults = (): Faults => ({
    ...(currentPassword === '' && { currentPassword: 'Please enter your current password' }),
    ...(hasApp && code === '' && { code: 'Please enter the code of your authenticator app' }),
  })
  return (
    <StepForm
      {...rest}
      fields={[...fields, 'currentPassword', 'code']}
      faults={() => ({ ...faults(), ...(isAsked && proofFaults()) })}
      send={async () => {
        const proof = { currentPassword, ...(hasApp && { code: code.replace(/\s/g, '') }) }
        const answer = await send(isAsked ? proof : {})
        if (!answer.ok && 'currentPassword' in fieldMessages(answer.failure)) setIsAsked(true)
        return answer
      }}
    >
      {(at) => (
        <>
          {children(at)}
          {isAsked && (
            <PasswordField
              field="currentPassword"
              value={currentPassword}
              onChange={setCurrentPassword}
              at={at}
            />
          )}
          {isAsked && hasApp && (
            <TextField
              label="Authenticator code"
              autoComplete="one-time-code"
              autoCapitalize="none"
              hint="Of the app you have now, or a recovery code."
              value={code}
              error={at.faultAt('code', 'Authenticator code')}
              onChange={(text) => {
                setCode(text)
                at.forget('code')
              }}
            />
          )}
        </>
      )}
    </StepForm>
  )
}
