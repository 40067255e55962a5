import { Secret, TOTP } from 'otpauth'

/** What an authenticator app shows for a secret as it is typed into it. */
export const appCode = (secret: string, now: Date): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now.getTime() })
