import { expect, test } from 'vitest'
import { aCustomer } from '#tests/builders/purchase-journey.ts'
import { NO_ADDRESS } from '#lib/addresses/typed-address.ts'
import { checkProfile, typedProfile } from './profile-form.ts'

const typed = typedProfile(aCustomer())

test('a record fills the form in its usual notation', () => {
  expect(typed).toMatchObject({ firstName: 'Mia', mobilePhone: '021 555 0101' })
})

test('an empty address is sent as null', () => {
  expect(checkProfile(typed, 'INDIVIDUAL')).toMatchObject({
    ok: true,
    value: { name: { firstName: 'Mia', lastName: 'Harris' }, postalAddress: null },
  })
})

test('§5 text not picked from the list is not an address, and does not replace one', () => {
  const postalAddress = { ...NO_ADDRESS, sought: '1 Quay' }
  expect(checkProfile({ ...typed, postalAddress }, 'INDIVIDUAL')).toEqual({
    ok: false,
    faults: { 'postalAddress.line1': 'is required' },
  })
})

test('an address has to be complete', () => {
  const postalAddress = { ...NO_ADDRESS, line1: '1 Quay Street', postcode: '10' }
  expect(checkProfile({ ...typed, postalAddress }, 'INDIVIDUAL')).toEqual({
    ok: false,
    faults: {
      'postalAddress.city': 'is required',
      'postalAddress.postcode': 'must be four digits',
    },
  })
})

test('a company needs a name, and a person sends none', () => {
  expect(checkProfile(typed, 'COMPANY')).toEqual({
    ok: false,
    faults: { companyName: 'is required' },
  })
  const person = checkProfile(typed, 'INDIVIDUAL')
  expect(person.ok && 'companyName' in person.value).toBe(false)
})

test('faults are named by the fields of the form', () => {
  expect(checkProfile({ ...typed, firstName: ' ' }, 'INDIVIDUAL')).toEqual({
    ok: false,
    faults: { firstName: 'is required' },
  })
})
