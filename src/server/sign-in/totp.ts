import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

/** RFC 4226 asks for 128 bits at least and recommends 160. */
const SECRET_BYTES = 20
/** Half minutes before and after ours that count as well: telephones' clocks go wrong. */
const DRIFT = 1

/** Bytes as base32, as apps want a secret (RFC 4648). */
export const base32 = (bytes: Uint8Array): string => secretOf(bytes).base32

export const newTotpSecret = (): Buffer => randomBytes(SECRET_BYTES)

/** What a QR code says to an authenticator app. */
export const totpAddress = (secret: Uint8Array, issuer: string, account: string): string =>
  new TOTP({ secret: secretOf(secret), issuer, label: account }).toString()

/** The half minute whose code was typed, or `null`. */
export function matchingStep(secret: Uint8Array, typed: string, now: Date): number | null {
  // The library throws at six characters that are no ASCII.
  if (!/^\d{6}$/.test(typed)) return null
  const timestamp = now.getTime()
  const totp = new TOTP({ secret: secretOf(secret) })
  const drift = totp.validate({ token: typed, timestamp, window: DRIFT })
  return drift === null ? null : totp.counter({ timestamp }) + drift
}

/** A copy: a `Buffer` may be part of a larger one. */
const secretOf = (bytes: Uint8Array): Secret =>
  new Secret({ buffer: Uint8Array.from(bytes).buffer })
