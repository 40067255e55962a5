import { useState, type ReactNode, type SubmitEvent } from 'react'
import type { ApiFailure } from '#lib/api/failure.ts'
import { isCaptchaFailure } from '#lib/api/token-failure.ts'
import { VERIFICATION_CODE_LENGTH } from '#lib/shared/constants.ts'
import { Button } from '#ui/Button.tsx'
import { CodeField } from '#ui/fields/CodeField.tsx'
import { useFaults } from '#ui/fields/use-faults.ts'

const WRONG_CODE = 'This code is wrong or has expired. Check the email, or send a new code.'

type Outcome = { ok: true } | { ok: false; failure: ApiFailure; message: string }

/** Verifies an email address with a code, which also signs in. The caller then shows another screen. */
export function VerifyCodeForm({
  children,
  verify,
  sendAgain,
  codeNote,
  beside,
  below,
}: {
  /** The heading, and the address the code was sent to. */
  children: ReactNode
  /** Signs in with the code. */
  verify: (code: string) => Promise<Outcome>
  /** Requests another code. Returns an error message, or `null` on success. */
  sendAgain: () => Promise<string | null>
  codeNote?: ReactNode
  /** Shown beside the button that verifies. */
  beside?: ReactNode
  /** Shown beside the button that sends again. */
  below?: ReactNode
}) {
  const [code, setCode] = useState('')
  const [news, setNews] = useState('')
  const [busy, setBusy] = useState<'verify' | 'send' | null>(null)
  const { form, faultAt, show, clear } = useFaults()

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (busy) return
    setNews('')
    if (code.length !== VERIFICATION_CODE_LENGTH)
      return show({ code: `Please enter the ${VERIFICATION_CODE_LENGTH} digits from the email` })
    setBusy('verify')
    const signedIn = await verify(code)
    if (signedIn.ok) return
    setBusy(null)
    const { failure } = signedIn
    const isRefused = 'status' in failure && failure.status === 400 && !isCaptchaFailure(failure)
    show({ code: isRefused ? WRONG_CODE : signedIn.message })
  }
  const resendCode = async () => {
    if (busy) return
    clear()
    setNews('')
    setBusy('send')
    const trouble = await sendAgain()
    setBusy(null)
    setNews(trouble ?? 'We’ve emailed a new code. Use the latest one.')
  }

  return (
    <form className="form" ref={form} onSubmit={submit} noValidate>
      {children}
      <CodeField
        value={code}
        error={faultAt('code', 'Verification code')}
        onChange={(digits) => {
          setCode(digits)
          clear()
        }}
      />
      {codeNote}
      <div className="cluster">
        <Button type="submit" isBusy={busy === 'verify'}>
          Verify
        </Button>
        {beside}
      </div>
      <p className="small" role="status">
        {news}
      </p>
      <p className="cluster small">
        <button type="button" className="link-button" onClick={() => void resendCode()}>
          Send code again
        </button>
        {below}
      </p>
    </form>
  )
}
