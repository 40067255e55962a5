import { updateCustomer } from '#lib/customers/calls.ts'
import { CustomerChange } from '#lib/customers/forms.ts'
import type { Customer } from '#lib/customers/shapes.ts'
import { shownPhone } from '#lib/shared/phone.ts'
import {
  addressToSend,
  isNoAddress,
  typedAddress,
  type TypedAddress,
} from '#lib/addresses/typed-address.ts'
import { check } from '#lib/shared/check.ts'
import type { Faults } from '#lib/shared/faults.ts'
import type { z } from '#lib/shared/zod.ts'

/** A profile as its form holds it. Unknown fields are empty. */
export interface TypedProfile {
  firstName: string
  lastName: string
  companyName: string
  nzbn: string
  mobilePhone: string
  homePhone: string
  workPhone: string
  postalAddress: TypedAddress
  marketingConsent: boolean
}

export const typedProfile = (customer: Customer): TypedProfile => ({
  ...customer.name,
  companyName: customer.companyName ?? '',
  nzbn: customer.nzbn ?? '',
  mobilePhone: shownPhone(customer.mobilePhone),
  homePhone: shownPhone(customer.homePhone),
  workPhone: shownPhone(customer.workPhone),
  postalAddress: typedAddress(customer.postalAddress),
  marketingConsent: customer.marketingConsent,
})

export type ProfileChanges = z.output<typeof updateCustomer.body>
type Checked = { ok: true; value: ProfileChanges } | { ok: false; faults: Faults }

/**
 * Checks a typed profile by the contract's rules. An address is complete or left out; text in the address search that
 * was not picked from the list is not an address (specification §5).
 */
export function checkProfile(
  { firstName, lastName, companyName, nzbn, postalAddress, ...typed }: TypedProfile,
  customerType: Customer['customerType'],
): Checked {
  const checked = check(CustomerChange, {
    ...typed,
    name: { firstName, lastName },
    postalAddress: isNoAddress(postalAddress) ? null : addressToSend(postalAddress),
    ...(customerType === 'COMPANY' && { companyName, nzbn }),
  })
  const faults = {
    ...(!checked.ok && formFaults(checked.faults)),
    ...(isNoAddress(postalAddress) &&
      postalAddress.sought.trim() && { 'postalAddress.line1': 'is required' }),
    ...(customerType === 'COMPANY' && !companyName.trim() && { companyName: 'is required' }),
  }
  return checked.ok && Object.keys(faults).length === 0
    ? { ok: true, value: checked.value }
    : { ok: false, faults }
}

/**
 * The fields that differ from the record that the form began with: what it merely shows may be old.
 *
 * @param uncertain Fields to send in any case.
 */
export function changedFields(
  changes: ProfileChanges,
  shown: TypedProfile,
  customerType: Customer['customerType'],
  uncertain: readonly string[],
): ProfileChanges {
  const checked = checkProfile(shown, customerType)
  const before: ProfileChanges = checked.ok ? checked.value : {}
  return Object.fromEntries(
    Object.entries(changes).filter(
      ([field, value]) =>
        uncertain.includes(field) ||
        JSON.stringify(value) !== JSON.stringify(before[field as keyof ProfileChanges]),
    ),
  )
}

/** Names faults by the fields of the form: `name.firstName` becomes `firstName`. */
export const formFaults = (faults: Faults): Faults =>
  Object.fromEntries(
    Object.entries(faults).map(([path, message]) => [path.replace(/^name\./, ''), message]),
  )
