import { expect, test } from 'vitest'
import { addressInOneLine, addressToSend, isNoAddress, typedAddress } from './typed-address.ts'

const typed = typedAddress({ line1: '85 Queen Street', city: 'Auckland', postcode: '1010' })

test('a form has every field of an address', () => {
  expect(typed).toEqual({
    line1: '85 Queen Street',
    line2: '',
    suburb: '',
    city: 'Auckland',
    postcode: '1010',
    addressId: '',
    sought: '',
  })
  expect(isNoAddress(typed)).toBe(false)
  expect(isNoAddress(typedAddress(null))).toBe(true)
  expect(isNoAddress({ ...typedAddress(null), city: ' ' })).toBe(true)
  expect(isNoAddress({ ...typedAddress(null), sought: '1 qu' })).toBe(true)
})

test('an address that was picked is sent with its id, one that was typed without', () => {
  expect(addressToSend(typed)).not.toHaveProperty('addressId')
  expect(addressToSend({ ...typed, sought: '1 qu' })).not.toHaveProperty('sought')
  expect(addressToSend({ ...typed, addressId: '900002' })).toMatchObject({
    country: 'NZ',
    addressId: '900002',
  })
})

test.each([
  [typed, '85 Queen Street, Auckland 1010'],
  [{ ...typed, line2: 'RD 2', suburb: 'Ōpua' }, '85 Queen Street, RD 2, Ōpua, Auckland 1010'],
  [typedAddress({ city: 'Taupō' }), 'Taupō'],
])('in one line: %j', (address, line) => {
  expect(addressInOneLine(address)).toBe(line)
})
