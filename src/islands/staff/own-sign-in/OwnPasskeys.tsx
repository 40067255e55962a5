import { useState } from 'react'
import { fieldMessages } from '#lib/api/failure.ts'

import { ownPasskeys, passkeyActions } from '#stores/sign-in/own-passkeys.ts'
import { addToast } from '#stores/site/toasts.ts'
import { PasskeyList, type PasskeyForm } from '#ui/sign-in/PasskeyList.tsx'

import { useQuery } from '#ui/hooks/use-query.ts'
import { WhenLoaded } from '#ui/WhenLoaded.tsx'
import { Section } from '../Section.tsx'
import { useReauthentication } from './Reauthenticate.tsx'
import { CallForm } from '#ui/fields/CallForm.tsx'

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
          : '. Once you have one, you can’t sign in with just your password'}
        .
      </p>
      <WhenLoaded asked={asked} name="your passkeys">
        {({ passkeys }, refetch) => (
          <PasskeyList
            passkeys={passkeys}
            acts={passkeyActions}
            form={(form) => <PasskeyStep {...form} hasApp={hasApp} />}
            onChanged={(text) => {
              addToast({ kind: 'success', text })
              refetch()
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
  const proof = useReauthentication(hasApp)
  return (
    <CallForm
      {...rest}
      fields={[...fields, 'currentPassword', 'code']}
      faults={() => ({ ...faults(), ...(isAsked && proof.faults()) })}
      send={async () => {
        const answer = await send(isAsked ? proof.body : {})
        if (!answer.ok && 'currentPassword' in fieldMessages(answer.failure)) setIsAsked(true)
        return answer
      }}
    >
      {(at) => (
        <>
          {children(at)}
          {isAsked && proof.fields(at)}
        </>
      )}
    </CallForm>
  )
}
