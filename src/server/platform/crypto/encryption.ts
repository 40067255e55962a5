import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { DataKey, Keys } from './keys.ts'
import type { EncryptionContext } from './encryption-context.ts'

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
/** The prefix of a value is the id of its key, so that older values can be read after a rotation. */
const PREFIX = /^(k[0-9a-f]{1,8})\./
const LONGEST_PREFIX = 'k12345678.'.length

type DataKeys = Pick<Keys, 'data'>

const placeText = ({ table, column, row }: EncryptionContext): Buffer =>
  Buffer.from(`${table}|${column}|${row}`)

/** Encrypts text for one place in the database. */
export const seal = ({ data: [key] }: DataKeys, place: EncryptionContext, text: string): string =>
  `${key.id}.${encrypt(key, place, Buffer.from(text)).toString('base64url')}`

/** Encrypts the content of a file, for its row. */
export const sealBytes = (
  { data: [key] }: DataKeys,
  place: EncryptionContext,
  bytes: Uint8Array,
): Uint8Array => Buffer.concat([Buffer.from(`${key.id}.`), encrypt(key, place, bytes)])

function encrypt({ bytes: key }: DataKey, place: EncryptionContext, bytes: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(placeText(place))
  const sealed = [cipher.update(bytes), cipher.final()]
  return Buffer.concat([iv, cipher.getAuthTag(), ...sealed])
}

/**
 * Decrypts text.
 *
 * @throws {Error} If it was sealed for another place or with another key, or was changed.
 */
export function unseal(keys: DataKeys, place: EncryptionContext, sealed: string): string {
  const key = keyOf(keys, sealed)
  const bytes = Buffer.from(sealed.slice(key.id.length + 1), 'base64url')
  return decrypt(key, place, bytes).toString()
}

/**
 * Decrypts the content of a file.
 *
 * @throws {Error} As {@link unseal}.
 */
export function unsealBytes(
  keys: DataKeys,
  place: EncryptionContext,
  sealed: Uint8Array,
): Buffer<ArrayBuffer> {
  const key = keyOf(keys, sealed)
  return decrypt(key, place, sealed.subarray(key.id.length + 1))
}

/** The id of the key that a value or a file was sealed with; `null` if it is not sealed. */
export function keyIdOf(sealed: string | Uint8Array): string | null {
  const start =
    typeof sealed === 'string'
      ? sealed.slice(0, LONGEST_PREFIX)
      : Buffer.from(sealed.subarray(0, LONGEST_PREFIX)).toString('latin1')
  return PREFIX.exec(start)?.[1] ?? null
}

function keyOf({ data }: DataKeys, sealed: string | Uint8Array): DataKey {
  const id = keyIdOf(sealed)
  const key = data.find((one) => one.id === id)
  if (!key) throw new Error('The value was not sealed by a key we know')
  return key
}

function decrypt(
  { bytes: key }: DataKey,
  place: EncryptionContext,
  bytes: Uint8Array,
): Buffer<ArrayBuffer> {
  const tagEnd = IV_BYTES + TAG_BYTES
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES))
    .setAAD(placeText(place))
    .setAuthTag(bytes.subarray(IV_BYTES, tagEnd))
  return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()])
}
