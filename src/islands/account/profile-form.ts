import { updateCustomer } from '#lib/contract/customers.ts'
import { Address, type Customer } from '#lib/contract/shapes.ts'
import { shownPhone } from '#lib/domain/phone.ts'
import { check, type Faults } from '#lib/faults.ts'
import type { z } from '#lib/zod.ts'

/** A profile as its form holds it: every field is there, and empty where nothing is known. */
export interface TypedProfile {
  firstName: string
  lastName: string
  companyName: string
  nzbn: string
  mobilePhone: string
  homePhone: string
  workPhone: string
  line1: string
  line2: string
  suburb: string
  city: string
  postcode: string
  marketingConsent: boolean
}

export const typedProfile = (customer: Customer): TypedProfile => ({
  ...customer.name,
  companyName: customer.companyName ?? '',
  nzbn: customer.nzbn ?? '',
  mobilePhone: shownPhone(customer.mobilePhone),
  homePhone: shownPhone(customer.homePhone),
  workPhone: shownPhone(customer.workPhone),
  line1: customer.postalAddress?.line1 ?? '',
  line2: customer.postalAddress?.line2 ?? '',
  suburb: customer.postalAddress?.suburb ?? '',
  city: customer.postalAddress?.city ?? '',
  postcode: customer.postalAddress?.postcode ?? '',
  marketingConsent: customer.marketingConsent,
})

type Changes = z.output<typeof updateCustomer.body>
type Checked = { ok: true; value: Changes } | { ok: false; faults: Faults }

/** Reads a typed profile by the contract's rules. An address is whole or not there at all. */
export function checkProfile(
  { firstName, lastName, companyName, nzbn, ...typed }: TypedProfile,
  customerType: Customer['customerType'],
): Checked {
  const { mobilePhone, homePhone, workPhone, marketingConsent, ...lines } = typed
  const hasAddress = Object.values(lines).some((line) => line.trim() !== '')
  const address = hasAddress ? check(Address, { ...lines, country: 'NZ' }) : null
  const rest = check(updateCustomer.body, {
    name: { firstName, lastName },
    mobilePhone,
    homePhone,
    workPhone,
    marketingConsent,
    ...(customerType === 'COMPANY' && { companyName, nzbn }),
  })
  const faults = {
    ...(!rest.ok && fieldsOf(rest.faults)),
    ...(address && !address.ok && address.faults),
    ...(customerType === 'COMPANY' && !companyName.trim() && { companyName: 'is required' }),
  }
  return rest.ok && Object.keys(faults).length === 0
    ? { ok: true, value: { ...rest.value, postalAddress: address?.ok ? address.value : null } }
    : { ok: false, faults }
}

/** Faults by the form's own fields: `name.firstName` and `postalAddress.city` are fields of the one form. */
export const fieldsOf = (faults: Faults): Faults =>
  Object.fromEntries(
    Object.entries(faults).map(([path, message]) => [
      path.replace(/^(name|postalAddress)\./, ''),
      message,
    ]),
  )
