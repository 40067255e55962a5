import { useEffect, useEffectEvent, useState, type SubmitEvent } from 'react'
import { hasAllCalls } from '#lib/site/all-calls.ts'
import { failureMessage, fieldMessages } from '#lib/api/failure.ts'
import { getAccount } from '#lib/customers/account-calls.ts'
import { updateCustomer as updateCustomerCall } from '#lib/customers/calls.ts'
import type { AccountState, ConsentSource } from '#lib/customers/account-shapes.ts'
import type { Customer } from '#lib/customers/shapes.ts'
import { formatInstant } from '#lib/shared/instants.ts'
import { addressLookUp } from '#stores/site/addresses.ts'
import { siteCall } from '#stores/site/api.ts'
import { typedForms } from '#stores/session/ended-session.ts'
import {
  $customer,
  $customerRecord,
  $isActing,
  forgetCustomerRecord,
  takeCustomer,
} from '#stores/session/session.ts'
import { loadCustomerRecord } from '#stores/sign-in/sign-in.ts'
import { addToast } from '#stores/site/toasts.ts'
import { AllCalls } from '#ui/AllCalls.tsx'
import { useIslandStore } from '#ui/hooks/use-island-store.ts'
import { AddressPicker } from '#ui/fields/AddressPicker.tsx'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/fields/Checkbox.tsx'
import { Loading, StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { PhoneField } from '#ui/fields/PhoneField.tsx'
import { useQuery } from '#ui/hooks/use-query.ts'
import { useFaults } from '#ui/fields/use-faults.ts'
import {
  changedFields,
  checkProfile,
  formFaults,
  typedProfile,
  type ProfileChanges,
  type TypedProfile,
} from './profile-form.ts'
import { Devices } from './Devices.tsx'
import { EmailAddress } from './EmailAddress.tsx'
import { Passkeys } from './Passkeys.tsx'
import { Password } from './Password.tsx'
import { AddressRemoval } from './AddressRemoval.tsx'
import { Setting } from './Setting.tsx'
import { Vehicles } from './Vehicles.tsx'
import { Watches } from './Watches.tsx'
import { WebAccount } from './WebAccount.tsx'
import { DeletionNotice, YourData } from './YourData.tsx'
import { NameFields } from '#islands/account/sign-in/NameFields.tsx'

/** My Profile: the customer's details, vehicles and account settings. */
export function Profile() {
  const record = useIslandStore($customerRecord, null)
  const id = useIslandStore($customer, null)?.id ?? 0
  const asked = useQuery(`profile ${id}`, loadCustomerRecord)
  if (record) return <Settings key={record.id} customer={record} />
  if (asked.state !== 'failed') return <Loading text="Loading your profile" />
  return (
    <Notice kind="error" title="We couldn’t load your profile" tryAgain={asked.refetch}>
      {asked.message}
    </Notice>
  )
}

/** The record, and the settings that only its owner may change. The record can be saved without the account's state. */
function Settings({ customer }: { customer: Customer }) {
  const isActing = useIslandStore($isActing, false)
  const asked = useQuery(`account ${customer.id}`, () =>
    hasAllCalls()
      ? siteCall(getAccount, { params: { id: customer.id } })
      : Promise.resolve({ ok: true as const, value: accountOf(customer) }),
  )
  const account = asked.state === 'ready' ? asked.value : null
  const onChanged = () => {
    if (asked.state === 'ready') asked.refetch()
  }
  const shared = account && { customer, account, onChanged }
  return (
    <div className="settings">
      {shared && <DeletionNotice {...shared} isOwn={!isActing} />}
      <AllCalls>
        <Vehicles customerId={customer.id} />
      </AllCalls>
      <ProfileForm customer={customer} account={account} onSaved={onChanged} />
      {isActing ? (
        <WebAccount customer={customer} />
      ) : shared ? (
        <>
          <EmailAddress {...shared} />
          <Password {...shared} />
          <AllCalls>
            <Passkeys {...shared} />
            <Devices customerId={customer.id} hasPassword={shared.account.hasPassword} />
            <Watches customerId={customer.id} />
            <YourData {...shared} />
          </AllCalls>
        </>
      ) : asked.state === 'failed' ? (
        <Notice
          kind="error"
          title="We couldn’t load the rest of your profile"
          tryAgain={asked.refetch}
        >
          {asked.message}
        </Notice>
      ) : (
        <Loading text="Loading the rest of your profile" />
      )}
    </div>
  )
}

/** What the record says of the account, where there is no call that says more. */
const accountOf = ({ marketingConsent }: Customer): AccountState => ({
  hasPassword: true,
  pendingEmail: null,
  marketing: { isGiven: marketingConsent, at: null, source: null },
  deletion: null,
  dataExport: null,
})

const CONSENT_SOURCES: Record<ConsentSource, string> = {
  REGISTRATION: 'when you created your account',
  PROFILE: 'in your profile',
  STAFF: 'through our team',
}

/** When and where the consent was given or withdrawn; empty when it never was. */
export const consentText = ({ isGiven, at, source }: AccountState['marketing']): string =>
  at === null
    ? ''
    : `You ${isGiven ? 'agreed to this' : 'opted out of this'} on ${formatInstant(at)}${source ? `, ${CONSENT_SOURCES[source]}` : ''}.`

const lookUp = addressLookUp()

/** What is kept while the session has ended. */
interface KeptProfile {
  typed: TypedProfile
  shown: TypedProfile
  uncertain: string[]
}

type TextOf = Exclude<keyof TypedProfile, 'marketingConsent' | 'postalAddress'>

function ProfileForm({
  customer,
  account,
  onSaved,
}: {
  customer: Customer
  account: AccountState | null
  onSaved: () => void
}) {
  const consent = account && consentText(account.marketing)
  /** The key that keeps the text typed while the session has ended. */
  const formKey = `profile ${customer.id}`
  const [before] = useState(() => typedForms.before(formKey) as Partial<KeptProfile> | undefined)
  /** The record as the form began with it: elsewhere it may have been changed since. */
  const [shown, setShown] = useState(before?.shown ?? typedProfile(customer))
  const [typed, setTyped] = useState(before?.typed ?? shown)
  const [trouble, setTrouble] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [isRemoving, setIsRemoving] = useState(false)
  /** Counts resets of the address picker. */
  const [round, setRound] = useState(0)
  const { form, faultAt, show, forget, clear } = useFaults()
  /** The fields of saves without an answer: they may have arrived all the same. */
  const [uncertain, setUncertain] = useState(before?.uncertain ?? [])
  const changedOf = (checked: ProfileChanges): ProfileChanges =>
    changedFields(checked, shown, customer.customerType, uncertain)
  const isChanged = JSON.stringify(typed) !== JSON.stringify(shown) || uncertain.length > 0
  useEffect(() => {
    if (isChanged) typedForms.keep(formKey, { typed, shown, uncertain } satisfies KeptProfile)
    return () => typedForms.drop(formKey)
  }, [isChanged, typed, shown, uncertain, formKey])
  // Shown again, the form has to begin with the record as it is by then.
  const leave = useEffectEvent(() => uncertain.length > 0 && forgetCustomerRecord())
  useEffect(() => () => void leave(), [])

  const text = (field: TextOf, label: string) => ({
    label,
    value: typed[field],
    error: faultAt(field, label),
    onChange: (value: string) => {
      setTyped({ ...typed, [field]: value })
      forget(field)
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    setTrouble('')
    const checked = checkProfile(typed, customer.customerType)
    if (!checked.ok) return show(checked.faults)
    clear()
    const changes = changedOf(checked.value)
    if (changes.postalAddress === null) setIsRemoving(true)
    else void save(changes)
  }
  const save = async (changes: ProfileChanges) => {
    setIsBusy(true)
    const answer = await siteCall(updateCustomerCall, {
      params: { id: customer.id },
      body: changes,
    })
    setIsBusy(false)
    endRemoval()
    if (answer.ok) {
      takeCustomer(answer.value)
      setUncertain([])
      const saved = typedProfile(answer.value)
      setShown(saved)
      setTyped(saved)
      onSaved()
      return addToast({ kind: 'success', text: 'Your profile is saved' })
    }
    const isRefused = 'status' in answer.failure && answer.failure.status < 500
    if (!isRefused) setUncertain([...new Set([...uncertain, ...Object.keys(changes)])])
    const refused = formFaults(fieldMessages(answer.failure))
    if (Object.keys(refused).some((path) => path.split('.')[0]! in typed)) show(refused)
    else setTrouble(failureMessage(answer.failure))
  }
  /** Closes the question and returns the focus to the button that opened it. */
  const endRemoval = () => {
    if (isRemoving) form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus()
    setIsRemoving(false)
  }
  const keepAddress = () => {
    endRemoval()
    setTyped({ ...typed, postalAddress: shown.postalAddress })
    setRound(round + 1)
  }
  const removeAddress = () => {
    const checked = checkProfile(typed, customer.customerType)
    if (checked.ok && !isBusy) void save(changedOf(checked.value))
  }

  return (
    <form className="settings" ref={form} onSubmit={submit} noValidate>
      {before && isChanged && (
        <Notice title="Your changes are still here">
          To keep them, press “Save profile” at the end of the form.
        </Notice>
      )}
      <Setting title="About you">
        <NameFields isCompany={customer.customerType === 'COMPANY'} text={text} />
      </Setting>
      <Setting title="Phone">
        <PhoneField {...text('mobilePhone', 'Mobile phone')} optional />
        <div className="field-row">
          <PhoneField {...text('homePhone', 'Home phone')} optional autoComplete="home tel" />
          <PhoneField {...text('workPhone', 'Work phone')} optional autoComplete="work tel" />
        </div>
      </Setting>
      <Setting title="Postal address">
        <AddressPicker
          key={round}
          value={typed.postalAddress}
          onChange={(postalAddress, line) => {
            setTyped({ ...typed, postalAddress })
            setIsRemoving(false)
            forget(line ? `postalAddress.${line}` : 'postalAddress')
          }}
          faultAt={(line, label) => faultAt(`postalAddress.${line}`, label)}
          lookUp={lookUp}
        />
        {isRemoving && (
          <AddressRemoval
            address={shown.postalAddress}
            isBusy={isBusy}
            onKeep={keepAddress}
            onRemove={removeAddress}
          />
        )}
      </Setting>
      <Setting title="News and offers">
        <Checkbox
          checked={typed.marketingConsent}
          onChange={(marketingConsent) => setTyped({ ...typed, marketingConsent })}
        >
          Send me news and offers by email. Unsubscribe any time.
        </Checkbox>
        {consent && <p className="small quiet">{consent}</p>}
        {trouble && <Notice kind="error">{trouble}</Notice>}
        <div>
          <Button type="submit" isBusy={isBusy}>
            Save profile
          </Button>
        </div>
        <StillWorking isBusy={isBusy} text="Saving your profile" />
      </Setting>
    </form>
  )
}
