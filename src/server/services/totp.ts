import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** What every authenticator app takes without being told: SHA-1, 6 digits, half a minute (RFC 6238). */
const STEP_MS = 30_000
const DIGITS = 6
/** RFC 4226 asks for 128 bits at least and recommends 160. */
const SECRET_BYTES = 20
/** Half minutes before and after ours that count as well: telephones' clocks go wrong. */
const DRIFT = 1

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes as base32, as apps want a secret (RFC 4648). */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES)

/** What a QR code says to an authenticator app. */
export const totpAddress = (secret: Uint8Array, issuer: string, account: string): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`

/** The half minute that a moment falls into. */
export const totpStep = (now: Date): number => Math.floor(now.getTime() / STEP_MS)

/** The six digits of a half minute (RFC 4226 §5.3). */
export function totpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const number = digest.readUInt32BE(digest.at(-1)! & 0xf) & 0x7fff_ffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The half minute whose code was typed, or `null`. Each that may count is looked at, whichever is right. */
export function matchingStep(secret: Uint8Array, typed: string, now: Date): number | null {
  let found: number | null = null
  for (let step = totpStep(now) - DRIFT; step <= totpStep(now) + DRIFT; step++) {
    const code = Buffer.from(totpCode(secret, step))
    const given = Buffer.from(typed)
    if (given.length === code.length && timingSafeEqual(given, code)) found = step
  }
  return found
}
