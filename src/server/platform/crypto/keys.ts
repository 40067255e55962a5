import { createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { SettingError } from '#server/platform/settings/environment.ts'

/** The cost of hashing one password: memory in KiB, passes over it, lanes. */
export interface PasswordCost {
  memory: number
  passes: number
  parallelism: number
}

/** Argon2id's cost: about 20 ms on one core. */
export const PASSWORD_COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }

/** A key for encrypted values in the database and for uploaded files. */
export interface DataKey {
  /** The prefix of values it encrypted: `k1` for the one derived from `SECRET_KEY`. */
  id: string
  bytes: Buffer
}

/**
 * Secret keys, one for each purpose. All but the data keys are derived from one secret. What signs is a `KeyObject`: six
 * times as fast as bytes, of which Node makes one at each signature.
 */
export interface Keys {
  /** Signs access and refresh tokens. */
  token: KeyObject
  /** Derives the 6-digit codes. */
  code: KeyObject
  /** Signs the browser id of anonymous quotes. */
  browser: KeyObject
  /** For finance answers, owner details, stored answers and files. The first encrypts; all decrypt. */
  data: readonly [DataKey, ...DataKey[]]
  /** Names networks in the log. */
  network: KeyObject
  /** Fingerprints requests with an `Idempotency-Key`, and derives the ids of rows they create. */
  request: KeyObject
  /** Encrypts backups of the database. */
  backup: Buffer
  /** Signs captcha challenges. */
  captcha: KeyObject
  /** Signs the links of service bookings. */
  booking: KeyObject
  /** Derives the codes that reopen a quote's figures. */
  quote: KeyObject
  /** Derives the links with which a watched car is confirmed and stopped. */
  watch: KeyObject
  /** Derives the links to a purchase's calendar and its shared page. */
  purchaseLink: KeyObject
  /** Peppers passwords. */
  password: Buffer
  passwordCost: PasswordCost
  /** Shows whether two sets of keys are the same. */
  fingerprint: string
}

/** The name, in the list of data keys, of the one derived from `SECRET_KEY`. */
export const OWN_DATA_KEY = 'SECRET_KEY'
export const OWN_DATA_KEY_ID = 'k1'

const derived = (secret: string, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `forecourt ${use}`, 32))

const dataKeyOf = (secret: string): DataKey => ({
  id: `k${derived(secret, 'data id').toString('hex').slice(0, 8)}`,
  bytes: derived(secret, 'data'),
})

/**
 * Derives the keys.
 *
 * @param secret At least 32 bytes of randomness, as text.
 * @param passwordCost Lower in tests, which sign in thousands of times.
 * @param dataSecrets The secrets of the data keys, the encrypting one first; {@link OWN_DATA_KEY} is derived from `secret`.
 */
export function deriveKeys(
  secret: string,
  passwordCost = PASSWORD_COST,
  dataSecrets: string[] = [OWN_DATA_KEY],
): Keys {
  const key = (use: string) => derived(secret, use)
  const signing = (use: string) => createSecretKey(key(use))
  const data = dataSecrets.map((one) =>
    one === OWN_DATA_KEY ? { id: OWN_DATA_KEY_ID, bytes: key('field') } : dataKeyOf(one),
  ) as [DataKey, ...DataKey[]]
  return {
    token: signing('token'),
    code: signing('code'),
    browser: signing('browser'),
    data,
    network: signing('network'),
    request: signing('request'),
    backup: key('backup'),
    captcha: signing('captcha'),
    booking: signing('booking'),
    quote: signing('quote'),
    watch: signing('watch'),
    purchaseLink: signing('purchase link'),
    password: key('password'),
    passwordCost,
    fingerprint: key('fingerprint').toString('base64url'),
  }
}

const SECRET_BYTES = 32

/**
 * Reads the secret beside an embedded database, or creates it at the first start, readable by its owner only.
 *
 * It appears whole or not at all, so that no kill and no full disk leaves a short one to derive keys from.
 *
 * @throws {SettingError} If the file holds no secret, or none can be written.
 */
export function readOrCreateSecret(databaseFile: string): string {
  const file = `${databaseFile}.secret`
  try {
    if (!existsSync(file)) makeSecret(file)
    const secret = readFileSync(file, 'utf8').trim()
    if (secret.length >= SECRET_BYTES) return secret
  } catch (error) {
    throw new SettingError(`SECRET_KEY: ${file} cannot be used (${(error as Error).message}).`)
  }
  throw new SettingError(
    `SECRET_KEY: ${file} holds no secret; restore it, or set SECRET_KEY to what it was.`,
  )
}

/** Of two starts at once, one creates the secret and both use it. */
function makeSecret(file: string): void {
  const draft = `${file}.${process.pid}`
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  try {
    writeFileSync(draft, secret, { mode: 0o600, flush: true })
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}
