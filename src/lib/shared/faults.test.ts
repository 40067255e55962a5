import { expect, test } from 'vitest'
import { OwnerDetails, TradeVehicleInput } from '#lib/purchases/forms.ts'
import { anOwner } from '#tests/builders/purchase-journey.ts'
import { check } from './check.ts'
import { faultSentence, refusedFields } from './faults.ts'

const details = anOwner()

test.each<[object, Record<string, string>]>([
  [{ firstName: ' ' }, { firstName: 'is required' }],
  [{ firstName: undefined }, { firstName: 'is required' }],
  [{ email: 'mia' }, { email: 'Please enter a valid email address' }],
  [{ customerType: 'ROBOT' }, { customerType: 'is not one of the choices' }],
  [
    { postalAddress: { ...details.postalAddress, city: '', postcode: '10' } },
    { 'postalAddress.city': 'is required', 'postalAddress.postcode': 'must be four digits' },
  ],
])('%j', (wrong, faults) => {
  expect(check(OwnerDetails, { ...details, ...wrong })).toEqual({ ok: false, faults })
})

test('valid values come out in the shape of the contract', () => {
  expect(check(OwnerDetails, { ...details, firstName: ' Mia ' })).toMatchObject({
    ok: true,
    value: { firstName: 'Mia' },
  })
})

test('text in a number field has an error in plain words', () => {
  expect(check(TradeVehicleInput.shape.year, Number.NaN)).toEqual({
    ok: false,
    faults: { '': 'must be a year' },
  })
})

test('a message becomes a sentence that begins with the label', () => {
  expect(faultSentence('Mobile phone', 'is required')).toBe('Mobile phone is required')
  expect(faultSentence('Email address', 'Please enter a valid email address')).toBe(
    'Please enter a valid email address',
  )
  expect(faultSentence('City', undefined)).toBeUndefined()
})

test('server messages find their fields, and others are left for the notice', () => {
  const failure = (messages: { property?: string; message: string }[]) =>
    ({
      kind: 'problem',
      status: 400,
      problem: { messages: messages.map((line) => ({ type: 'ERROR' as const, ...line })) },
    }) as const
  const fields = ['mobilePhone', 'name.firstName']

  expect(
    refusedFields(
      failure([
        {
          property: 'ownerDetails.mobilePhone',
          message: 'Enter a phone number. If it’s overseas, start with + and the country code',
        },
      ]),
      fields,
      /^ownerDetails\./,
    ),
  ).toEqual({
    mobilePhone: 'Enter a phone number. If it’s overseas, start with + and the country code',
  })
  expect(
    refusedFields(
      failure([
        { property: 'ownerDetails.postalAddress.postcode', message: 'must be four digits' },
      ]),
      ['postalAddress'],
      /^ownerDetails\./,
    ),
  ).toEqual({ 'postalAddress.postcode': 'must be four digits' })
  expect(refusedFields(failure([{ property: 'quoteId', message: 'is gone' }]), fields)).toBeNull()
  expect(refusedFields({ kind: 'signed-out' }, fields)).toBeNull()
})
