// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { NO_ADDRESS, typedAddress } from '#lib/addresses/typed-address.ts'
import {
  find,
  given,
  input,
  key,
  lookUp,
  open,
  OUT,
  press,
  status,
  type,
} from './AddressPicker.fixture.tsx'

describe('§5 ‘enter it manually’', () => {
  test('opens the lines with what was typed, and leads back', async () => {
    await open()
    await find('3 Nowhere Lane, Ōpua')
    await press('Enter it manually')
    expect(document.activeElement).toBe(input('line1'))
    expect(input('line1').value).toBe('3 Nowhere Lane')
    expect(input('city').value).toBe('Ōpua')
    await type('0200', 'postcode')
    expect(given).toEqual({
      ...NO_ADDRESS,
      line1: '3 Nowhere Lane',
      city: 'Ōpua',
      postcode: '0200',
    })
    await press('Search for the address instead')
    expect(document.activeElement).toBe(input())
    expect(input().value).toBe('3 Nowhere Lane')
    expect(given).toEqual({ ...NO_ADDRESS, sought: '3 Nowhere Lane' })
  })

  test('is the last option of the list', async () => {
    await open()
    await find('1 q')
    await key('ArrowUp')
    await key('Enter')
    expect(document.activeElement).toBe(input('line1'))
  })

  test('a flat keeps the address that was picked, another street does not', async () => {
    await open()
    await find('1 q')
    await key('ArrowDown')
    await key('Enter')
    await press('Enter it manually')
    expect(document.activeElement).toBe(input('line2'))
    await type('RD 2', 'line2')
    expect(given).toMatchObject({ line1: '1 Quay Street', line2: 'RD 2', addressId: '1' })
    await type('3 Quay Street', 'line1')
    expect(given).toMatchObject({ line1: '3 Quay Street', addressId: '' })
  })

  test('is offered while the address service fails', async () => {
    lookUp.search = async () => OUT
    await open()
    await find('1 quay')
    expect(status()).toBe('We can’t look up addresses right now. Please enter yours manually.')
    await press('Enter it manually')
    expect(input('line1').value).toBe('1 quay')
  })

  test('asks for the postcode that a picked address lacks', async () => {
    const { find: whole } = lookUp
    lookUp.find = async (addressId, signal) => {
      const found = await whole(addressId, signal)
      if (found.ok) found.value.address.postcode = null
      return found
    }
    await open()
    await find('1 q')
    await key('ArrowDown')
    await key('Enter')
    expect(document.activeElement).toBe(input('postcode'))
    expect(status()).toBe('We don’t have a postcode for this address. Please add it.')
    await type('0110', 'postcode')
    expect(given).toMatchObject({ city: 'Whangārei', postcode: '0110', addressId: '1' })
  })

  test('takes over when a picked address cannot be loaded', async () => {
    lookUp.find = async () => OUT
    await open()
    await find('1 q')
    await key('ArrowDown')
    await key('Enter')
    expect(document.activeElement).toBe(input('line1'))
    expect(input('line1').value).toBe('1 Quay Street')
    expect(status()).toBe('We couldn’t load the full address. Please enter the rest below.')
  })

  test('shows a manually entered address, and the line with an error', async () => {
    const before = typedAddress({ line1: '1 Quay Street', city: 'Nelson', postcode: '70' })
    await open(before)
    expect(input('line1').value).toBe('1 Quay Street')
    await open({ ...before, addressId: '7' }, { postcode: 'must be four digits' })
    expect(input('postcode').getAttribute('aria-invalid')).toBe('true')
    await type('7010', 'postcode')
    expect(input('postcode').value).toBe('7010')
  })

  test('the field shows an address that was picked before', async () => {
    await open({ ...typedAddress({ line1: '1 Quay Street', city: 'Nelson' }), addressId: '7' })
    expect(input().value).toBe('1 Quay Street, Nelson')
  })
})
