import { useState, type SubmitEvent } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { changePassword } from '#lib/contract/customers.ts'
import type { AccountState } from '#lib/contract/shapes/account.ts'
import type { Customer } from '#lib/contract/shapes/customer.ts'
import { refusedFields } from '#lib/faults.ts'
import { siteCall } from '#stores/api.ts'
import { addToast } from '#stores/toasts.ts'
import { Button } from '#ui/Button.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useFaults } from '#ui/use-faults.ts'
import { PASSWORD_HINT } from '../password-hint.ts'
import { Setting, useFocusFirstField, useOpenForm } from './Setting.tsx'
import { useProof } from './use-proof.tsx'

interface PasswordProps {
  customer: Customer
  account: AccountState
  onChanged: () => void
}

/** The password: another one, or the first one of an account that signs in by codes. */
export function Password(props: PasswordProps) {
  const { hasPassword } = props.account
  const { isOpen, opener, open, close } = useOpenForm()
  return (
    <Setting
      title="Password"
      text="Whether you have one or not, you can sign in with a code that we send to your email address."
    >
      {isOpen ? (
        <PasswordForm {...props} onClose={close} />
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

function PasswordForm({
  customer,
  account: { hasPassword },
  onChanged,
  onClose,
}: PasswordProps & { onClose: () => void }) {
  const proof = useProof(customer.email, hasPassword)
  const [newPassword, setNewPassword] = useState('')
  const [trouble, setTrouble] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const { form, faultAt, show, forget, clear } = useFaults()
  useFocusFirstField(form)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    setTrouble('')
    const faults = {
      ...proof.faults(),
      ...(newPassword === '' && { newPassword: 'Please enter a new password' }),
    }
    if (Object.keys(faults).length > 0) return show(faults)
    clear()
    setIsBusy(true)
    const answer = await siteCall(changePassword, {
      params: { id: customer.id },
      body: {
        type: hasPassword ? 'CHANGE_PASSWORD' : 'NEW_ACCOUNT',
        newPassword,
        currentPassword: proof.value,
      },
    })
    if (answer.ok) {
      addToast({
        kind: 'success',
        text: `Your password is ${hasPassword ? 'changed' : 'set'}. Every other device was signed out.`,
      })
      onChanged()
      return onClose()
    }
    const refused = refusedFields(answer.failure, ['newPassword', 'currentPassword'])
    const isAsked = refused !== null && (await proof.isAskedFor(refused))
    setIsBusy(false)
    if (isAsked) return
    if (refused) show(refused)
    else setTrouble(failureMessage(answer.failure))
  }

  return (
    <form className="form" ref={form} onSubmit={submit} noValidate>
      <input type="hidden" name="username" autoComplete="username" value={customer.email} />
      {proof.field(faultAt, forget)}
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        hint={PASSWORD_HINT}
        value={newPassword}
        error={faultAt('newPassword', 'New password')}
        onChange={(text) => {
          setNewPassword(text)
          forget('newPassword')
        }}
      />
      {trouble && <Notice kind="error">{trouble}</Notice>}
      <div className="cluster">
        <Button type="submit" isBusy={isBusy}>
          {hasPassword ? 'Change password' : 'Set password'}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
      <StillWorking isBusy={isBusy} />
    </form>
  )
}
