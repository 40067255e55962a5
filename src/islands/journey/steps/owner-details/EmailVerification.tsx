import { useState, type SubmitEvent } from 'react'
import { NEW_JOURNEY_ID, VERIFICATION_CODE_LENGTH } from '#lib/constants.ts'
import { $config } from '#stores/config.ts'
import { $ownerDraft } from '#stores/new-journey.ts'
import { signIn } from '#stores/sign-in.ts'
import { paths } from '#stores/site.ts'
import { useIslandStore } from '#stores/use-island-store.ts'
import { Button } from '#ui/Button.tsx'
import { CodeField } from '#ui/CodeField.tsx'
import { DemoMailNote } from '#ui/DemoMailNote.tsx'
import { useJourneyPage } from '../../journey-page.ts'
import { StepActions } from '../../StepActions.tsx'
import { StepHeading } from '../../StepHeading.tsx'
import { useFaults } from '#ui/use-faults.ts'

const TITLE = 'Check your email'
const WRONG_CODE =
  'This code is not right, or it has expired. Check the email, or have a new code sent.'

/** The one screen for a code, whether the address was known before or not (decision 27). */
export function EmailVerification() {
  const { journey, href } = useJourneyPage()
  const email = useIslandStore($ownerDraft, null)?.email

  if (journey.id !== NEW_JOURNEY_ID)
    return (
      <div className="stack">
        <StepHeading title={TITLE}>
          Your address <strong>{journey.customer.email}</strong> is verified.
        </StepHeading>
        <StepActions />
      </div>
    )
  if (!email)
    return (
      <div className="stack">
        <StepHeading title={TITLE}>
          Tell us your email address first, and we send a code to it.
        </StepHeading>
        <div>
          <a className="button" href={href('owner-details/contact-details')}>
            Contact details
          </a>
        </div>
      </div>
    )
  return <CodeForm email={email} />
}

function CodeForm({ email }: { email: string }) {
  const { href } = useJourneyPage()
  const isDemo = useIslandStore($config, null)?.demo
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState<'verify' | 'send' | null>(null)
  const [news, setNews] = useState('')
  const { form, faultAt, show, clear } = useFaults()

  const verify = async (event: SubmitEvent) => {
    event.preventDefault()
    if (busy) return
    setNews('')
    if (code.length !== VERIFICATION_CODE_LENGTH)
      return show({ code: `Please enter the ${VERIFICATION_CODE_LENGTH} digits from the email` })
    setBusy('verify')
    const signedIn = await signIn(email, code)
    // Signed in, this screen gives way to the purchase being saved.
    if (signedIn.ok) return
    setBusy(null)
    const isRefused = 'status' in signedIn.failure && signedIn.failure.status === 400
    show({ code: isRefused ? WRONG_CODE : signedIn.message })
  }
  const sendAgain = async () => {
    if (busy) return
    clear()
    setNews('')
    setBusy('send')
    const asked = await signIn(email, '')
    setBusy(null)
    // Asking for a code is always answered by 400, whatever became of it (decision 1).
    const hasFailed = !asked.ok && !('status' in asked.failure && asked.failure.status === 400)
    setNews(hasFailed ? asked.message : 'A code is on its way. Enter the newest one you have.')
  }

  return (
    <form className="form" ref={form} onSubmit={verify} noValidate>
      <StepHeading title={TITLE}>
        We have sent a 6-digit code to <strong>{email}</strong>. It works for ten minutes.
      </StepHeading>
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
        <a href={href('owner-details/sign-in')}>I have a password</a>
      </div>
      <p className="small" role="status">
        {news}
      </p>
      <p className="cluster small">
        <button type="button" className="link-button" onClick={() => void sendAgain()}>
          Send code again
        </button>
        <a href={href('owner-details/contact-details')}>Use another email address</a>
      </p>
    </form>
  )
}
