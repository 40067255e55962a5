import { useState, type ReactNode, type SubmitEvent } from 'react'
import { failureMessage, type Result } from '#lib/api/failure.ts'
import type { AccountState } from '#lib/customers/account-shapes.ts'
import type { Customer } from '#lib/customers/shapes.ts'
import { refusedFields, type Faults } from '#lib/shared/faults.ts'
import { Button } from '#ui/Button.tsx'
import { StillWorking } from '#ui/Loading.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useFaults } from '#ui/fields/use-faults.ts'
import { useFocusFirstField } from './Setting.tsx'
import { useReauthentication } from './use-reauthentication.tsx'

/** The customer and account that a setting changes, and a callback for when it has. */
export interface SettingProps {
  customer: Customer
  account: AccountState
  onChanged: () => void
}

type FieldFaults = Pick<ReturnType<typeof useFaults>, 'faultAt' | 'forget'>

/** An open form of the profile. */
export interface OpenForm {
  /** Whether it was open when the session ended. */
  wasOpen: boolean
  onClose: () => void
}

/** A form that is sent with the customer's password or a code by email. */
export function ReauthenticationForm<T>({
  customer,
  account,
  fields = [],
  faults = () => ({}),
  send,
  onDone,
  button,
  isDanger = false,
  cancel = 'Cancel',
  asksFirst = true,
  wasOpen,
  onClose,
  children,
}: Pick<SettingProps, 'customer' | 'account'> &
  OpenForm & {
    /** The names of its own fields in the call. */
    fields?: readonly string[]
    /** Checks its own fields before anything is sent. */
    faults?: () => Faults
    send: (currentPassword: string | undefined) => Promise<Result<T>>
    onDone: (value: T) => void
    button: string
    isDanger?: boolean
    cancel?: string
    /** Whether the password is asked for before the server requires it. */
    asksFirst?: boolean
    /** Renders its own fields and places the field for the password or code. */
    children: (proof: ReactNode, at: FieldFaults) => ReactNode
  }) {
  const proof = useReauthentication(customer.email, account.hasPassword, asksFirst)
  const [trouble, setTrouble] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const { form, faultAt, show, forget, clear } = useFaults()
  useFocusFirstField(form)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    setTrouble('')
    const found = { ...faults(), ...proof.faults() }
    if (Object.keys(found).length > 0) return show(found)
    clear()
    setIsBusy(true)
    const answer = await send(proof.value)
    if (answer.ok) return onDone(answer.value)
    const refused = refusedFields(answer.failure, [...fields, 'currentPassword'])
    const isAsked = refused !== null && (await proof.askIfRequired(refused))
    setIsBusy(false)
    if (isAsked) return
    if (refused) show(refused)
    else setTrouble(failureMessage(answer.failure))
  }

  return (
    <form className="form" ref={form} onSubmit={submit} noValidate>
      {wasOpen && (
        <Notice title="Your session ended before this was sent">
          Look at it once more, and send it.
        </Notice>
      )}
      {children(proof.field(faultAt, forget), { faultAt, forget })}
      {trouble && <Notice kind="error">{trouble}</Notice>}
      <div className="cluster">
        <Button type="submit" kind={isDanger ? 'danger' : 'primary'} isBusy={isBusy}>
          {button}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {cancel}
        </Button>
      </div>
      <StillWorking isBusy={isBusy} text="Sending what you entered" />
    </form>
  )
}
