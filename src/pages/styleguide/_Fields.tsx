import type { ApiFailure } from '#lib/api/failure.ts'
import { NO_ADDRESS } from '#lib/addresses/typed-address.ts'
import { AddressPicker } from '#ui/fields/AddressPicker.tsx'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import { CodeField } from '#ui/fields/CodeField.tsx'
import { DateField } from '#ui/fields/DateField.tsx'
import { DayAndTime } from '#ui/fields/DayAndTime.tsx'
import { LinkToCopy } from '#ui/LinkToCopy.tsx'
import { HighlightedText } from '#ui/HighlightedText.tsx'
import { MoneyField } from '#ui/fields/MoneyField.tsx'
import { NumberField } from '#ui/fields/NumberField.tsx'
import { PasswordField } from '#ui/fields/PasswordField.tsx'
import { PhoneField } from '#ui/fields/PhoneField.tsx'
import { PlateField } from '#ui/fields/PlateField.tsx'
import { RadioCards } from '#ui/fields/RadioCards.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { SignInForm } from '#ui/sign-in/SignInForm.tsx'
import { Slider } from '#ui/fields/Slider.tsx'
import { TextArea } from '#ui/fields/TextArea.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { VerifyCodeForm } from '#ui/sign-in/VerifyCodeForm.tsx'

// The guide is rendered at build and never hydrates, so no call is made and nothing changes.
const ignore = () => {}
const failure: ApiFailure = { kind: 'network', reason: 'failed' }
const never = () => Promise.resolve({ ok: false as const, failure, message: '' })

const CITIES = [
  { value: 'whangarei', label: 'Whangārei' },
  { value: 'taupo', label: 'Taupō' },
]

/** Each field in each of its states. */
export const Fields = ({ carName }: { carName: string }) => (
  <div className="guide__columns">
    <TextField label="First name" value="" onChange={ignore} required />
    <TextField
      label="Last name"
      value="Ngāti-Parker"
      onChange={ignore}
      hint="As on your licence"
      optional
    />
    <TextField
      label="Email"
      value="mia.example"
      onChange={ignore}
      error="Please enter a valid email address"
      required
    />
    <TextField label="Customer number" value="20417" onChange={ignore} disabled />
    <PasswordField
      field="newPassword"
      value=""
      onChange={ignore}
      at={{ faultAt: () => undefined, forget: ignore }}
    />
    <PhoneField label="Mobile phone" value="021 234 5678" onChange={ignore} />
    <MoneyField label="Deposit" valueCents={384400} onChange={ignore} hint="At least $3,844" />
    <div>
      <NumberField label="Kilometres a year" value={15000} onChange={ignore} />
      <Slider
        label="Kilometres a year"
        min={10000}
        max={25000}
        value={15000}
        text="15,000 km"
        onChange={ignore}
      />
    </div>
    <DateField label="Date of birth" value="1985-03-27" onChange={ignore} />
    <CodeField value="123456" onChange={ignore} />
    <PlateField value="tar123" onChange={ignore} hint="As on the plate" />
    <SelectField
      label="Town or city"
      value="taupo"
      onChange={ignore}
      options={CITIES}
      placeholder="Choose one"
    />
    <SelectField
      label="Region"
      value=""
      onChange={ignore}
      options={CITIES}
      placeholder="Choose one"
      error="Please choose a region"
    />
    <TextArea
      label="Message"
      value={`Kia ora, is the ${carName} in Nelson yet?`}
      onChange={ignore}
    />
    <div>
      <Checkbox checked={false} onChange={ignore}>
        Send me news by email
      </Checkbox>
      <Checkbox checked onChange={ignore}>
        I agree to the terms
      </Checkbox>
      <Checkbox checked={false} onChange={ignore} error="Please tick this to go on">
        I have read the privacy statement
      </Checkbox>
      <Checkbox checked={false} disabled onChange={ignore}>
        Not offered for this car
      </Checkbox>
    </div>
  </div>
)

/** Choices of a few, and an address with the list that opens below it. */
export const Choices = ({
  grades,
}: {
  grades: { value: string; title: string; price: string }[]
}) => (
  <div className="guide__columns">
    <RadioCards
      legend="How would you like to pay?"
      hint="You can change this later"
      value="CASH"
      onChange={ignore}
      choices={[
        {
          value: 'CASH',
          title: 'Cash',
          text: 'A deposit when you confirm, the balance before you collect.',
        },
        { value: 'LOAN', title: 'Finance', text: 'Repay a lender over time.' },
        { value: 'NONE', title: 'Reservation', text: 'Not open for this car.', isDisabled: true },
      ]}
    />
    <RadioCards
      legend="Grade"
      value=""
      onChange={ignore}
      error="Please choose a grade"
      columns={2}
      choices={grades}
    />
    <AddressPicker
      value={NO_ADDRESS}
      onChange={ignore}
      faultAt={() => undefined}
      lookUp={{
        search: () => Promise.resolve({ ok: false, failure }),
        find: () => Promise.resolve({ ok: false, failure }),
      }}
      required
    />
    <AddressPicker
      legend="Entered by hand"
      value={{ ...NO_ADDRESS, line1: '40 Quay Street', city: 'Tāmaki Makaurau', postcode: '101' }}
      onChange={ignore}
      faultAt={(line) => (line === 'postcode' ? 'Postcode must be four digits' : undefined)}
      lookUp={{
        search: () => Promise.resolve({ ok: false, failure }),
        find: () => Promise.resolve({ ok: false, failure }),
      }}
    />
    <p className="combobox__option">
      <HighlightedText
        parts={[
          { text: '40 Qu', isMatch: true },
          { text: 'ay Street, Auckland Central', isMatch: false },
        ]}
      />
    </p>
  </div>
)

/** Whole forms that several areas share. */
export const Forms = () => (
  <div className="guide__columns">
    <SignInForm signIn={never} forgotHref="#forms" />
    <VerifyCodeForm verify={never} sendAgain={() => Promise.resolve(null)}>
      <h3>Check your email</h3>
      <p>We sent a code to mia@example.co.nz.</p>
    </VerifyCodeForm>
    <div className="stack">
      <DayAndTime
        days={[
          { day: '2026-11-30', starts: ['2026-11-29T20:30:00.000Z', '2026-11-29T21:30:00.000Z'] },
        ]}
        value="2026-11-29T21:30:00.000Z"
        onChange={ignore}
      />
    </div>
    <div className="stack">
      <LinkToCopy
        label="Link to this car"
        hint="Whoever has it sees the car and its price"
        link="https://cars.example/quote/4J7Q-92MX/"
      />
    </div>
  </div>
)
