import type { ComponentProps, ReactNode } from 'react'
import type { Result } from '#lib/api/failure.ts'
import type { AccountState } from '#lib/customers/account-shapes.ts'
import type { Customer } from '#lib/customers/shapes.ts'
import type { Faults } from '#lib/shared/faults.ts'
import { CallForm } from '#ui/fields/CallForm.tsx'
import { Notice } from '#ui/Notice.tsx'
import type { useFaults } from '#ui/fields/use-faults.ts'
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
  asksFirst = true,
  wasOpen,
  children,
  ...form
}: Pick<SettingProps, 'customer' | 'account'> &
  OpenForm &
  Pick<ComponentProps<typeof CallForm<T>>, 'onDone' | 'button' | 'isDanger' | 'cancel'> & {
    /** The names of its own fields in the call. */
    fields?: readonly string[]
    /** Checks its own fields before anything is sent. */
    faults?: () => Faults
    send: (currentPassword: string | undefined) => Promise<Result<T>>
    /** Whether the password is asked for before the server requires it. */
    asksFirst?: boolean
    /** Renders its own fields and places the field for the password or code. */
    children: (proof: ReactNode, at: FieldFaults) => ReactNode
  }) {
  const proof = useReauthentication(customer.email, account.hasPassword, asksFirst)
  return (
    <CallForm
      {...form}
      fields={[...fields, 'currentPassword']}
      faults={() => ({ ...faults(), ...proof.faults() })}
      send={() => send(proof.value)}
      onRefused={proof.askIfRequired}
    >
      {(at) => (
        <>
          {wasOpen && (
            <Notice title="Your session ended before this was sent">
              Please check it, then send it.
            </Notice>
          )}
          {children(proof.field(at.faultAt, at.forget), at)}
        </>
      )}
    </CallForm>
  )
}
