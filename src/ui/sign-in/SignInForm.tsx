import { useEffect, useRef, useState, type SubmitEvent, type ReactNode } from 'react'
import type { ApiFailure } from '#lib/api/failure.ts'
import { isCaptchaFailure } from '#lib/api/token-failure.ts'
import { EMAIL_MESSAGE, isEmail } from '#lib/shared/email.ts'
import { canUsePasskeys } from '#lib/sign-in/passkeys-here.ts'
import { useAllCalls } from '#ui/AllCalls.tsx'
import { Button } from '#ui/Button.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { LazyComponent } from '#ui/lazy/LazyComponent.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { PasskeyWay } from './PasskeySignIn.tsx'
import { PasswordOrCodeField } from '#ui/fields/PasswordOrCodeField.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { useFaults } from '#ui/fields/use-faults.ts'
import { useIsHydrated } from '#ui/hooks/use-is-hydrated.ts'

type Outcome =
  | { ok: true }
  | { ok: false; failure: ApiFailure; message: string; needs?: 'second-factor' | 'passkey' }

export interface SignInFormProps {
  /** Signs in. An empty password requests a code by email; a second factor is appended to the password. */
  signIn: (username: string, password: string) => Promise<Outcome>
  /** Sign-in with a passkey, where offered. */
  passkey?: PasskeyWay
  onSignedIn?: () => void
  /** The address of the forgotten-password screen. */
  forgotHref: string
  initialEmail?: string
  /** Shown in the second step, where a code may be entered. */
  codeNote?: ReactNode
  /** Staff sign in with a password or a passkey, not with a code. */
  isForStaff?: boolean
  /** The session expired, which is why the form is shown. */
  hasEnded?: boolean | undefined
}

const loadPasskeySignIn = async () => (await import('./PasskeySignIn.tsx')).PasskeySignIn

const CODE_MESSAGE = 'Please enter the code from your authenticator app'
const PASSKEY_MESSAGE =
  'Your account needs a passkey. Go back and sign in with it. If you no longer have it, ask an admin to reset your second factor.'
const PASSWORD_MESSAGE = 'Please enter your password or check your email for your one-time code'

/**
 * A network failure, a rate limit or a server error keeps the first step. Any other answer goes on, so that it does not
 * reveal whether the account exists (decision 1).
 */
const keepsFirstStep = (failure: ApiFailure): boolean =>
  !('status' in failure) ||
  failure.status === 429 ||
  failure.status >= 500 ||
  isCaptchaFailure(failure)

/**
 * Signs in with two steps: the email address, then the password or the emailed code. Accounts with a second factor are
 * asked for that code as well.
 */
