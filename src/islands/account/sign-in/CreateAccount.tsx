import { useState, type SubmitEvent } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { createCustomer } from '#lib/customers/calls.ts'
import { NewCustomer } from '#lib/customers/forms.ts'
import { EMAIL_MESSAGE, isEmail } from '#lib/shared/email.ts'
import { check } from '#lib/shared/check.ts'
import { refusedFields } from '#lib/shared/faults.ts'
import type { z } from '#lib/shared/zod.ts'
import { siteCall } from '#stores/site/api.ts'
import { solveCaptcha } from '#stores/sign-in/captcha.ts'
import { formDrafts } from '#stores/site/form-drafts.ts'
import { paths } from '#stores/site/paths.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PhoneField } from '#ui/fields/PhoneField.tsx'
import { RadioCards } from '#ui/fields/RadioCards.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { useDraftState } from '#ui/hooks/use-draft-state.ts'
import { useFaults } from '#ui/fields/use-faults.ts'
import { Benefits } from './Benefits.tsx'
import { PASSWORD_HINT } from '#ui/fields/password-hint.ts'
import { VerifyAddress } from './VerifyAddress.tsx'
import { NameFields } from './NameFields.tsx'

const EMPTY = {
  customerType: 'INDIVIDUAL' as 'INDIVIDUAL' | 'COMPANY',
  firstName: '',
  lastName: '',
  companyName: '',
  nzbn: '',
  email: '',
  mobilePhone: '',
  marketingConsent: false,
}
type Typed = typeof EMPTY & { password: string }
type TextOf = Exclude<keyof Typed, 'customerType' | 'marketingConsent'>

const FIELDS = [...Object.keys(EMPTY), 'password']

/** Leaves empty fields out. A password is optional, as codes sign in too. */
const bodyOf = ({ firstName, lastName, companyName, nzbn, password, ...rest }: Typed) => ({
  ...rest,
  name: { firstName, lastName },
  ...(rest.customerType === 'COMPANY' && { companyName, nzbn }),
  ...(password !== '' && { password }),
})

type NewAccount = z.output<typeof createCustomer.body>

const send = async (body: NewAccount) => {
  const captcha = await solveCaptcha()
  return captcha.ok ? siteCall(createCustomer, { body, captchaToken: captcha.value }) : captcha
}

/** Creates an account: the details first, then the code that confirms the address and signs in. */
export function CreateAccount() {
  // A reload keeps the form, but not the password.
  const [kept, setKept] = useDraftState(formDrafts, 'create-account', EMPTY)
  const [password, setPassword] = useState('')
  const typed: Typed = { ...kept, password }
  const setTyped = ({ password: typedPassword, ...rest }: Typed) => {
    setKept(rest)
    setPassword(typedPassword)
  }
  const [sent, setSent] = useState<NewAccount | null>(null)
  const [trouble, setTrouble] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const { form, faultAt, show, forget, clear } = useFaults()

  const text = (field: TextOf, label: string) => ({
    label,
    value: typed[field],
    error: faultAt(field, label),
    onChange: (value: string) => {
      setTyped({ ...typed, [field]: value })
      forget(field)
    },
  })
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    setTrouble('')
    const checked = check(NewCustomer, bodyOf(typed))
    const faults = {
      ...(!checked.ok &&
        Object.fromEntries(
          Object.entries(checked.faults).map(([path, words]) => [path.replace('name.', ''), words]),
        )),
      ...(typed.customerType === 'COMPANY' &&
        !typed.companyName.trim() && { companyName: 'is required' }),
    }
    if (!checked.ok || Object.keys(faults).length > 0) return show(faults)
    clear()
    setIsBusy(true)
    const answer = await send(checked.value)
    setIsBusy(false)
    if (answer.ok) {
      formDrafts.drop('create-account')
      return setSent(checked.value)
    }
    const refused = refusedFields(answer.failure, FIELDS, /^name\./)
    if (refused) show(refused)
    else setTrouble(failureMessage(answer.failure))
  }

  if (sent)
    return (
      <VerifyAddress
        email={sent.email}
        password={sent.password}
        sendAgain={() => send(sent)}
        onBack={() => setSent(null)}
      />
    )
  return (
    <>
      <form className="form" ref={form} onSubmit={submit} noValidate>
        <p>
          You can sign in with a code we email you, so a password is optional. Already have an
          account? <a href={paths.customer('sign-in')}>Sign in</a>.
        </p>
        <RadioCards
          legend="Who is the account for?"
          columns={2}
          value={typed.customerType}
          onChange={(customerType) => setTyped({ ...typed, customerType })}
          choices={[
            { value: 'INDIVIDUAL', title: 'Myself' },
            { value: 'COMPANY', title: 'A company' },
          ]}
        />
        <NameFields isCompany={typed.customerType === 'COMPANY'} text={text} />
        <TextField
          {...text('email', 'Email address')}
          required
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          pattern={isEmail}
          patternMessage={EMAIL_MESSAGE}
        />
        <PhoneField {...text('mobilePhone', 'Mobile phone')} optional />
        <TextField
          {...text('password', 'Password')}
          optional
          type="password"
          autoComplete="new-password"
          hint={PASSWORD_HINT}
        />
        <Checkbox
          checked={typed.marketingConsent}
          onChange={(marketingConsent) => setTyped({ ...typed, marketingConsent })}
        >
          Send me news and offers by email. Unsubscribe any time.
        </Checkbox>
        <p className="fine-print">
          Our <a href={paths.privacy}>privacy statement</a> says how we look after your details.
        </p>
        {trouble && <Notice kind="error">{trouble}</Notice>}
        <div>
          <Button type="submit" isBusy={isBusy}>
            Create account
          </Button>
        </div>
        <StillWorking isBusy={isBusy} text="Creating your account" />
      </form>
      <Benefits title="With an account" />
    </>
  )
}
