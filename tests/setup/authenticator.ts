import { totpCode, totpStep } from '#server/services/totp.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** What an authenticator app shows for a secret as it is typed into it. */
export function appCode(secret: string, now: Date): string {
  const bits = [...secret].map((one) => ALPHABET.indexOf(one).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2))
  return totpCode(Uint8Array.from(bytes), totpStep(now))
}
