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
import { useProof } from './use-proof.tsx'

/** Something that a form of the profile changes: whose it is, and what to do when it has. */
export interface SettingProps {
  customer: Customer
  account: AccountState
  onChanged: () => void
}

type Faultable = Pick<ReturnType<typeof useFaults>, 'faultAt' | 'forget'>

/** A form of the profile that is open. */
export interface OpenForm {
  /** It was so when the session ended by itself. */
  wasOpen: boolean
  onClose: () => void
}

/** A form that is sent together with a proof of who the customer is. */
export function ProvedForm<T>({
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
    /** Its own fields, by their names in the call. */
    fields?: readonly string[]
    /** What is wrong with them before anything is sent. */
    faults?: () => Faults
    send: (currentPassword: string | undefined) => Promise<Result<T>>
    onDone: (value: T) => void
    button: string
    isDanger?: boolean
    cancel?: string
    /** Whether the password is asked for before the server wants it. */
    asksFirst?: boolean
    /** Its fields, with the one of the proof in its place. */
    children: (proof: ReactNode, at: Faultable) => ReactNode
  }) {
  const proof = useProof(customer.email, account.hasPassword, asksFirst)
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
    const isAsked = refused !== null && (await proof.isAskedFor(refused))
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
