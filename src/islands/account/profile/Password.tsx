import { useState } from 'react'
import { changePassword } from '#lib/sign-in/password-calls.ts'
import { siteCall } from '#stores/site/api.ts'
import { noteDroppedPassword } from '#stores/session/session.ts'
import { addToast } from '#stores/site/toasts.ts'
import { Button } from '#ui/Button.tsx'
import { PasswordField } from '#ui/fields/PasswordField.tsx'
import { ReauthenticationForm, type OpenForm, type SettingProps } from './ReauthenticationForm.tsx'
import { Setting, useKeptForm } from './Setting.tsx'

/** Changes the password, or sets the first one of an account that signs in by codes. */
export function Password(props: SettingProps) {
  const { hasPassword } = props.account
  const { isOpen, wasOpen, opener, open, close } = useKeptForm('password form')
  return (
    <Setting
      title="Password"
      text="A password is optional. You can always sign in with a code we email you."
    >
      {isOpen ? (
        <PasswordForm {...props} wasOpen={wasOpen} onClose={close} />
      ) : (
        <div className="setting__line">
          <p>{hasPassword ? 'Your account has a password.' : 'Your account has no password.'}</p>
          <Button kind="quiet" isSmall ref={opener} onClick={open}>
            {hasPassword ? 'Change password' : 'Set a password'}
          </Button>
        </div>
      )}
    </Setting>
  )
}

function PasswordForm({ customer, account, onChanged, wasOpen, onClose }: SettingProps & OpenForm) {
  const { hasPassword } = account
  const [newPassword, setNewPassword] = useState('')
  return (
    <ReauthenticationForm
      customer={customer}
      account={account}
      fields={['newPassword']}
      faults={() => ({
        ...(newPassword === '' && { newPassword: 'Please enter a new password' }),
      })}
      send={(currentPassword) =>
        siteCall(changePassword, {
          params: { id: customer.id },
          body: {
            type: hasPassword ? 'CHANGE_PASSWORD' : 'NEW_ACCOUNT',
            newPassword,
            currentPassword,
          },
        })
      }
      onDone={() => {
        addToast({
          kind: 'success',
          text: `Your password is ${hasPassword ? 'changed' : 'set'}. You’ve been signed out on your other devices.`,
        })
        noteDroppedPassword(false)
        onChanged()
        onClose()
      }}
      button={hasPassword ? 'Change password' : 'Set password'}
      wasOpen={wasOpen}
      onClose={onClose}
    >
      {(proof, at) => (
        <>
          <input type="hidden" name="username" autoComplete="username" value={customer.email} />
          {proof}
          <PasswordField
            field="newPassword"
            value={newPassword}
            onChange={setNewPassword}
            at={at}
          />
        </>
      )}
    </ReauthenticationForm>
  )
}
