import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Keys } from '../keys.ts'

const ALGORITHM = 'aes-256-gcm'
/** Names the key, so that it can be changed while older values are still read. */
const PREFIX = 'k1.'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Where a value stands. A value moved to another place cannot be opened there. */
export interface Place {
  table: string
  column: string
  row: string
}

const placeText = ({ table, column, row }: Place): Buffer =>
  Buffer.from(`${table}|${column}|${row}`)

/** Encrypts text for one place in the database. */
export const seal = (keys: Keys, place: Place, text: string): string =>
  PREFIX + encrypt(keys, place, Buffer.from(text)).toString('base64url')

/** Encrypts what is in a file, for the row that stands for it. */
export const sealBytes = (keys: Keys, place: Place, bytes: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.from(PREFIX), encrypt(keys, place, bytes)])

function encrypt(keys: Keys, place: Place, bytes: Uint8Array): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, keys.field, iv).setAAD(placeText(place))
  const sealed = [cipher.update(bytes), cipher.final()]
  return Buffer.concat([iv, cipher.getAuthTag(), ...sealed])
}

/**
 * The text that was sealed for a place.
 *
 * @throws {Error} If it was sealed for another place or with another key, or was changed.
 */
export function unseal(keys: Keys, place: Place, sealed: string): string {
  if (!sealed.startsWith(PREFIX)) throw unknownKey()
  return decrypt(keys, place, Buffer.from(sealed.slice(PREFIX.length), 'base64url')).toString()
}

/**
 * What is in a file that was sealed for a row.
 *
 * @throws {Error} As {@link unseal}.
 */
export function unsealBytes(keys: Keys, place: Place, sealed: Uint8Array): Buffer<ArrayBuffer> {
  const { length } = PREFIX
  if (Buffer.from(sealed.subarray(0, length)).toString() !== PREFIX) throw unknownKey()
  return decrypt(keys, place, sealed.subarray(length))
}

const unknownKey = () => new Error('The value was not sealed by a key we know')

function decrypt(keys: Keys, place: Place, bytes: Uint8Array): Buffer<ArrayBuffer> {
  const tagEnd = IV_BYTES + TAG_BYTES
  const decipher = createDecipheriv(ALGORITHM, keys.field, bytes.subarray(0, IV_BYTES))
    .setAAD(placeText(place))
    .setAuthTag(bytes.subarray(IV_BYTES, tagEnd))
  return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()])
}
