import { useEffect, type SubmitEvent } from 'react'
import { ServiceContact } from '#lib/service/shapes.ts'
import { EMAIL_MESSAGE, isEmail } from '#lib/shared/email.ts'
import { shownPhone } from '#lib/shared/phone.ts'
import { check } from '#lib/shared/check.ts'
import {
  changeDraft,
  completeDraft,
  keepHold,
  $serviceDraft,
} from '#stores/service/service-draft.ts'
import { $customer, catchUp } from '#stores/session/session.ts'
import { loadCustomerRecord } from '#stores/sign-in/sign-in.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Button } from '#ui/Button.tsx'
import { PhoneField } from '#ui/fields/PhoneField.tsx'
import { TextArea } from '#ui/fields/TextArea.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { useFaults } from '#ui/fields/use-faults.ts'
import { StepButtons, type StepProps } from './StepButtons.tsx'
import { HoldNote } from './HoldNote.tsx'

type ContactField = keyof ServiceContact

/** The contact details, filled in for a customer. Typing extends the hold of the time. */
export function ContactStep({ draft, refused, onRefused, next }: StepProps) {
  const customerId = useIslandStore($customer, null)?.id
  const { contact, note, hold } = draft
  const { form, faultAt, show, forget, clear } = useFaults()

  useEffect(() => {
    if (!refused) return
    show(refused.faults)
    onRefused(null)
  }, [refused, onRefused, show])
  useEffect(() => {
    if (customerId !== undefined) void fillIn()
  }, [customerId])

  const text = (field: ContactField, label: string) => ({
    label,
    required: true,
    value: contact[field],
    error: faultAt(field, label),
    onChange: (value: string) => {
      changeDraft({ contact: { ...contact, [field]: value } })
      forget(field)
      keepHold()
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const checked = check(ServiceContact, contact)
    if (!checked.ok) return show(checked.faults)
    clear()
    keepHold()
    next()
  }

  return (
    <form className="form" ref={form} onSubmit={submit} noValidate>
      {hold && <HoldNote key={hold.heldUntil} hold={hold} />}
      <div className="field-row">
        <TextField {...text('firstName', 'First name')} autoComplete="given-name" />
        <TextField {...text('lastName', 'Last name')} autoComplete="family-name" />
      </div>
      <TextField
        {...text('email', 'Email address')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        hint="We’ll email the confirmation here."
        pattern={isEmail}
        patternMessage={EMAIL_MESSAGE}
      />
      <PhoneField
        {...text('mobilePhone', 'Mobile phone')}
        autoComplete="mobile tel"
        hint="The workshop will call before doing anything that isn’t included in the price."
      />
      <TextArea
        label="Note for the workshop"
        optional
        hint="For example a noise, a warning light, or when you need it back."
        rows={4}
        maxLength={500}
        value={note}
        onChange={(text) => {
          changeDraft({ note: text })
          keepHold()
        }}
      />
      <StepButtons back="time">
        <Button type="submit">Continue</Button>
      </StepButtons>
    </form>
  )
}

/** Fills empty fields from the customer's record. */
async function fillIn() {
  const answer = await loadCustomerRecord()
  // They may have signed out meanwhile, in another tab too.
  catchUp()
  if (!answer.ok || answer.value.id !== $customer.get()?.id) return
  const { name, email, mobilePhone } = answer.value
  const { contact } = $serviceDraft.get()
  completeDraft({
    contact: {
      firstName: contact.firstName || name.firstName,
      lastName: contact.lastName || name.lastName,
      email: contact.email || email,
      mobilePhone: contact.mobilePhone || shownPhone(mobilePhone),
    },
  })
}
