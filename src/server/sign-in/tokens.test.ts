import { describe, expect, test } from 'vitest'
import { deriveKeys } from '#server/platform/crypto/keys.ts'
import { makeToken, readToken, type TokenClaim } from './tokens.ts'

const keys = deriveKeys('one secret of a test, long enough to be it')
const claim: TokenClaim = {
  kind: 'access',
  sessionId: 'kzv1pUZ0R8aG3yNwYc_-Qg',
  generation: 7,
}
const token = makeToken(keys, claim)

describe('a token', () => {
  test('says what it was made of, and is the same every time', () => {
    expect(readToken(keys, token)).toEqual(claim)
    expect(makeToken(keys, { ...claim })).toBe(token)
    expect(readToken(keys, makeToken(keys, { ...claim, kind: 'refresh' }))?.kind).toBe('refresh')
  })

  test('does not hold under another secret', () => {
    expect(readToken(keys, token)).toEqual(claim)
    expect(readToken(deriveKeys('another secret of a test, long enough'), token)).toBeNull()
  })

  test('has one spelling: any other character anywhere makes it nothing', () => {
    const alphabet = 'Aa0_-.9'
    for (let at = 0; at < token.length; at++)
      for (const letter of alphabet)
        if (token[at] !== letter)
          expect(readToken(keys, token.slice(0, at) + letter + token.slice(at + 1))).toBeNull()
  })

  test.each([
    '',
    'a1_',
    'a1_x.1.y',
    token + 'A',
    ` ${token}`,
    `${token}\n`,
    token.replace('.7.', '.07.'),
    token.replace('.7.', '.7e0.'),
    token.replace('a1_', 'r1_'),
    token.replace('a1_', 'a2_'),
    'x'.repeat(100_000),
  ])('%j is none', (text) => {
    expect(readToken(keys, text)).toBeNull()
  })
})
