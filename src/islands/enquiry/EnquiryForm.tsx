import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { failureMessage } from '#lib/api/failure.ts'
import { sendEnquiry } from '#lib/messages/calls.ts'
import { NewEnquiry } from '#lib/messages/forms.ts'
import { EMAIL_MESSAGE, isEmail } from '#lib/shared/email.ts'
import { missingDetails, type EnquiryKind } from '#lib/messages/enquiry.ts'
import { mayBePhone, shownPhone } from '#lib/shared/phone.ts'
import { check } from '#lib/shared/check.ts'
import { refusedFields } from '#lib/shared/faults.ts'
import { siteCall } from '#stores/site/api.ts'
import { solveCaptcha } from '#stores/sign-in/captcha.ts'
import { $customer, $customerRecord } from '#stores/session/session.ts'
import { loadCustomerRecord } from '#stores/sign-in/sign-in.ts'
import { paths } from '#stores/site/paths.ts'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { Button } from '#ui/Button.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PhoneField } from '#ui/fields/PhoneField.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextArea } from '#ui/fields/TextArea.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { useFaults } from '#ui/fields/use-faults.ts'
import { useIsHydrated } from '#ui/hooks/use-is-hydrated.ts'
import { TimeFields } from './TimeFields.tsx'
import { EMPTY, type EnquiryDealer, type EnquiryModel, type Typed } from './enquiry-data.ts'

interface EnquiryFormProps {
  kind: EnquiryKind
  models: EnquiryModel[]
  /** The dealers to choose from; for a test drive only those that sell cars. */
  dealers: EnquiryDealer[]
}

/**
 * The form for a test drive or an enquiry. `?model=` and `?dealer=` in the address select by slug, and a customer's
 * details are filled in. The text typed stays until it is sent or the customer signs out.
 */
