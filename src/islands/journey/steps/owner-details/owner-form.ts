import type { Customer } from '#lib/customers/shapes.ts'
import { OwnerDetails } from '#lib/purchases/forms.ts'
import type { PurchaseJourney } from '#lib/purchases/shapes.ts'
import { z } from '#lib/shared/zod.ts'
import type { OwnerDraft } from '#stores/journey/purchase-slice.ts'
import { check } from '#lib/shared/check.ts'
import type { Faults } from '#lib/shared/faults.ts'
import { shownPhone } from '#lib/shared/phone.ts'
import {
  addressToSend,
  isNoAddress,
  typedAddress,
  type TypedAddress,
} from '#lib/addresses/typed-address.ts'

/** The fields of the contact details. */
export const CONTACT_FIELDS = [
  'firstName',
  'lastName',
  'email',
  'mobilePhone',
  'homePhone',
  'workPhone',
  'companyName',
  'nzbn',
] as const

/** Owner details as typed: every field is present, and empty where unknown. */
export interface TypedDetails {
  customerType: 'INDIVIDUAL' | 'COMPANY'
  firstName: string
  lastName: string
  companyName: string
  nzbn: string
  email: string
  mobilePhone: string
  homePhone: string
  workPhone: string
  postalAddress: TypedAddress
  driverLicence: TypedLicence
}

export type TypedLicence = Record<'type' | 'number' | 'version', string>

const NO_LICENCE: TypedLicence = { type: '', number: '', version: '' }

/**
 * Fills the forms from the typed draft, else the journey, else the customer's record.
 * A field left empty before signing in takes the record's value. The record's email address always wins: the
 * customer signs in with it.
 *
 * @param licence The typed licence, which is never in a draft.
 */
export function typedDetails(
  { ownerDetails, customer }: Pick<PurchaseJourney, 'ownerDetails' | 'customer'>,
  draft: OwnerDraft | null,
  licence?: TypedLicence,
): TypedDetails {
  const known = ownerDetails ?? onRecord(customer)
  const drafted = typedAddress(draft?.postalAddress)
  return {
    customerType: draft?.customerType ?? known.customerType,
    firstName: draft?.firstName || known.firstName,
    lastName: draft?.lastName || known.lastName,
    companyName: draft?.companyName || known.companyName || '',
    nzbn: draft?.nzbn || known.nzbn || '',
    email: customer.email || draft?.email || '',
    mobilePhone: draft?.mobilePhone || shownPhone(known.mobilePhone),
    homePhone: draft?.homePhone || shownPhone(known.homePhone),
    workPhone: draft?.workPhone || shownPhone(known.workPhone),
    postalAddress: isNoAddress(drafted) ? typedAddress(known.postalAddress) : drafted,
    driverLicence: licence ?? ownerDetails?.driverLicence ?? NO_LICENCE,
  }
}

const onRecord = ({ customerType, name, postalAddress, ...customer }: Customer) => ({
  ...name,
  customerType: customerType === 'COMPANY' ? ('COMPANY' as const) : ('INDIVIDUAL' as const),
  companyName: customer.companyName,
  nzbn: customer.nzbn,
  mobilePhone: customer.mobilePhone ?? undefined,
  homePhone: customer.homePhone ?? undefined,
  workPhone: customer.workPhone ?? undefined,
  postalAddress,
})

/** The details as sent, without empty fields and those that do not apply. */
const toSend = ({ postalAddress, companyName, nzbn, driverLicence, ...typed }: TypedDetails) => ({
  ...typed,
  ...(typed.customerType === 'COMPANY'
    ? { companyName, nzbn }
    : isGiven(driverLicence) && { driverLicence: filledIn(driverLicence) }),
  postalAddress: addressToSend(postalAddress),
})

/** A licence type cannot be unselected, so the type alone does not count. */
const isGiven = ({ number, version }: TypedLicence) => `${number}${version}`.trim() !== ''

const filledIn = (licence: TypedLicence) =>
  Object.fromEntries(Object.entries(licence).filter(([, typed]) => typed.trim() !== ''))

type Checked<T> = { ok: true; value: T } | { ok: false; faults: Faults }

const ContactDetails = z.omit(OwnerDetails, { postalAddress: true, driverLicence: true })
export type ContactDetails = z.infer<typeof ContactDetails>

/** Checks the contact details. */
export function checkContact(typed: TypedDetails): Checked<ContactDetails> {
  const { postalAddress: _later, ...contact } = toSend({ ...typed, driverLicence: NO_LICENCE })
  return withCompany(typed, check(ContactDetails, contact))
}

/** Checks all owner details. */
export const checkOwner = (typed: TypedDetails): Checked<OwnerDetails> =>
  withCompany(typed, check(OwnerDetails, toSend(typed)))

const withCompany = <T>(
  { customerType, companyName }: TypedDetails,
  checked: Checked<T>,
): Checked<T> =>
  customerType === 'COMPANY' && companyName.trim() === ''
    ? {
        ok: false,
        faults: { ...(!checked.ok && checked.faults), companyName: 'is required' },
      }
    : checked

/** The owner details that the customer's record lacks; `null` if it lacks none. */
export function missingOnRecord(customer: Customer, details: OwnerDetails) {
  const { mobilePhone, homePhone, workPhone, postalAddress } = details
  const missing = {
    ...(!customer.mobilePhone && mobilePhone && { mobilePhone }),
    ...(!customer.homePhone && homePhone && { homePhone }),
    ...(!customer.workPhone && workPhone && { workPhone }),
    ...(!customer.postalAddress && { postalAddress }),
  }
  return Object.keys(missing).length > 0 ? missing : null
}
