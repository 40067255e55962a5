import { endOtherSession, endOtherSessions, listSessions } from '#lib/sign-in/session-calls.ts'
import { siteCall } from '#stores/site/api.ts'
import { toastSignOut } from '#stores/session/sign-out-toast.ts'
import { DeviceList } from '#ui/sign-in/DeviceList.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'
import { Listing } from '#islands/account/Listing.tsx'
import { Setting } from './Setting.tsx'

/** The devices the customer is signed in on, with a way to sign them out. */
export function Devices({ customerId, hasPassword }: { customerId: number; hasPassword: boolean }) {
  const params = { id: customerId }
  const asked = useQuery(`devices ${customerId}`, async () => {
    const answer = await siteCall(listSessions, { params })
    return answer.ok ? { ok: true, value: answer.value.sessions } : answer
  })

  return (
    <Setting
      title="Where you are signed in"
      text={`If you don’t recognise a device, sign it out and change ${hasPassword ? 'your password' : 'your email password, as we send sign-in codes there'}.`}
    >
      <Listing asked={asked} name="your devices" empty={<p>You’re not signed in anywhere else.</p>}>
        {(devices) => (
          <DeviceList
            devices={devices}
            end={(sessionId) =>
              sessionId === null
                ? siteCall(endOtherSessions, { params })
                : siteCall(endOtherSession, { params: { ...params, sessionId } })
            }
            onEnded={(answer, text) => {
              toastSignOut(answer, text)
              if (asked.state === 'ready') asked.refetch()
            }}
          />
        )}
      </Listing>
    </Setting>
  )
}
