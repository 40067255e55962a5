import { useState } from 'react'
import { hasAllCalls } from '#lib/site/all-calls.ts'
import { VERIFICATION_CODE_LENGTH } from '#lib/shared/constants.ts'
import { changeWebAccountEmail, verifyWebAccountEmail } from '#lib/customers/calls.ts'
import { EMAIL_MESSAGE, isEmail } from '#lib/shared/email.ts'
import type { Faults } from '#lib/shared/faults.ts'
import { siteCall } from '#stores/site/api.ts'
import { $config } from '#stores/site/config.ts'
import { takeCustomer } from '#stores/session/session.ts'
import { paths } from '#stores/site/paths.ts'
import { addToast } from '#stores/site/toasts.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { typedForms } from '#stores/session/ended-session.ts'
import { useDraftState } from '#ui/hooks/use-draft-state.ts'
import { Button } from '#ui/Button.tsx'
import { CallForm } from '#ui/fields/CallForm.tsx'
import { CodeField } from '#ui/fields/CodeField.tsx'
import { DemoMailNote } from '#ui/DemoMailNote.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { ReauthenticationForm, type OpenForm, type SettingProps } from './ReauthenticationForm.tsx'
import { Setting, useKeptForm } from './Setting.tsx'

/** The email address to sign in with. A new one applies once the code sent to it is entered. */
export function EmailAddress(props: SettingProps) {
  const { customer, account } = props
  const { isOpen, wasOpen, opener, open, close } = useKeptForm('email form')
  return (
    <Setting
      title="Email address"
      text="You sign in with this address, and it’s where we email you."
    >
      {isOpen ? (
        <EmailForms {...props} wasOpen={wasOpen} onClose={close} />
      ) : (
        <>
          <div className="setting__line">
            <p className="setting__value">{customer.email}</p>
            <Button kind="quiet" isSmall ref={opener} onClick={open}>
              {account.pendingEmail ? 'Confirm the new address' : 'Change email address'}
            </Button>
          </div>
          {account.pendingEmail && (
            <p className="small">
              <strong className="setting__value">{account.pendingEmail}</strong> needs to be
              confirmed with a code.
            </p>
          )}
        </>
      )}
    </Setting>
  )
}

function EmailForms({ account, wasOpen, ...props }: SettingProps & OpenForm) {
  const [pending, setPending] = useDraftState(typedForms, 'email pending', account.pendingEmail)
  /** Without the call that takes a code, the address is confirmed by the email itself. */
  const onAsked = (email: string) => {
    if (hasAllCalls()) return setPending(email)
    addToast({
      kind: 'success',
      text: `We’ve emailed ${email}. Follow the instructions in that email to confirm the address.`,
    })
    props.onClose()
  }
  return pending ? (
    <ConfirmForm {...props} email={pending} onAnother={() => setPending(null)} />
  ) : (
    <ChangeForm {...props} account={account} wasOpen={wasOpen} onAsked={onAsked} />
  )
}

function ChangeForm({
  customer,
  account,
  onAsked,
  ...form
}: Omit<SettingProps, 'onChanged'> & OpenForm & { onAsked: (email: string) => void }) {
  const [email, setEmail] = useDraftState(typedForms, 'email new', '')
  const wanted = email.trim()
  const isSame = wanted.toLowerCase() === customer.email.toLowerCase()
  return (
    <ReauthenticationForm
      customer={customer}
      account={account}
      fields={['email']}
      faults={() => ({
        ...(!isEmail(wanted) && { email: EMAIL_MESSAGE }),
        ...(isSame && { email: 'This is already your address' }),
      })}
      send={(currentPassword) =>
        siteCall(changeWebAccountEmail, {
          params: { id: customer.id },
          body: { email: wanted, currentPassword },
        })
      }
      onDone={() => onAsked(wanted)}
      button={hasAllCalls() ? 'Send code' : 'Send email'}
      {...form}
    >
      {(proof, { faultAt, forget }) => (
        <>
          <TextField
            label="New email address"
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            error={faultAt('email', 'New email address')}
            pattern={isEmail}
            patternMessage={EMAIL_MESSAGE}
            hint={`We’ll send ${hasAllCalls() ? 'a code' : 'an email'} to this address, and email your current one about the change.`}
            onChange={(text) => {
              setEmail(text)
              forget('email')
            }}
          />
          {proof}
        </>
      )}
    </ReauthenticationForm>
  )
}

function ConfirmForm({
  customer,
  email,
  onChanged,
  onAnother,
  onClose,
}: Omit<SettingProps, 'account'> & { email: string; onAnother: () => void; onClose: () => void }) {
  const isDemo = useIslandStore($config, null)?.demo
  const [code, setCode] = useState('')
  return (
    <CallForm
      fields={['code']}
      faults={(): Faults =>
        code.length === VERIFICATION_CODE_LENGTH
          ? {}
          : { code: `Please enter the ${VERIFICATION_CODE_LENGTH} digits from the email` }
      }
      button="Confirm address"
      cancel="Not now"
      sending="Checking the code"
      below={
        <button type="button" className="link-button" onClick={onAnother}>
          Send another code or use a different address
        </button>
      }
      send={() => siteCall(verifyWebAccountEmail, { params: { id: customer.id }, body: { code } })}
      onDone={(changed) => {
        takeCustomer(changed)
        addToast({ kind: 'success', text: `Your email address is now ${changed.email}.` })
        onChanged()
        onClose()
      }}
      onClose={onClose}
    >
      {({ faultAt, forget }) => (
        <>
          <p role="status">
            If no one else signs in with <strong className="setting__value">{email}</strong>, we’ve
            sent a 6-digit code there. It works for 10 minutes.
          </p>
          <CodeField
            value={code}
            error={faultAt('code', 'Verification code')}
            onChange={(digits) => {
              setCode(digits)
              forget('code')
            }}
          />
          <DemoMailNote isDemo={isDemo} href={paths.demoMail} />
        </>
      )}
    </CallForm>
  )
}
