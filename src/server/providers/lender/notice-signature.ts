import { createHmac } from 'node:crypto'
import { isSameSecret } from '#server/platform/crypto/same-secret.ts'

/** The most age of a notice, with differences between clocks. */
const LEEWAY_S = 300

const hmac = (secret: string, timeS: number, body: Uint8Array) =>
  createHmac('sha256', secret).update(`${timeS}.`).update(body).digest()

/**
 * Whether a notice was signed with the secret, within the last minutes.
 *
 * @param signature The `Lender-Signature` header: `t=1795396800,v1=` and the HMAC of the time, a full stop and the body.
 */
export function isSigned(
  secret: string,
  body: Uint8Array,
  signature: string | undefined,
  now: Date,
): boolean {
  const [, time, digest] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature ?? '') ?? []
  if (!time || !digest) return false
  const timeS = Number(time)
  if (Math.abs(now.getTime() / 1000 - timeS) > LEEWAY_S) return false
  return isSameSecret(Buffer.from(digest, 'hex'), hmac(secret, timeS, body))
}
