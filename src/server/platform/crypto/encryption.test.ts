import { describe, expect, test } from 'vitest'
import { deriveKeys, OWN_DATA_KEY } from './keys.ts'
import { keyIdOf, seal, sealBytes, unseal, unsealBytes } from './encryption.ts'
import { columnContext } from './encryption-context.ts'

const secret = 'a secret for tests, long enough to be one'
const keys = deriveKeys(secret)
const place = columnContext('purchase_journey', 'owner_details', 'journey-1')

test('a sealed value opens in its place', () => {
  expect(unseal(keys, place, seal(keys, place, 'Kōpū, $1,234'))).toBe('Kōpū, $1,234')
})

test('the same text is sealed differently each time and never visible', () => {
  const [a, b] = [seal(keys, place, 'income 4200'), seal(keys, place, 'income 4200')]
  expect(a).not.toBe(b)
  expect(a).not.toContain('4200')
})

test.each([
  ['another row', columnContext('purchase_journey', 'owner_details', 'journey-2'), keys],
  ['another column', columnContext('purchase_journey', 'finance_application', 'journey-1'), keys],
  ['another key', place, deriveKeys('another secret for tests, also long enough')],
])('it does not open for %s', (_, elsewhere, otherKeys) => {
  expect(() => unseal(otherKeys, elsewhere, seal(keys, place, 'text'))).toThrow()
})

test('a changed value does not open', () => {
  const sealed = seal(keys, place, 'text')
  const last = sealed.at(-2) === 'A' ? 'B' : 'A'
  expect(() => unseal(keys, place, sealed.slice(0, -2) + last + sealed.slice(-1))).toThrow()
  expect(() => unseal(keys, place, 'text')).toThrow()
})

describe('with data keys of their own', () => {
  const keysOf = (...data: string[]) => deriveKeys(secret, undefined, data)
  const [older, newer] = [
    'the data key of last year, long enough',
    'the data key of this year, long enough',
  ]

  test('the first one seals, and all can open', () => {
    const text = seal(keysOf(older), place, 'text')
    const bytes = sealBytes(keysOf(older), place, Buffer.from('bytes'))
    for (const both of [keysOf(older, newer), keysOf(newer, older)]) {
      expect(unseal(both, place, text)).toBe('text')
      expect(String(unsealBytes(both, place, bytes))).toBe('bytes')
    }
    const id = keysOf(newer).data[0].id
    expect(keyIdOf(seal(keysOf(newer, older), place, 'text'))).toBe(id)
    expect(keyIdOf(sealBytes(keysOf(newer, older), place, Buffer.from('bytes')))).toBe(id)
  })

  test('values sealed with the key of SECRET_KEY open as long as it is listed', () => {
    const sealed = seal(keys, place, 'text')
    expect(sealed).toMatch(/^k1\./)
    expect(unseal(keysOf(newer, OWN_DATA_KEY), place, sealed)).toBe('text')
    expect(() => unseal(keysOf(newer), place, sealed)).toThrow('not sealed by a key we know')
  })
})
