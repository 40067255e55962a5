import { smtp } from './platform/mail/mail-worker.ts'
import { stripeSdk } from './providers/card/stripe.ts'
import { commonPasswords } from './sign-in/passwords/common-passwords.ts'
import { printer } from './quotes/quote-pdf.ts'
import { webAuthn } from './sign-in/passkeys/passkey-ceremony.ts'
import type { Settings } from './platform/settings/settings.ts'

/** What a process with these settings loads when it is first needed: no start waits for it. */
export const latePartsFor = ({
  isDemo,
  smtpUrl,
  stripe,
}: Pick<Settings, 'isDemo' | 'smtpUrl' | 'stripe'>): Record<string, () => Promise<unknown>> => ({
  'the list of passwords': commonPasswords,
  'what sets type': printer,
  'what checks passkeys': webAuthn,
  ...((stripe || isDemo) && { 'the card provider’s package': stripeSdk }),
  ...(smtpUrl && { 'what speaks SMTP': smtp }),
})
