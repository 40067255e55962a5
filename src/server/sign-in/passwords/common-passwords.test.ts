import { expect, test } from 'vitest'
import { isMadeOfCommonPasswords } from './common-passwords.ts'
import { KNOWN_PASSWORDS } from './known-passwords.ts'

test('the list has more than the 3,000 most used, and those that are long enough are refused', () => {
  const long = KNOWN_PASSWORDS.filter((one) => one.length >= 15)
  expect(KNOWN_PASSWORDS.length).toBeGreaterThan(40_000)
  expect(long.length).toBeGreaterThan(30)
  for (const one of long) expect(isMadeOfCommonPasswords(one), one).toBe(true)
})

test('each of the 3,000 most used, twice or lengthened by a year, is refused', () => {
  const used = KNOWN_PASSWORDS.slice(0, 3000).filter((one) => one.length >= 4)
  for (const one of used)
    for (const longer of [`${one}${one}`, `${one}2026`, `${one.toUpperCase()} ${one}!`])
      expect(isMadeOfCommonPasswords(longer), longer).toBe(true)
})

test('the longest that may be chosen is looked at too', () => {
  expect(isMadeOfCommonPasswords('no rest '.repeat(32))).toBe(false)
})
