import { useRef, useState } from 'react'
import { changeStaffPassword } from '#lib/staff/sign-in-calls.ts'
import { siteCall } from '#stores/site/api.ts'
import { addToast } from '#stores/site/toasts.ts'
import { Button } from '#ui/Button.tsx'
import { PasswordField } from '#ui/fields/PasswordField.tsx'
import { Section } from '../Section.tsx'
import { CallForm } from '#ui/fields/CallForm.tsx'

/** Changes the password of the member of staff. */
export function OwnPassword({ onDone }: { onDone: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setIsOpen(false)
    // The button is back only after the next drawing.
    requestAnimationFrame(() => opener.current?.focus())
  }
  return (
    <Section title="Password">
      {isOpen ? (
        <PasswordForm
          onDone={() => {
            addToast({
              kind: 'success',
              text: 'Password changed. You’ve been signed out on your other devices.',
            })
            close()
            onDone()
          }}
          onClose={close}
        />
      ) : (
        <div>
          <Button kind="quiet" ref={opener} onClick={() => setIsOpen(true)}>
            Change password
          </Button>
        </div>
      )}
    </Section>
  )
}

function PasswordForm({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const [currentPassword, setCurrentPassword] = useState('')
  const [newPassword, setNewPassword] = useState('')
  return (
    <CallForm
      fields={['currentPassword', 'newPassword']}
      faults={() => ({
        ...(currentPassword === '' && { currentPassword: 'Please enter your current password' }),
        ...(newPassword === '' && { newPassword: 'Please enter a new password' }),
      })}
      button="Change password"
      send={() => siteCall(changeStaffPassword, { body: { currentPassword, newPassword } })}
      onDone={onDone}
      onClose={onClose}
    >
      {(at) => (
        <>
          <PasswordField
            field="currentPassword"
            value={currentPassword}
            onChange={setCurrentPassword}
            at={at}
          />
          <PasswordField
            field="newPassword"
            value={newPassword}
            onChange={setNewPassword}
            at={at}
          />
        </>
      )}
    </CallForm>
  )
}
