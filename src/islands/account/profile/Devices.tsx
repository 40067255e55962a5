import { useState } from 'react'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import { endOtherSession, endOtherSessions, listSessions } from '#lib/contract/account.ts'
import type { SignedInDevice } from '#lib/contract/shapes/account.ts'
import { formatInstant } from '#lib/domain/instants.ts'
import { siteCall } from '#stores/api.ts'
import { addToast } from '#stores/toasts.ts'
import { Button } from '#ui/Button.tsx'
import { useAnswer } from '#ui/use-answer.ts'
import { Listing } from '../Listing.tsx'
import { Setting } from './Setting.tsx'

const nameOf = ({ device }: SignedInDevice) => device || 'A browser that does not say its name'

/** Where the customer is signed in, and signing out there. */
export function Devices({ customerId }: { customerId: number }) {
  const params = { id: customerId }
  const asked = useAnswer(`devices ${customerId}`, async () => {
    const answer = await siteCall(listSessions, { params })
    return answer.ok ? { ok: true, value: answer.value.sessions } : answer
  })
  const [busy, setBusy] = useState('')
  const end = async (what: string, text: string, act: () => Promise<Result<unknown>>) => {
    if (busy) return
    setBusy(what)
    const answer = await act()
    setBusy('')
    if (answer.ok) addToast({ kind: 'success', text })
    else
      addToast({ kind: 'warning', text: `Failed to sign out: ${failureMessage(answer.failure)}` })
    if (asked.state === 'ready') asked.askAgain()
  }

  return (
    <Setting
      title="Where you are signed in"
      text="If you do not know one of these, sign it out and change your password."
    >
      <Listing asked={asked} name="your devices" empty={<p>You are signed in nowhere else.</p>}>
        {(devices) => (
          <>
            <ul className="account__list divided">
              {devices.map((device) => (
                <li className="setting__line setting__line--row" key={device.sessionId}>
                  <div>
                    <p>
                      <strong>{nameOf(device)}</strong>
                    </p>
                    <p className="small quiet">
                      {device.isThis
                        ? 'This device, in use now'
                        : `Last used ${formatInstant(device.lastUsedAt)}`}
                    </p>
                  </div>
                  {!device.isThis && (
                    <Button
                      kind="quiet"
                      isSmall
                      isBusy={busy === device.sessionId}
                      onClick={() =>
                        void end(device.sessionId, `${nameOf(device)} is signed out.`, () =>
                          siteCall(endOtherSession, {
                            params: { ...params, sessionId: device.sessionId },
                          }),
                        )
                      }
                    >
                      Sign out
                      <span className="visually-hidden">
                        {' '}
                        {nameOf(device)}, last used {formatInstant(device.lastUsedAt)}
                      </span>
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {devices.length > 1 && (
              <div>
                <Button
                  kind="quiet"
                  isSmall
                  isBusy={busy === 'all'}
                  onClick={() =>
                    void end('all', 'Every other device is signed out.', () =>
                      siteCall(endOtherSessions, { params }),
                    )
                  }
                >
                  Sign out elsewhere
                </Button>
              </div>
            )}
          </>
        )}
      </Listing>
    </Setting>
  )
}
