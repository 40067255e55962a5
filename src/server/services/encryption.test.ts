import { expect, test } from 'vitest'
import { deriveKeys } from '../keys.ts'
import { seal, unseal } from './encryption.ts'

const keys = deriveKeys('a secret for tests, long enough to be one')
const place = { table: 'purchase_journey', column: 'owner_details', row: 'journey-1' }

test('what was sealed for a place opens there', () => {
  expect(unseal(keys, place, seal(keys, place, 'Kōpū, $1,234'))).toBe('Kōpū, $1,234')
})

test('the same text is sealed differently each time, and never shows', () => {
  const [a, b] = [seal(keys, place, 'income 4200'), seal(keys, place, 'income 4200')]
  expect(a).not.toBe(b)
  expect(a).not.toContain('4200')
})

test.each([
  ['another row', { ...place, row: 'journey-2' }, keys],
  ['another column', { ...place, column: 'finance_application' }, keys],
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
