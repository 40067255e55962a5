import { describe, expect, test } from 'vitest'
import { aCustomer, aJourney } from '#tests/builders/purchase-journey.ts'
import {
  checkContact,
  checkOwner,
  missingOnRecord,
  typedDetails,
  type TypedDetails,
} from './owner-form.ts'

const nobody = aCustomer({
  id: -1,
  name: { firstName: '', lastName: '' },
  email: '',
  mobilePhone: null,
})
const unsaved = aJourney({ id: 'new-quote', customer: nobody })
const address = {
  line1: '1 Quay Street',
  line2: '',
  suburb: '',
  city: 'Auckland',
  postcode: '1010',
  addressId: '',
  sought: '',
}
const typed: TypedDetails = {
  ...typedDetails(aJourney(), null),
  postalAddress: address,
}

describe('the forms begin with', () => {
  test('nothing, for a new customer', () => {
    expect(typedDetails(unsaved, null)).toMatchObject({
      firstName: '',
      email: '',
      customerType: 'INDIVIDUAL',
    })
  })

  test('the text typed before a reload', () => {
    const draft = { firstName: 'Tāne', email: 'tane@example.nz', postalAddress: { city: 'Nelson' } }
    expect(typedDetails(unsaved, draft)).toMatchObject({
      firstName: 'Tāne',
      email: 'tane@example.nz',
      postalAddress: { city: 'Nelson', line1: '' },
    })
  })

  test('the customer’s record', () => {
    expect(typedDetails(aJourney(), null)).toMatchObject({
      firstName: 'Mia',
      email: 'mia@example.nz',
      mobilePhone: '021 555 0101',
    })
  })

  test('typed text wins over the record, except the sign-in address, and empty fields do not', () => {
    const draft = { firstName: 'Maia', email: 'other@example.nz', mobilePhone: '' }
    expect(typedDetails(aJourney(), draft)).toMatchObject({
      firstName: 'Maia',
      email: 'mia@example.nz',
      mobilePhone: '021 555 0101',
    })
  })

  test('the journey’s details win over the record', () => {
    const checked = checkOwner({ ...typed, lastName: 'Harris-Tau' })
    const ownerDetails = checked.ok ? checked.value : null
    expect(typedDetails(aJourney({ ownerDetails }), null)).toMatchObject({ lastName: 'Harris-Tau' })
  })
})

describe('checking', () => {
  test('contact details need no postal address', () => {
    expect(checkContact(typedDetails(aJourney(), null)).ok).toBe(true)
  })

  test.each<[Partial<TypedDetails>, Record<string, string>]>([
    [
      { firstName: '', mobilePhone: ' ' },
      { firstName: 'is required', mobilePhone: 'is required' },
    ],
    [{ email: 'mia' }, { email: 'Please enter a valid email address' }],
    [{ customerType: 'COMPANY' }, { companyName: 'is required' }],
    [
      { customerType: 'COMPANY', companyName: 'Kowhai Gardens', nzbn: '123' },
      { nzbn: 'must be 13 digits starting with 94' },
    ],
    [
      { postalAddress: { ...address, line1: '', postcode: '101' } },
      { 'postalAddress.line1': 'is required', 'postalAddress.postcode': 'must be four digits' },
    ],
  ])('%j', (wrong, faults) => {
    expect(checkOwner({ ...typed, ...wrong })).toEqual({ ok: false, faults })
  })

  test('a person has no company name', () => {
    const checked = checkOwner({ ...typed, companyName: 'Kowhai Gardens', nzbn: '123' })
    expect(checked).toMatchObject({ ok: true, value: { customerType: 'INDIVIDUAL' } })
    expect(checked.ok && checked.value).not.toHaveProperty('companyName')
  })
})

describe('a driver licence', () => {
  const NEEDED = 'is needed too: fill in all three licence fields, or none'
  const licence = { type: 'FULL', number: 'ab123456', version: '321' }

  test('is sent with the details once it is complete', () => {
    const checked = checkOwner({ ...typed, driverLicence: licence })
    expect(checked.ok && checked.value.driverLicence).toEqual({ ...licence, number: 'AB123456' })
  })

  test.each<[string, Partial<typeof licence>, Record<string, string>]>([
    ['without its type', { type: '' }, { 'driverLicence.type': NEEDED }],
    [
      'with a letter missing',
      { number: 'A123456' },
      { 'driverLicence.number': 'must be two letters and six digits' },
    ],
    ['without its version', { version: '' }, { 'driverLicence.version': NEEDED }],
  ])('is refused %s', (_, part, faults) => {
    expect(checkOwner({ ...typed, driverLicence: { ...licence, ...part } })).toEqual({
      ok: false,
      faults,
    })
  })

  test('may be added later, even after its type was chosen', () => {
    const checked = checkOwner({
      ...typed,
      driverLicence: { type: 'FULL', number: '', version: '' },
    })
    expect(checked.ok && checked.value).not.toHaveProperty('driverLicence')
  })

  test('is not asked of a company, and not part of the contact details', () => {
    const ofCompany = { customerType: 'COMPANY', companyName: 'Kowhai Gardens' } as const
    const company = checkOwner({ ...typed, ...ofCompany, driverLicence: licence })
    expect(company.ok && company.value).not.toHaveProperty('driverLicence')
    const contact = checkContact({ ...typed, driverLicence: licence })
    expect(contact.ok && contact.value).not.toHaveProperty('driverLicence')
  })
})

test('empty fields of the record are filled in, and none is changed', () => {
  const checked = checkOwner({ ...typed, mobilePhone: '022 000 0000', homePhone: '09 555 0101' })
  if (!checked.ok) throw new Error('not valid')
  expect(missingOnRecord(aCustomer(), checked.value)).toEqual({
    homePhone: '09 555 0101',
    postalAddress: checked.value.postalAddress,
  })
  const whole = aCustomer({
    homePhone: '+6495550101',
    postalAddress: checked.value.postalAddress,
  })
  expect(missingOnRecord(whole, checked.value)).toBeNull()
})