export function EnquiryForm({ kind, models, dealers }: EnquiryFormProps) {
  const customerId = useIslandStore($customer, null)?.id ?? 0
  const record = useIslandStore($customerRecord, null)
  const isHydrated = useIsHydrated()
  const [lastId, setLastId] = useState(customerId)
  const [typed, setTyped] = useState<Partial<Typed>>({})
  const [sent, setSent] = useState<Typed | null>(null)
  const [trouble, setTrouble] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const isSending = useRef(false)
  const { form, faultAt, show, forget, clear } = useFaults()

  if (customerId !== lastId) {
    setLastId(customerId)
    if (lastId !== 0) {
      setTyped({})
      setSent(null)
    }
  }
  useEffect(() => {
    if (customerId !== 0) void loadCustomerRecord()
  }, [customerId])

  const asked = isHydrated ? new URLSearchParams(location.search) : null
  const isTestDrive = kind === 'TESTDRIVE'
  const isOnly = isTestDrive && dealers.length === 1
  const proposed = dealers.find(({ slug }) => isOnly || slug === asked?.get('dealer'))
  const values: Typed = {
    ...EMPTY,
    name: record ? `${record.name.firstName} ${record.name.lastName}` : '',
    email: record?.email ?? '',
    phone: shownPhone(record?.mobilePhone),
    modelCode: models.find(({ slug }) => slug === asked?.get('model'))?.code ?? '',
    outletCode: proposed?.outletCode ?? '',
    ...typed,
  }
  const dealer = dealers.find(({ outletCode }) => outletCode === values.outletCode)

  const set = (field: keyof Typed) => (text: string) => {
    // Another dealer has other opening days.
    setTyped({ ...typed, [field]: text, ...(field === 'outletCode' && { day: '' }) })
    forget(field)
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isSending.current) return
    const facts = { kind, ...withoutEmpty(values) }
    const checked = check(NewEnquiry, facts)
    const faults = {
      ...(!checked.ok && checked.faults),
      ...Object.fromEntries(missingDetails(facts).map((field) => [field, 'is required'])),
      ...(values.phone &&
        !mayBePhone(values.phone) && {
          phone: 'Enter a phone number. If it’s overseas, start with + and the country code',
        }),
    }
    if (Object.keys(faults).length > 0 || !checked.ok) return show(faults)
    clear()
    setTrouble('')
    setIsBusy((isSending.current = true))
    const captcha = await solveCaptcha()
    const answer = captcha.ok
      ? await siteCall(sendEnquiry, { body: checked.value, captchaToken: captcha.value })
      : captcha
    setIsBusy((isSending.current = false))
    if (answer.ok) return setSent(values)
    const refused = refusedFields(answer.failure, Object.keys(EMPTY))
    if (refused) show(refused)
    else setTrouble(failureMessage(answer.failure))
  }

  if (sent)
    return (
      <Sent
        kind={kind}
        email={sent.email}
        dealer={dealer?.name}
        onAgain={() => {
          setSent(null)
          setTyped({ ...typed, day: '', message: '' })
        }}
      />
    )
  return (
    <form className="form" ref={form} onSubmit={submit} inert={!isHydrated} noValidate>
      <SelectField
        label="Model"
        required={isTestDrive}
        optional={!isTestDrive}
        value={values.modelCode}
        error={faultAt('modelCode', 'Model')}
        placeholder={isTestDrive ? 'Choose a model' : undefined}
        options={[
          ...(isTestDrive ? [] : [{ value: '', label: 'No model in particular' }]),
          ...models.map(({ code, name }) => ({ value: code, label: name })),
        ]}
        onChange={set('modelCode')}
      />
      <SelectField
        label="Dealer"
        required={isTestDrive}
        optional={!isTestDrive}
        value={values.outletCode}
        error={faultAt('outletCode', 'Dealer')}
        placeholder={isTestDrive ? 'Choose a dealer' : undefined}
        options={[
          ...(isTestDrive ? [] : [{ value: '', label: 'No dealer in particular' }]),
          ...dealers.map(({ outletCode, name, city }) => ({
            value: outletCode,
            label: `${name}, ${city}`,
          })),
        ]}
        onChange={set('outletCode')}
      />
      {isTestDrive && <TimeFields dealer={dealer} values={values} faultAt={faultAt} set={set} />}
      <TextField
        label="Name"
        required
        autoComplete="name"
        maxLength={120}
        value={values.name}
        error={faultAt('name', 'Name')}
        onChange={set('name')}
      />
      <TextField
        label="Email address"
        required
        type="email"
        autoComplete="email"
        maxLength={254}
        value={values.email}
        error={faultAt('email', 'Email address') && EMAIL_MESSAGE}
        pattern={isEmail}
        patternMessage={EMAIL_MESSAGE}
        onChange={set('email')}
      />
      <PhoneField
        label="Phone"
        required={isTestDrive}
        optional={!isTestDrive}
        maxLength={40}
        value={values.phone}
        error={faultAt('phone', 'Phone')}
        onChange={set('phone')}
      />
      <TextArea
        label={isTestDrive ? 'Anything else' : 'Your question'}
        required={!isTestDrive}
        optional={isTestDrive}
        rows={isTestDrive ? 3 : 6}
        maxLength={4000}
        value={values.message}
        error={faultAt('message', isTestDrive ? 'Anything else' : 'Your question')}
        onChange={set('message')}
      />
      {trouble && <Notice kind="error">{trouble}</Notice>}
      <div>
        <Button kind="accent" type="submit" isBusy={isBusy}>
          {isTestDrive ? 'Request a test drive' : 'Send enquiry'}
        </Button>
      </div>
      <StillWorking isBusy={isBusy} text="Sending your request" />
      <p className="fine-print">
        We use these details to reply to you, and keep them for 90 days after that. See{' '}
        <a href={paths.privacy}>Privacy</a>.
      </p>
    </form>
  )
}

/** Leaves empty values out, as the contract does not accept them. */
const withoutEmpty = (values: Typed): Partial<Typed> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))

interface SentProps {
  kind: EnquiryKind
  email: string
  /** The name of the chosen dealer, who answers. */
  dealer: string | undefined
  onAgain: () => void
}

/** Confirms the enquiry and says what happens next. */
function Sent({ kind, email, dealer = 'Our team', onAgain }: SentProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="stack">
      <h2 ref={heading} tabIndex={-1}>
        {kind === 'TESTDRIVE' ? 'We’ve got your request' : 'We’ve got your enquiry'}
      </h2>
      <p>
        {kind === 'TESTDRIVE'
          ? `Thank you. ${dealer} will call or email you to confirm the time. It isn’t booked until then.`
          : `Thank you. ${dealer} will reply by email or phone.`}
      </p>
      <p>
        We’ll reply to you at <strong>{email}</strong>
      </p>
      <div>
        <Button kind="quiet" onClick={onAgain}>
          {kind === 'TESTDRIVE' ? 'Request another' : 'Send another'}
        </Button>
      </div>
    </section>
  )
}
