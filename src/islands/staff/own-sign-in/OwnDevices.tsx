import { endStaffSession, endStaffSessions, listStaffSessions } from '#lib/staff/sign-in-calls.ts'
import { siteCall } from '#stores/site/api.ts'
import { toastSignOut } from '#stores/session/sign-out-toast.ts'
import { DeviceList } from '#ui/sign-in/DeviceList.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'
import { WhenLoaded } from '#ui/WhenLoaded.tsx'
import { Section } from '../Section.tsx'

/** The devices the member of staff is signed in on, with a way to sign them out. */
export function OwnDevices() {
  const asked = useQuery('own devices', () => siteCall(listStaffSessions))
  return (
    <Section title="Where you are signed in">
      <WhenLoaded asked={asked} name="your devices">
        {({ sessions }) => (
          <DeviceList
            devices={sessions}
            end={(sessionId) =>
              sessionId === null
                ? siteCall(endStaffSessions)
                : siteCall(endStaffSession, { params: { sessionId } })
            }
            onEnded={(answer, text) => {
              toastSignOut(answer, text)
              if (asked.state === 'ready') asked.refetch()
            }}
          />
        )}
      </WhenLoaded>
    </Section>
  )
}
