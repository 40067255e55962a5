import { KeyObject } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deriveKeys, readOrCreateSecret } from './keys.ts'

test('each purpose has its own key', () => {
  const { data, ...keys } = deriveKeys('a secret for tests, long enough to be one')
  const bytes = Object.values(keys).flatMap((key) =>
    key instanceof KeyObject ? [key.export()] : key instanceof Buffer ? [key] : [],
  )
  const hex = [...bytes, data[0].bytes].map((key) => key.toString('hex'))
  expect(hex).toHaveLength(13)
  expect(new Set(hex).size).toBe(hex.length)
})

describe('the secret beside an embedded database', () => {
  let folder: string
  let database: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'keys-'))
    database = join(folder, 'shop.db')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  test('is created once, readable by its owner only, and leaves no other file', () => {
    const secret = readOrCreateSecret(database)
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(readOrCreateSecret(database)).toBe(secret)
    expect(statSync(`${database}.secret`).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['shop.db.secret'])
  })

  test.each(['', '\n', 'too short'])('that reads %j stops the start', (text) => {
    writeFileSync(`${database}.secret`, text)
    expect(() => readOrCreateSecret(database)).toThrow('shop.db.secret holds no secret')
  })

  test('in a folder that is not there stops the start', () => {
    expect(() => readOrCreateSecret(join(folder, 'none', 'shop.db'))).toThrow(/^SECRET_KEY: /)
  })
})