export function SignInForm({
  signIn,
  passkey: offered,
  onSignedIn = () => {},
  forgotHref,
  initialEmail = '',
  codeNote,
  isForStaff = false,
  hasEnded = false,
}: SignInFormProps) {
  const hasAll = useAllCalls()
  const passkey = hasAll ? offered : undefined
  const [step, setStep] = useState<'email' | 'password' | 'second-factor'>('email')
  const [username, setUsername] = useState(initialEmail)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [trouble, setTrouble] = useState('')
  const [news, setNews] = useState('')
  const [busy, setBusy] = useState<'submit' | 'resend' | null>(null)
  const { form, faultAt, show, clear } = useFaults()
  const firstStep = useRef(step)
  const hasPasskeys = useIsHydrated() && canUsePasskeys()

  useEffect(() => {
    if (firstStep.current === step) return
    firstStep.current = step
    form.current?.querySelector<HTMLInputElement>('input:not([type="hidden"])')?.focus()
  }, [form, step])

  const clearMessages = () => {
    clear()
    setTrouble('')
    setNews('')
  }
  const askForCode = async (act: 'submit' | 'resend'): Promise<boolean> => {
    clearMessages()
    setBusy(act)
    const outcome = await signIn(username, '')
    setBusy(null)
    if (outcome.ok || !keepsFirstStep(outcome.failure)) return true
    setTrouble(outcome.message)
    return false
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (busy) return
    if (step === 'email') {
      if (!isEmail(username)) return show({ username: EMAIL_MESSAGE })
      if (await askForCode('submit')) setStep('password')
      return
    }
    if (password === '') return show({ password: PASSWORD_MESSAGE })
    const isLast = step === 'second-factor'
    const typed = code.replace(/\s/g, '')
    if (isLast && typed === '') return show({ code: CODE_MESSAGE })
    clearMessages()
    setBusy('submit')
    const outcome = await signIn(username, password + (isLast ? typed : ''))
    setBusy(null)
    if (outcome.ok) onSignedIn()
    else if (outcome.needs === 'passkey') setTrouble(PASSKEY_MESSAGE)
    else if (isLast) show({ code: outcome.message })
    else if (outcome.needs) setStep('second-factor')
    else show({ password: outcome.message })
  }
  const back = () => {
    clearMessages()
    setPassword('')
    setCode('')
    setStep('email')
  }
  const sendAgain = async () => {
    if (await askForCode('resend'))
      setNews('If this address has an account, a new code is on its way.')
  }

  return (
    <form className="form" ref={form} onSubmit={submit} noValidate>
      {hasEnded && (
        <Notice kind="warning" title="No longer logged in">
          Your session has ended. Sign in again to carry on where you left off.
        </Notice>
      )}
      {step === 'email' ? (
        <TextField
          label="Email address"
          type="email"
          name="username"
          autoComplete={passkey ? 'username webauthn' : 'username'}
          autoCapitalize="none"
          spellCheck={false}
          value={username}
          error={faultAt('username', 'Email address')}
          pattern={isEmail}
          patternMessage={EMAIL_MESSAGE}
          onChange={(text) => {
            setUsername(text)
            clear()
          }}
        />
      ) : step === 'second-factor' ? (
        <TextField
          label="Authenticator code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          hint="The 6 digits your authenticator app shows now, or a recovery code."
          value={code}
          error={faultAt('code', 'Authenticator code')}
          onChange={(text) => {
            setCode(text)
            clear()
          }}
        />
      ) : (
        <>
          <p className="small quiet">
            {/* Lets password managers match the password to the address. */}
            <input type="hidden" name="username" autoComplete="username" value={username} />
            Signing in as <strong>{username.trim()}</strong>.
            {!isForStaff && ' If this address has an account, we’ve emailed you a 6-digit code.'}
          </p>
          <PasswordOrCodeField
            takesCode={!isForStaff}
            value={password}
            error={faultAt('password', 'Password')}
            onChange={(text) => {
              setPassword(text)
              clear()
            }}
          />
        </>
      )}
      {trouble && <Notice kind="error">{trouble}</Notice>}
      {step === 'email' ? (
        <div className="cluster">
          <Button type="submit" isBusy={busy === 'submit'}>
            Next
          </Button>
        </div>
      ) : (
        <>
          {step === 'password' && codeNote}
          <div className="cluster">
            <Button type="submit" isBusy={busy === 'submit'}>
              Login
            </Button>
            <Button kind="quiet" onClick={back}>
              Back
            </Button>
          </div>
          {step === 'password' && (
            <div>
              <p className="small" role="status">
                {news}
              </p>
              <div className="cluster">
                {!isForStaff && (
                  <button
                    type="button"
                    className="link-button"
                    aria-disabled={busy !== null || undefined}
                    onClick={() => busy === null && void sendAgain()}
                  >
                    Send code again
                  </button>
                )}
                <a href={forgotHref}>Forgotten password?</a>
              </div>
            </div>
          )}
        </>
      )}
      {busy && <StillWorking isBusy text="Checking your details" />}
      {passkey && hasPasskeys && step !== 'password' && (
        <LazyComponent
          load={loadPasskeySignIn}
          text="Loading passkeys"
          failed={() => null}
          props={{ way: passkey, hasField: step === 'email', onSignedIn }}
        />
      )}
    </form>
  )
}
