import { isHere, SettingError, type Environment } from './environment.ts'

/** Providers of our own; `null` is a missing setting. */
const OWN_PROVIDERS: (string | null)[] = [null, 'sample', 'off', 'local', 'altcha', 'messages']
const CHOOSING = ['REGISTER_PROVIDER', 'ADDRESS_PROVIDER', 'CAPTCHA_PROVIDER', 'CHAT_PROVIDER']
const CONNECTING = [
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'POLI_MERCHANT_CODE',
  'LENDER_URL',
  'VALUATION_URL',
]

/**
 * Whether this is a demo (decision 70): by default only on a developer's own machine, elsewhere only with `DEMO=on`.
 *
 * @throws {SettingError} Naming `DEMO` if the demo would be public, because its mailbox shows every code to anyone.
 */
export function readDemo(
  { text, flag }: Environment,
  { host, siteUrl, databaseFile }: { host: string; siteUrl: string; databaseFile: string | null },
): boolean {
  const { protocol, hostname } = new URL(siteUrl)
  const isOwnMachine =
    isHere(host) && protocol !== 'https:' && text('NODE_ENV')?.toLowerCase() !== 'production'
  const isUnconfigured =
    databaseFile !== null &&
    CONNECTING.every((name) => text(name) === null) &&
    CHOOSING.every((name) => OWN_PROVIDERS.includes(text(name)))
  const isDemo = flag('DEMO', isOwnMachine && isUnconfigured)
  if (isDemo && protocol === 'https:' && !isHere(hostname))
    throw new SettingError(
      'DEMO cannot be on at the public address in SITE_URL, because a demo shows mailed codes to everyone: set DEMO=off.',
    )
  return isDemo
}
