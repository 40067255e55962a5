import { useRef, useState } from 'react'
import type { SecondFactor } from '#lib/customers/account-shapes.ts'
import { aucklandDay, formatDay } from '#lib/shared/dates.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmApp } from './ConfirmApp.tsx'
import { Reauthenticate } from './Reauthenticate.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

type Step =
  | { name: 'state' }
  | { name: 'reauthenticate' }
  | { name: 'confirm'; secret: string; address: string }
  | { name: 'codes'; codes: string[] }

const FEW_CODES = 3

/** The authenticator app: whether it is on, and setting one up in three steps. */
export function SecondFactorSetting({
  factor: { since, recoveryCodesLeft, passkeys },
  onDone,
}: {
  factor: SecondFactor
  onDone: () => void
}) {
  const [step, setStep] = useState<Step>({ name: 'state' })
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setStep({ name: 'state' })
    // The button is back only after the next drawing.
    requestAnimationFrame(() => opener.current?.focus())
  }

  if (step.name === 'reauthenticate')
    return (
      <Reauthenticate
        isOn={since !== null}
        onStarted={(started) => setStep({ name: 'confirm', ...started })}
        onClose={close}
      />
    )
  if (step.name === 'confirm')
    return (
      <ConfirmApp
        secret={step.secret}
        address={step.address}
        onConfirmed={(codes) => setStep({ name: 'codes', codes })}
        onClose={close}
      />
    )
  if (step.name === 'codes')
    return (
      <RecoveryCodes
        codes={step.codes}
        onDone={() => {
          close()
          onDone()
        }}
      />
    )
  return (
    <>
      {since === null ? (
        <p>
          {passkeys === 0 && 'Without a second factor, your password alone opens your account. '}An
          authenticator app on your phone gives you a code that changes every 30 seconds.
        </p>
      ) : (
        <>
          <p>On since {formatDay(aucklandDay(since))}. We ask for its code after your password.</p>
          <p>
            Recovery codes left: {recoveryCodesLeft}.
            {recoveryCodesLeft <= FEW_CODES &&
              ' Set up the app again to get new ones before you run out.'}
          </p>
        </>
      )}
      <div>
        <Button
          ref={opener}
          kind={since === null ? 'primary' : 'quiet'}
          onClick={() => setStep({ name: 'reauthenticate' })}
        >
          {since === null ? 'Set up an authenticator app' : 'Set up another app'}
        </Button>
      </div>
    </>
  )
}
