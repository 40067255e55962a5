import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** Secret keys, one for each use, all derived from one secret. */
export interface Keys {
  /** Signs access and refresh tokens. */
  token: Buffer
  /** Derives the 6-digit codes. */
  code: Buffer
  /** Signs the browser id of anonymous quotes. */
  browser: Buffer
  /** Encrypts finance answers. */
  field: Buffer
  /** Signs captcha challenges. */
  captcha: Buffer
  /** Peppers passwords. */
  password: Buffer
}

/**
 * Derives the keys.
 *
 * @param secret At least 32 bytes of randomness, as text.
 */
export function deriveKeys(secret: string): Keys {
  const key = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', `forecourt ${use}`, 32))
  return {
    token: key('token'),
    code: key('code'),
    browser: key('browser'),
    field: key('field'),
    captcha: key('captcha'),
    password: key('password'),
  }
}

/** The secret kept beside an embedded database, made at the first start. Readable by its owner only. */
export function secretBeside(databaseFile: string): string {
  const file = `${databaseFile}.secret`
  if (!existsSync(file))
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  return readFileSync(file, 'utf8').trim()
}
