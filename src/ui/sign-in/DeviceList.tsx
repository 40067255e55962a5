import { useState } from 'react'
import type { Result } from '#lib/api/failure.ts'
import type { SignedInDevice } from '#lib/customers/account-shapes.ts'
import { formatInstant } from '#lib/shared/instants.ts'
import { Button } from '#ui/Button.tsx'
import { useRowFocus } from '#ui/hooks/use-row-focus.ts'

interface DeviceListProps {
  devices: readonly SignedInDevice[]
  /** Signs out one device; with `null` every device but this one. */
  end: (sessionId: string | null) => Promise<Result<unknown>>
  /** Called with the outcome, and with a sentence to show on success. */
  onEnded: (answer: Result<unknown>, text: string) => void
}

const nameOf = ({ device }: SignedInDevice) => device || 'Unknown browser'

/** The devices an account is signed in on, with buttons to sign them out. */
export function DeviceList({ devices, end, onEnded }: DeviceListProps) {
  const [busy, setBusy] = useState('')
  const keepFocus = useRowFocus(devices)
  const act = async (sessionId: string | null, text: string) => {
    if (busy) return
    keepFocus()
    setBusy(sessionId ?? 'all')
    const answer = await end(sessionId)
    setBusy('')
    onEnded(answer, text)
  }
  return (
    <>
      <ul className="devices divided">
        {devices.map((device) => (
          <li className="devices__one" key={device.sessionId}>
            <div>
              <p>
                <strong>{nameOf(device)}</strong>
              </p>
              <p className="small quiet">
                {device.isThis
                  ? 'This device, in use now'
                  : `Last used about ${formatInstant(device.lastUsedAt)}`}
              </p>
              <p className="small quiet">
                Signed in {formatInstant(device.signedInAt)}
                {device.network && ` from ${device.network}`}
              </p>
            </div>
            {!device.isThis && (
              <Button
                kind="quiet"
                isSmall
                isBusy={busy === device.sessionId}
                onClick={() => void act(device.sessionId, `${nameOf(device)} has been signed out.`)}
              >
                Sign out
                <span className="visually-hidden">
                  {' '}
                  {nameOf(device)}, last used about {formatInstant(device.lastUsedAt)}
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
            onClick={() => void act(null, 'You’ve been signed out on your other devices.')}
          >
            Sign out elsewhere
          </Button>
        </div>
      )}
    </>
  )
}
