import { useState } from 'react'
import { getSecondFactor } from '#lib/staff/sign-in-calls.ts'
import { siteCall } from '#stores/site/api.ts'
import { AreaHeading } from '#ui/AreaHeading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'
import { WhenLoaded } from '#ui/WhenLoaded.tsx'
import { Section } from '../Section.tsx'
import { OwnDevices } from './OwnDevices.tsx'
import { OwnPasskeys } from './OwnPasskeys.tsx'
import { OwnPassword } from './OwnPassword.tsx'
import { SecondFactorSetting } from './SecondFactorSetting.tsx'

/** The sign-in settings of a member of staff. */
export function OwnSignIn({ onSetUp }: { onSetUp: () => void }) {
  // Counts password changes: each signs out other devices, so the list is loaded again.
  const [changes, setChanges] = useState(0)
  const asked = useQuery('second factor', () => siteCall(getSecondFactor))
  return (
    <div className="stack stack--l">
      <AreaHeading title="Your sign-in" />
      <WhenLoaded asked={asked} name="how you sign in">
        {(factor) => (
          <>
            {factor.isRequired && factor.since === null && factor.passkeys === 0 && (
              <Notice kind="warning" title="Your account needs a second factor">
                <p>Add a passkey or set up an authenticator app before you do anything else.</p>
              </Notice>
            )}
            <Section title="Authenticator app">
              <SecondFactorSetting
                factor={factor}
                onDone={() => {
                  if (asked.state === 'ready') asked.refetch()
                  onSetUp()
                }}
              />
            </Section>
            <OwnPasskeys
              hasApp={factor.since !== null}
              onChanged={() => {
                if (asked.state === 'ready') asked.refetch()
                onSetUp()
              }}
            />
            <OwnPassword onDone={() => setChanges((count) => count + 1)} />
            <OwnDevices key={changes} />
          </>
        )}
      </WhenLoaded>
    </div>
  )
}
