import { isoCBOR } from '@simplewebauthn/server/helpers'
import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { isOrdinaryKey } from './passkey-ceremony.ts'

const bytes = (base64url: string) => new Uint8Array(Buffer.from(base64url, 'base64url'))
const rsa = (n: Uint8Array, e: Uint8Array) =>
  isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 3],
      [3, -257],
      [-1, n],
      [-2, e],
    ]),
  )
const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const { n, e } = publicKey.export({ format: 'jwk' }) as { n: string; e: string }

test.each([
  ['of an authenticator', bytes(n), bytes(e), true],
  ['with an exponent as long as the modulus', bytes(n), bytes(n), false],
  ['of 16,384 bits', new Uint8Array(2048).fill(1), bytes(e), false],
  ['of 1,024 bits', new Uint8Array(128).fill(1), bytes(e), false],
])('an RSA key %s', async (_, modulus, exponent, isOrdinary) => {
  expect(await isOrdinaryKey(rsa(modulus, exponent))).toBe(isOrdinary)
})

test('a key on a curve', async () => {
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(32).fill(1)],
    [-3, new Uint8Array(32).fill(2)],
  ])
  expect(await isOrdinaryKey(isoCBOR.encode(key))).toBe(true)
})
