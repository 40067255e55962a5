import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { failureMessage, fieldMessages, type ApiFailure } from '#lib/api/failure.ts'
import { VERIFICATION_CODE_LENGTH } from '#lib/shared/constants.ts'
import {
  checkPasswordReset,
  completePasswordReset,
  startPasswordReset,
} from '#lib/sign-in/password-calls.ts'
import { EMAIL_MESSAGE, isEmail } from '#lib/shared/email.ts'
import { siteCall } from '#stores/site/api.ts'
import { solveCaptcha } from '#stores/sign-in/captcha.ts'
import { $config } from '#stores/site/config.ts'
import { $customer, setAccessToken } from '#stores/session/session.ts'
import { paths } from '#stores/site/paths.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Button } from '#ui/Button.tsx'
import { CodeField } from '#ui/fields/CodeField.tsx'
import { DemoMailNote } from '#ui/DemoMailNote.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PasswordField } from '#ui/fields/PasswordField.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { useFaults } from '#ui/fields/use-faults.ts'

type Step = 'address' | 'code' | 'password' | 'done'

const TITLES: Record<Exclude<Step, 'done'>, string> = {
  address: 'Step 1 of 3: your email address',
  code: 'Step 2 of 3: the code we sent you',
  password: 'Step 3 of 3: a new password',
}
const WRONG_CODE = 'This code is wrong or has expired. Check the email, or start again.'

/** Resets a password in three steps: address, code, password. The link in the email fills the first two. */
export function ForgottenPassword({ query }: { query: URLSearchParams }) {
  const linked = { email: query.get('email') ?? '', code: query.get('code') ?? '' }
  const isLinked = linked.email !== '' && linked.code !== ''
  const isDemo = useIslandStore($config, null)?.demo
  const isSignedIn = useIslandStore($customer, null) !== null
  const [step, setStep] = useState<Step>(isLinked ? 'password' : 'address')
  const [email, setEmail] = useState(linked.email)
  const [code, setCode] = useState(linked.code)
  const [password, setPassword] = useState('')
  const [trouble, setTrouble] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const { form, faultAt, show, forget, clear } = useFaults()
  const heading = useRef<HTMLHeadingElement>(null)
  const shownStep = useRef(step)

  useEffect(() => {
    if (shownStep.current === step) return
    shownStep.current = step
    heading.current?.focus()
  }, [step])

  const fail = (failure: ApiFailure, fields: readonly string[]) => {
    const messages = fieldMessages(failure)
    if (fields.some((field) => messages[field])) show(messages)
    else setTrouble(failureMessage(failure))
  }

  const SUBMIT: Record<Exclude<Step, 'done'>, () => Promise<void>> = {
    async address() {
      if (!isEmail(email)) return show({ email: EMAIL_MESSAGE })
      const captcha = await solveCaptcha()
      if (!captcha.ok) return fail(captcha.failure, [])
      const answer = await siteCall(startPasswordReset, {
        body: { email: email.trim() },
        captchaToken: captcha.value,
      })
      if (answer.ok) setStep('code')
      else fail(answer.failure, ['email'])
    },
    async code() {
      if (code.length !== VERIFICATION_CODE_LENGTH)
        return show({ code: `Please enter the ${VERIFICATION_CODE_LENGTH} digits from the email` })
      const answer = await siteCall(checkPasswordReset, { body: { email: email.trim(), code } })
      if (!answer.ok) fail(answer.failure, ['code'])
      else if (answer.value.valid) setStep('password')
      else show({ code: WRONG_CODE })
    },
    async password() {
      if (password === '') return show({ newPassword: 'Please enter a new password' })
      const answer = await siteCall(completePasswordReset, {
        body: { email: email.trim(), code, newPassword: password },
      })
      if (!answer.ok) return fail(answer.failure, ['newPassword'])
      // The reset ended every session of the account, this one included.
      setAccessToken(null)
      setStep('done')
    },
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy || step === 'done') return
    clear()
    setTrouble('')
    setIsBusy(true)
    await SUBMIT[step]()
    setIsBusy(false)
  }
  const startAgain = () => {
    clear()
    setTrouble('')
    setCode('')
    setStep('address')
  }

  if (step === 'done')
    return (
      <div className="stack">
        <h2 ref={heading} tabIndex={-1}>
          Your new password is set
        </h2>
        <p>You’ve been signed out on all devices. Sign in with your new password.</p>
        <div>
          <a className="button" href={paths.customer('sign-in')}>
            Sign in
          </a>
        </div>
      </div>
    )
  return (
    <form className="form" ref={form} onSubmit={submit} noValidate>
      <h2 ref={heading} tabIndex={-1}>
        {TITLES[step]}
      </h2>
      {step === 'address' && (
        <TextField
          label="Email address"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          hint="If this address has an account, we’ll email you a code."
          value={email}
          error={faultAt('email', 'Email address')}
          pattern={isEmail}
          patternMessage={EMAIL_MESSAGE}
          onChange={(text) => {
            setEmail(text)
            clear()
          }}
        />
      )}
      {step === 'code' && (
        <>
          <p>
            If <strong>{email.trim()}</strong> has an account, we’ve emailed you a 6-digit code.
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
        </>
      )}
      {step === 'password' && (
        <>
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <PasswordField
            field="newPassword"
            value={password}
            onChange={setPassword}
            at={{ faultAt, forget }}
          />
        </>
      )}
      {trouble && <Notice kind="error">{trouble}</Notice>}
      <div className="cluster">
        <Button type="submit" isBusy={isBusy}>
          {step === 'password' ? 'Set password' : 'Next'}
        </Button>
        {step === 'address' ? (
          <a href={paths.customer(isSignedIn ? 'profile' : 'sign-in')}>
            {isSignedIn ? 'Back to My Profile' : 'Back to sign in'}
          </a>
        ) : (
          <button type="button" className="link-button" onClick={startAgain}>
            Start again
          </button>
        )}
      </div>
      <StillWorking isBusy={isBusy} text="Sending your details" />
    </form>
  )
}
