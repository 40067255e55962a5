import { describe, expect, test } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { inLine } from '#server/platform/caller-line.ts'
import { deriveKeys } from '#server/platform/crypto/keys.ts'
import {
  hashPassword,
  isOutdated,
  MAX_AT_ONCE,
  passwordProblem,
  verifyPassword,
} from './passwords.ts'

const keys = deriveKeys('one secret of a test, long enough to be it')

/** The places of a test before are free with the next turn of the event loop. */
const turnsOver = () => new Promise((resolve) => setImmediate(resolve))

describe('a password', () => {
  test('is stored as argon2id with a salt of its own', async () => {
    const stored = await hashPassword(keys, 'a gentle sea breeze')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(await hashPassword(keys, 'a gentle sea breeze')).not.toBe(stored)
    expect(await verifyPassword(keys, 'a gentle sea breeze', stored)).toBe(true)
    expect(await verifyPassword(keys, 'a gentle sea breezf', stored)).toBe(false)
  })

  test('is verified at the cost it was stored with, and outdated by any higher one', async () => {
    const secret = 'one secret of a test, long enough to be it'
    const cheap = deriveKeys(secret, { memory: 64, passes: 1, parallelism: 1 })
    const stored = await hashPassword(cheap, 'a gentle sea breeze')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
    expect(await verifyPassword(keys, 'a gentle sea breeze', stored)).toBe(true)
    expect(await verifyPassword(keys, 'a gentle sea breezf', stored)).toBe(false)
    const outdated = [
      keys,
      cheap,
      deriveKeys(secret, { memory: 64, passes: 2, parallelism: 1 }),
    ].map((one) => isOutdated(one, stored))
    expect(outdated).toEqual([true, false, true])
    expect(isOutdated(cheap, await hashPassword(keys, 'a gentle sea breeze'))).toBe(false)
  })

  test.each([
    '$argon2i$v=19$m=64,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    '$argon2id$v=16$m=64,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    '$argon2id$v=19$m=64,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$',
    'a gentle sea breeze',
    '',
  ])('is not verified against %j', async (stored) => {
    expect(await verifyPassword(keys, 'a gentle sea breeze', stored)).toBe(false)
  })

  test('is one however its accents are composed', async () => {
    const stored = await hashPassword(keys, 'tō mātou whare mōhio'.normalize('NFD'))
    expect(await verifyPassword(keys, 'tō mātou whare mōhio'.normalize('NFC'), stored)).toBe(true)
  })

  test('does not hold without the pepper, nor against nothing', async () => {
    const stored = await hashPassword(keys, 'a gentle sea breeze')
    const others = deriveKeys('another secret of a test, long enough')
    expect(await verifyPassword(others, 'a gentle sea breeze', stored)).toBe(false)
    expect(await verifyPassword(keys, 'a gentle sea breeze', null)).toBe(false)
    expect(await verifyPassword(keys, '', null)).toBe(false)
  })

  // Each takes some 20 ms of a core, and of a busy machine more.
  test(
    'beyond a hundred waiting is put off instead of queued without end',
    { timeout: 90_000 },
    async () => {
      await turnsOver()
      const results = await Promise.allSettled(
        Array.from({ length: 120 }, () => verifyPassword(keys, 'x', null)),
      )
      const refused = results.filter(({ status }) => status === 'rejected')
      expect(refused).toHaveLength(120 - 100 - MAX_AT_ONCE)
      expect((refused[0] as PromiseRejectedResult).reason).toMatchObject({ status: 503 })
      expect(await verifyPassword(keys, 'x', null)).toBe(false)
    },
  )
})

test('of one network at most twenty passwords wait, and others still find room', async () => {
  await turnsOver()
  const at = (network: string) => inLine(network, () => verifyPassword(keys, 'x', null))
  const results = await Promise.allSettled([
    ...Array.from({ length: 30 }, () => at('203.0.113.1')),
    at('203.0.113.2'),
  ])
  const refused = results.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(30 - 20 - MAX_AT_ONCE)
  expect(results.at(-1)!.status).toBe('fulfilled')
})

describe('a new password', () => {
  const known = ['mia.harris@post.example', 'Mia', 'Harris']

  test.each([
    'a gentle sea breeze',
    'correct staple battery',
    'kererū in the pūriri tree',
    '🚗🛞🏔️🌊🚙🏕️🌧️☀️🛣️🧭🗺️🏖️🚦🔑🧳',
    'demo password 2026',
    'blue horse on the river',
    'cat horse battery',
    'Kia ora koutou katoa',
    'vX7#pQ2!mZ9&wL4',
  ])('%j is good', (password) => {
    expect(passwordProblem({ catalogue }, password, known)).toBeNull()
  })

  test.each([
    ['short', 'must have at least 15 characters'],
    ['fourteen chars', 'must have at least 15 characters'],
    ['x'.repeat(257), 'must have at most 256 characters'],
  ])('%j %s', (password, why) => {
    expect(passwordProblem({ catalogue }, password, known)).toBe(why)
  })

  test.each([
    'aaaaaaaaaaaaaaaaa',
    'abcabcabcabcabcabc',
    'passwordpassword',
    'Password12345678',
    'tarvanetarvane1',
    'TarvaneTarvane2026',
    'miaharrismiaharris',
    'qwertyuiopasdfgh',
    '1234567890123456',
    '9876543210987654',
    // Among the most used themselves.
    '1qaz2wsx3edc4rfv',
    'qazwsxedcrfvtgb',
    '1q2w3e4r5t6y7u8i',
    // Made of two of them.
    'sunshineprincess',
    'Monkey!Football9',
    'm0nk3y-F00tb@ll',
    'superman-iloveyou',
    'dragonmaster2026',
    'trustno1trustno1',
  ])('%j is too easy to guess', (password) => {
    expect(passwordProblem({ catalogue }, password, known)).toMatch(/^is too easy to guess/)
  })
})
