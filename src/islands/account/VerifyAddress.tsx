import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import { VERIFICATION_CODE_LENGTH } from '#lib/constants.ts'
import { $config } from '#stores/config.ts'
import { signIn } from '#stores/sign-in.ts'
import { paths } from '#stores/site.ts'
import { useIslandStore } from '#stores/use-island-store.ts'
import { Button } from '#ui/Button.tsx'
import { CodeField } from '#ui/CodeField.tsx'
import { DemoMailNote } from '#ui/DemoMailNote.tsx'
import { useFaults } from '#ui/use-faults.ts'

const WRONG_CODE =
  'This code is not right, or it has expired. Check the email, or have a new code sent.'

interface VerifyAddressProps {
  email: string
  /** Sends the form of the account again: a code that is asked for to sign in confirms no password. */
  sendAgain: () => Promise<Result<unknown>>
  onBack: () => void
}

/** The code that proves a new account's address and signs in; the area then shows what is the customer's. */
export function VerifyAddress({ email, sendAgain, onBack }: VerifyAddressProps) {
  const isDemo = useIslandStore($config, null)?.demo
  const [code, setCode] = useState('')
  const [news, setNews] = useState('')
  const [busy, setBusy] = useState<'verify' | 'send' | null>(null)
  const { form, faultAt, show, clear } = useFaults()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  const verify = async (event: SubmitEvent) => {
    event.preventDefault()
    if (busy) return
    setNews('')
    if (code.length !== VERIFICATION_CODE_LENGTH)
      return show({ code: `Please enter the ${VERIFICATION_CODE_LENGTH} digits from the email` })
    setBusy('verify')
    const signedIn = await signIn(email, code)
    if (signedIn.ok) return
    setBusy(null)
    const isRefused = 'status' in signedIn.failure && signedIn.failure.status === 400
    show({ code: isRefused ? WRONG_CODE : signedIn.message })
  }
  const askAgain = async () => {
    if (busy) return
    clear()
    setNews('')
    setBusy('send')
    const asked = await sendAgain()
    setBusy(null)
    setNews(
      asked.ok
        ? 'A code is on its way. Enter the newest one you have.'
        : failureMessage(asked.failure),
    )
  }

  return (
    <form className="form" ref={form} onSubmit={verify} noValidate>
      <h2 ref={heading} tabIndex={-1}>
        Check your email
      </h2>
      <p>
        We have sent a 6-digit code to <strong>{email}</strong>. It works for ten minutes.
      </p>
      <CodeField
        value={code}
        error={faultAt('code', 'Verification code')}
        onChange={(digits) => {
          setCode(digits)
          clear()
        }}
      />
      <DemoMailNote isDemo={isDemo} href={paths.demoMail} />
      <div className="cluster">
        <Button type="submit" isBusy={busy === 'verify'}>
          Verify
        </Button>
        <button type="button" className="link-button" onClick={() => void askAgain()}>
          Send code again
        </button>
        <button type="button" className="link-button" onClick={onBack}>
          Change the details
        </button>
      </div>
      <p className="small" role="status">
        {news}
      </p>
    </form>
  )
}
