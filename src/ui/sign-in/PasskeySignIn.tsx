import { useEffect, useEffectEvent, useState } from 'react'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import { canFillInPasskeys } from '#lib/sign-in/passkeys-here.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'

type Outcome = { ok: true } | { ok: false; message: string }

/** Loads the functions that sign in with a passkey. */
export type PasskeyWay = () => Promise<
  Result<{
    /** `null`: another action replaced it. */
    signInWithPasskey: () => Promise<Outcome | null>
    /** Offers passkeys in the autofill of the email field; returns a function that stops it. */
    fillInPasskeys: (onOutcome: (outcome: Outcome) => void) => () => void
  }>
>

export interface PasskeySignInProps {
  way: PasskeyWay
  /** Whether the email field is shown, where the browser offers passkeys. */
  hasField: boolean
  onSignedIn: () => void
}

/** The button that signs in with a passkey, and the browser's own offer in the email field. */
export function PasskeySignIn({ way, hasField, onSignedIn }: PasskeySignInProps) {
  const [trouble, setTrouble] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const take = (outcome: Outcome | null) => {
    if (outcome?.ok) onSignedIn()
    else setTrouble(outcome?.message ?? '')
  }
  const onFilledIn = useEffectEvent(take)
  const isOffered = hasField && !isBusy
  useEffect(() => {
    if (!isOffered) return
    let isOver = false
    let stop = () => {}
    const start = async () => {
      if (!(await canFillInPasskeys())) return
      const part = await way()
      if (part.ok && !isOver) stop = part.value.fillInPasskeys((outcome) => onFilledIn(outcome))
    }
    void start()
    return () => {
      isOver = true
      stop()
    }
  }, [isOffered, way])

  const press = async () => {
    setTrouble('')
    setIsBusy(true)
    const part = await way()
    const outcome: Outcome | null = part.ok
      ? await part.value.signInWithPasskey()
      : { ok: false, message: failureMessage(part.failure) }
    setIsBusy(false)
    take(outcome)
  }
  return (
    <>
      {trouble && <Notice kind="error">{trouble}</Notice>}
      <div>
        <Button kind="quiet" isBusy={isBusy} onClick={() => void press()}>
          Sign in with a passkey
        </Button>
      </div>
    </>
  )
}
