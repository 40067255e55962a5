import { useState } from 'react'
import {
  getSecondFactor,
  endStaffSession,
  endStaffSessions,
  listStaffSessions,
} from '#lib/staff/sign-in-calls.ts'
import { siteCall } from '#stores/site/api.ts'
import { AreaHeading } from '#ui/AreaHeading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'
import { WhenLoaded } from '#ui/WhenLoaded.tsx'
import { Section } from '../Section.tsx'
import { OwnPasskeys } from './OwnPasskeys.tsx'
import { OwnPassword } from './OwnPassword.tsx'
import { SecondFactorSetting } from './SecondFactorSetting.tsx'
import { toastSignOut } from '#stores/session/sign-out-toast.ts'
import { DeviceList } from '#ui/sign-in/DeviceList.tsx'

/** The sign-in settings of a member of staff. */
export function OwnSignIn({ onSetUp }: { onSetUp: () => void }) {
  // Counts password changes: each signs out other devices, so the list is loaded again.
  const [changes, setChanges] = useState(0)
  const asked = useQuery('second factor', () => siteCall(getSecondFactor))
  return (
    <div className="stack stack--l">
      <AreaHeading title="Your sign-in" />
      <WhenLoaded asked={asked} name="your sign-in settings">
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

/** The devices the member of staff is signed in on, with a way to sign them out. */
function OwnDevices() {
  const asked = useQuery('own devices', () => siteCall(listStaffSessions))
  return (
    <Section title="Where you are signed in">
      <WhenLoaded asked={asked} name="your devices">
        {({ sessions }, refetch) => (
          <DeviceList
            devices={sessions}
            end={(sessionId) =>
              sessionId === null
                ? siteCall(endStaffSessions)
                : siteCall(endStaffSession, { params: { sessionId } })
            }
            onEnded={(answer, text) => {
              toastSignOut(answer, text)
              refetch()
            }}
          />
        )}
      </WhenLoaded>
    </Section>
  )
}
