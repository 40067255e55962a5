import { EMAIL_MESSAGE, isEmail } from '#lib/shared/email.ts'
import { PhoneField } from '#ui/fields/PhoneField.tsx'
import { RadioCards } from '#ui/fields/RadioCards.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import type { CONTACT_FIELDS } from './owner-form.ts'
import type { DetailsForm } from './use-details.ts'

/** The fields of the buyer's name and contact details. */
export function ContactFields({
  typed,
  change,
  faultAt,
  isEmailFixed,
}: DetailsForm & {
  /** The customer signs in with this email address, so it can only be changed in the profile. */
  isEmailFixed: boolean
}) {
  const text = (path: (typeof CONTACT_FIELDS)[number], label: string) => ({
    label,
    value: typed[path],
    error: faultAt(path, label),
    onChange: (value: string) => change(path, { [path]: value }),
  })

  return (
    <>
      <RadioCards
        legend="Who is buying"
        choices={[
          { value: 'INDIVIDUAL', title: 'A person' },
          { value: 'COMPANY', title: 'A company' },
        ]}
        columns={2}
        value={typed.customerType}
        onChange={(customerType) => change('companyName', { customerType })}
      />
      {typed.customerType === 'COMPANY' && (
        <>
          <p className="small quiet">
            Does someone have to approve this purchase? You can invite them by email before you
            confirm.
          </p>
          <TextField
            {...text('companyName', 'Company name')}
            autoComplete="organization"
            required
          />
          <TextField
            {...text('nzbn', 'NZBN')}
            hint="The New Zealand Business Number, 13 digits."
            inputMode="numeric"
            autoComplete="off"
            isShort
            optional
          />
        </>
      )}
      <div className="field-row">
        <TextField {...text('firstName', 'First name')} autoComplete="given-name" required />
        <TextField {...text('lastName', 'Last name')} autoComplete="family-name" required />
      </div>
      <TextField
        {...text('email', 'Email address')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={isEmailFixed}
        hint={isEmailFixed ? 'You sign in with this address.' : 'We’ll email you a 6-digit code.'}
        pattern={isEmail}
        patternMessage={EMAIL_MESSAGE}
        required
      />
      <PhoneField {...text('mobilePhone', 'Mobile phone')} autoComplete="mobile tel" required />
      <div className="field-row">
        <PhoneField {...text('homePhone', 'Home phone')} autoComplete="home tel" optional />
        <PhoneField {...text('workPhone', 'Work phone')} autoComplete="work tel" optional />
      </div>
    </>
  )
}
