import { useState, type SubmitEvent } from 'react'
import { failureMessage, fieldMessages } from '#lib/api/failure.ts'
import { updateCustomer as updateCustomerCall } from '#lib/contract/customers.ts'
import type { Customer } from '#lib/contract/shapes.ts'
import { addressLookUp } from '#stores/addresses.ts'
import { siteCall } from '#stores/api.ts'
import { $customer, $customerRecord, $isActing, updateCustomer } from '#stores/session.ts'
import { loadCustomerRecord } from '#stores/sign-in.ts'
import { addToast } from '#stores/toasts.ts'
import { useIslandStore } from '#stores/use-island-store.ts'
import { AddressPicker } from '#ui/AddressPicker.tsx'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { TextField, type TextFieldProps } from '#ui/TextField.tsx'
import { useFaults } from '#ui/use-faults.ts'
import { checkProfile, fieldsOf, typedProfile, type TypedProfile } from './profile-form.ts'
import { useAnswer } from '#ui/use-answer.ts'

/** My Profile: who the customer is and how to reach them. */
export function Profile() {
  const record = useIslandStore($customerRecord, null)
  const id = useIslandStore($customer, null)?.id ?? 0
  const asked = useAnswer(`profile ${id}`, loadCustomerRecord)
  if (record) return <ProfileForm key={record.id} customer={record} />
  if (asked.state !== 'failed') return <Loading text="Loading your profile" />
  return (
    <Notice kind="error" title="We could not load your profile">
      <p>{asked.message}</p>
      <p>
        <Button kind="quiet" onClick={asked.tryAgain}>
          Try again
        </Button>
      </p>
    </Notice>
  )
}

const lookUp = addressLookUp()

type TextOf = Exclude<keyof TypedProfile, 'marketingConsent' | 'postalAddress'>

function ProfileForm({ customer }: { customer: Customer }) {
  const isActing = useIslandStore($isActing, false)
  const [typed, setTyped] = useState(() => typedProfile(customer))
  const [trouble, setTrouble] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const { form, faultAt, show, forget, clear } = useFaults()

  const line = (field: TextOf, label: string, more: Partial<TextFieldProps> = {}) => (
    <TextField
      {...more}
      label={label}
      value={typed[field]}
      error={faultAt(field, label)}
      onChange={(value) => {
        setTyped({ ...typed, [field]: value })
        forget(field)
      }}
    />
  )
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    setTrouble('')
    const checked = checkProfile(typed, customer.customerType)
    if (!checked.ok) return show(checked.faults)
    clear()
    setIsBusy(true)
    const answer = await siteCall(updateCustomerCall, {
      params: { id: customer.id },
      body: checked.value,
    })
    setIsBusy(false)
    if (answer.ok) {
      updateCustomer(answer.value)
      setTyped(typedProfile(answer.value))
      return addToast({ kind: 'success', text: 'Your profile is saved' })
    }
    const refused = fieldsOf(fieldMessages(answer.failure))
    if (Object.keys(refused).some((path) => path.split('.')[0]! in typed)) show(refused)
    else setTrouble(failureMessage(answer.failure))
  }

  return (
    <form className="form" ref={form} onSubmit={submit} noValidate>
      <section className="stack">
        <h2>About you</h2>
        {customer.customerType === 'COMPANY' && (
          <>
            {line('companyName', 'Company name', { required: true, autoComplete: 'organization' })}
            {line('nzbn', 'NZBN', {
              optional: true,
              inputMode: 'numeric',
              hint: 'The 13 digits of the New Zealand Business Number',
            })}
          </>
        )}
        <div className="field-row">
          {line('firstName', 'First name', { required: true, autoComplete: 'given-name' })}
          {line('lastName', 'Last name', { required: true, autoComplete: 'family-name' })}
        </div>
        <TextField
          label="Email address"
          type="email"
          value={customer.email}
          onChange={() => {}}
          readOnly
          hint={isActing ? 'Only the customer can change it.' : 'You sign in with this address.'}
        />
      </section>
      <section className="stack">
        <h2>Phone</h2>
        {line('mobilePhone', 'Mobile phone', { optional: true, type: 'tel', autoComplete: 'tel' })}
        <div className="field-row">
          {line('homePhone', 'Home phone', { optional: true, type: 'tel' })}
          {line('workPhone', 'Work phone', { optional: true, type: 'tel' })}
        </div>
      </section>
      <AddressPicker
        value={typed.postalAddress}
        onChange={(postalAddress, line) => {
          setTyped({ ...typed, postalAddress })
          forget(line ? `postalAddress.${line}` : 'postalAddress')
        }}
        faultAt={(line, label) => faultAt(`postalAddress.${line}`, label)}
        lookUp={lookUp}
      />
      <Checkbox
        checked={typed.marketingConsent}
        onChange={(marketingConsent) => setTyped({ ...typed, marketingConsent })}
      >
        Send me news and offers by email. You can stop it at any time.
      </Checkbox>
      {trouble && <Notice kind="error">{trouble}</Notice>}
      <div>
        <Button type="submit" isBusy={isBusy}>
          Save profile
        </Button>
      </div>
    </form>
  )
}
