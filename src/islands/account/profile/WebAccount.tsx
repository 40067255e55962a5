import { useState, type SubmitEvent } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { createWebAccount } from '#lib/customers/calls.ts'
import type { WebAccountStatus } from '#lib/codes.ts'
import type { Customer } from '#lib/customers/shapes.ts'
import { EMAIL_MESSAGE, isEmail } from '#lib/shared/email.ts'
import { refusedFields } from '#lib/shared/faults.ts'
import { siteCall } from '#stores/site/api.ts'
import { takeCustomer } from '#stores/session/session.ts'
import { addToast } from '#stores/site/toasts.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { useFaults } from '#ui/fields/use-faults.ts'
import { Setting } from './Setting.tsx'

const STATUS_TEXTS: Record<WebAccountStatus, string> = {
  ACTIVE: 'The customer can sign in.',
  VERIFYPEND: 'The customer can’t sign in until they confirm their email address.',
  PROBLEM: 'The account has a problem. The customer can’t sign in until it’s fixed.',
  DEACTIVE: 'The account is closed, so the customer can’t sign in.',
}

/** For staff acting for a customer: whether the customer can sign in, and a way to create a web account. */
export function WebAccount({ customer }: { customer: Customer }) {
  const [email, setEmail] = useState(customer.email)
  const [trouble, setTrouble] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const { form, faultAt, show, clear } = useFaults()

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    setTrouble('')
    if (!isEmail(email)) return show({ email: EMAIL_MESSAGE })
    clear()
    setIsBusy(true)
    const wanted = email.trim()
    const answer = await siteCall(createWebAccount, {
      params: { id: customer.id },
      body: { email: wanted },
    })
    setIsBusy(false)
    if (answer.ok) {
      takeCustomer({ ...customer, ...answer.value, email: wanted })
      return addToast({
        kind: 'success',
        text: `We’ve emailed ${wanted} a link that opens the account.`,
      })
    }
    const refused = refusedFields(answer.failure, ['email'])
    if (refused) show(refused)
    else setTrouble(failureMessage(answer.failure))
  }

  return (
    <Setting
      title="Web account"
      text="Only the customer can change their password, email address, devices and data."
    >
      <p>{STATUS_TEXTS[customer.webAccountStatus]}</p>
      {customer.webAccountStatus !== 'ACTIVE' && (
        <form className="form" ref={form} onSubmit={submit} noValidate>
          <TextField
            label="Email address"
            type="email"
            autoComplete="off"
            value={email}
            error={faultAt('email', 'Email address')}
            pattern={isEmail}
            patternMessage={EMAIL_MESSAGE}
            hint="We’ll send a link to this address. It opens the account once."
            onChange={(text) => {
              setEmail(text)
              clear()
            }}
          />
          {trouble && <Notice kind="error">{trouble}</Notice>}
          <div>
            <Button type="submit" isBusy={isBusy}>
              Create web account
            </Button>
          </div>
        </form>
      )}
    </Setting>
  )
}
