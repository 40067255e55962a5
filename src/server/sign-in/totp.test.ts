import { describe, expect, test } from 'vitest'
import { base32, matchingStep, totpAddress } from './totp.ts'

const SECRET = Buffer.from('12345678901234567890')

describe('RFC 6238', () => {
  // Appendix B, the last six of its eight digits.
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('the code at %i seconds', (seconds, code) => {
    expect(matchingStep(SECRET, code, new Date(seconds * 1000))).toBe(Math.floor(seconds / 30))
  })

  test('a code counts half a minute before and after its own, and no longer', () => {
    const STARTS = 1_111_111_080
    const after = (seconds: number) =>
      matchingStep(SECRET, '081804', new Date((STARTS + seconds) * 1000)) !== null
    expect([-30, 0, 29, 30, 59].map(after)).toEqual([true, true, true, true, true])
    expect([-31, 60, 3600].map(after)).toEqual([false, false, false])
  })

  test.each(['', '28708', '2870820', '２８７０８２', 'abcdef'])('%j is no code', (typed) => {
    expect(matchingStep(SECRET, typed, new Date(59_000))).toBeNull()
  })
})

test('a secret is shown in base32 (RFC 4648 §10)', () => {
  const shown = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) =>
    base32(Buffer.from(text)),
  )
  expect(shown).toEqual(['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'])
})

test('the address for an app names us and the account', () => {
  expect(totpAddress(Buffer.from('foobar'), 'Brand staff', 'sam+1@cars.example')).toBe(
    'otpauth://totp/Brand%20staff:sam%2B1%40cars.example?issuer=Brand%20staff&secret=MZXW6YTBOI&algorithm=SHA1&digits=6&period=30',
  )
})
