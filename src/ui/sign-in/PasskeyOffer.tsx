import { useState } from 'react'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'

/** Offers a passkey to a person who signed in another way. */
export function PasskeyOffer({
  add,
  settingsHref,
  onDone,
}: {
  add: () => Promise<Result<unknown>>
  /** The screen where passkeys can be added later. */
  settingsHref: string
  /** Called when a passkey was added or declined. */
  onDone: (isAdded: boolean) => void
}) {
  const [isBusy, setIsBusy] = useState(false)
  const [trouble, setTrouble] = useState('')
  const press = async () => {
    setTrouble('')
    setIsBusy(true)
    const answer = await add()
    setIsBusy(false)
    if (answer.ok) onDone(true)
    else setTrouble(failureMessage(answer.failure))
  }
  return (
    <Notice title="Sign in faster next time">
      <p>
        Add a passkey and sign in on this device with your fingerprint, face or PIN. You can also{' '}
        <a href={settingsHref}>add one later</a>.
      </p>
      {trouble && <p role="alert">{trouble}</p>}
      <div className="cluster">
        <Button isSmall isBusy={isBusy} onClick={() => void press()}>
          Add a passkey
        </Button>
        <Button kind="quiet" isSmall onClick={() => onDone(false)}>
          Not now
        </Button>
      </div>
    </Notice>
  )
}
