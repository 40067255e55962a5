/** The settings, checked. Times are in the unit of their name. */
export interface Settings {
  host: string
  port: number
  /** Public address, without a slash at the end. */
  siteUrl: string
  databaseUrl: string
  /** The path of an embedded database, or `null` for PostgreSQL. */
  databaseFile: string | null
  secretKey: string | null
  isDemo: boolean
  features: { reservations: boolean; usedCars: boolean }
  smtpUrl: string | null
  mailFrom: string | null
  stripe: { secretKey: string; publishableKey: string | null; webhookSecret: string } | null
  poli: { merchantCode: string; authenticationCode: string; url: string } | null
  /** Where transfers go; `null` where they are not taken. */
  bankAccount: { name: string; number: string } | null
  register: RegisterSettings
  addresses: AddressSettings
  captcha: CaptchaSettings
  /** A vendor's chat; `null`: messages can be left with us instead. */
  chat: ChatSettings | null
  limits: Record<LimitName, number>
  quoteDays: number
  journeyIdleDays: number
  cancelDays: number
  reservationDays: number
  logLevel: string
  /** Proxies of ours in front, whose `X-Forwarded-For` is believed. */
  proxies: number
  /** How long a stop waits for requests to end. */
  drainMs: number
  /** Check each answer against the contract: tests do. */
  checkAnswers: boolean
}

/** Where facts about a car come from. Addresses of servers have no slash at the end. */
export type RegisterSettings =
  { provider: 'sample' | 'off' } | { provider: 'carjam'; key: string; url: string }

/** Where street addresses come from: our own table, filled from an import, or a service. */
export type AddressSettings =
  | { provider: 'local' }
  | { provider: 'addressfinder'; key: string; secret: string | null; url: string }
  | { provider: 'nzpost'; key: string; secret: string; url: string; tokenUrl: string }

export type CaptchaSettings =
  { provider: 'altcha' } | { provider: 'turnstile'; siteKey: string; secret: string; url: string }

/** What stands in every page that loads the vendor's chat: nothing of it is secret. */
export interface ChatSettings {
  provider: 'freshchat' | 'intercom' | 'crisp'
  id: string
  /** The vendor's server for the account's region; empty where there is one for all. */
  url: string
}

/** Every limit by name, with what it allows by default. Never off; a test may set one low. */
export const LIMITS = {
  /** Sign-in requests per address and minute. */
  LIMIT_TOKEN_PER_MINUTE: 120,
  /** Wrong passwords per account and network in a quarter of an hour. */
  LIMIT_PASSWORD_FAILURES_PER_15_MINUTES: 10,
  /** New codes for one account per hour; each may be sent three times. */
  LIMIT_CODES_PER_HOUR: 5,
  /** New codes for one account per day. */
  LIMIT_CODES_PER_DAY: 10,
  /** Tries at one code. */
  LIMIT_CODE_TRIES: 5,
  /** Quotes calculated per address and minute. */
  LIMIT_QUOTES_PER_MINUTE: 600,
  /** Documents written per address and minute. */
  LIMIT_DOCUMENTS_PER_MINUTE: 60,
  /** Codes of quotes tried per address and minute. */
  LIMIT_QUOTE_CODES_PER_MINUTE: 30,
  /** Accounts created per address and hour. */
  LIMIT_ACCOUNTS_PER_HOUR: 60,
  /** Messages left per address and hour. */
  LIMIT_MESSAGES_PER_HOUR: 20,
  /** Times one e-mail address is told that its enquiry arrived, per day. */
  LIMIT_ENQUIRY_MAILS_PER_DAY: 3,
  /** Times one e-mail address is asked whether it wants to watch a car, per day. */
  LIMIT_WATCH_MAILS_PER_DAY: 3,
  /** Cars watched by one e-mail address at once. */
  LIMIT_WATCHES_AT_ONCE: 10,
  /** Quotes mailed per customer and hour. */
  LIMIT_QUOTE_MAILS_PER_HOUR: 5,
  /** Plate look-ups per address and minute. */
  LIMIT_CAR_LOOKUPS_PER_MINUTE: 30,
  /** Recall look-ups per address and minute. */
  LIMIT_RECALL_LOOKUPS_PER_MINUTE: 30,
  /** Address searches per address and minute. */
  LIMIT_ADDRESS_SEARCHES_PER_MINUTE: 600,
  /** Times of workshops held by one address at once. */
  LIMIT_SERVICE_HOLDS_AT_ONCE: 10,
  /** Times held per address and minute. */
  LIMIT_SERVICE_HOLDS_PER_MINUTE: 60,
  /** Service bookings per address and hour. */
  LIMIT_SERVICE_BOOKINGS_PER_HOUR: 60,
  /** Service bookings per e-mail address and day. */
  LIMIT_SERVICE_BOOKINGS_PER_DAY: 20,
  /** Any one call per address and minute. */
  LIMIT_CALLS_PER_MINUTE: 6000,
} as const
export type LimitName = keyof typeof LIMITS

/** A setting that keeps the program from starting. Its message begins with the setting's name. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}

type Environment = Record<string, string | undefined>

/**
 * Reads the settings from the environment.
 *
 * @throws {SettingError} For the first one that is missing or malformed, by its name.
 */
export function readSettings(env: Environment): Settings {
  const text = (name: string): string | null => env[name]?.trim() || null
  const number = (name: string, fallback: number, min: number, max: number): number => {
    const value = text(name)
    if (value === null) return fallback
    if (!/^\d{1,9}$/.test(value) || Number(value) < min || Number(value) > max)
      throw new SettingError(
        `${name} must be a whole number from ${min} to ${max}, not "${value}".`,
      )
    return Number(value)
  }
  const flag = (name: string, fallback: boolean): boolean => {
    const value = text(name)?.toLowerCase()
    if (value === undefined) return fallback
    if (['on', 'true', '1', 'yes'].includes(value)) return true
    if (['off', 'false', '0', 'no'].includes(value)) return false
    throw new SettingError(`${name} must be "on" or "off", not "${env[name]}".`)
  }

  const choice = <T extends string>(name: string, choices: readonly T[], fallback: T): T => {
    const value = text(name)?.toLowerCase() ?? fallback
    const chosen = choices.find((one) => one === value)
    if (chosen) return chosen
    throw new SettingError(`${name} must be ${listed(choices)}, not "${env[name]}".`)
  }
  const needed = (name: string, reason: string): string => {
    const value = text(name)
    if (value === null) throw new SettingError(`${name} is missing: ${reason}.`)
    return value
  }
  const server = (name: string, fallback: string): string =>
    readServer(name, text(name) ?? fallback)

  const port = number('PORT', 4321, 1, 65535)
  const siteUrl = readSiteUrl(text('SITE_URL') ?? `http://localhost:${port}`)
  const databaseUrl = text('DATABASE_URL') ?? 'file:./data/storefront.db'
  const databaseFile = readDatabaseFile(databaseUrl)
  const smtpUrl = text('SMTP_URL')
  if (smtpUrl && !/^smtps?:\/\/.+/.test(smtpUrl))
    throw new SettingError('SMTP_URL must begin with smtp:// or smtps://.')
  const stripe = readStripe(text)
  const services = ['REGISTER_PROVIDER', 'ADDRESS_PROVIDER', 'CAPTCHA_PROVIDER', 'CHAT_PROVIDER']
  const isDemo = flag(
    'DEMO',
    databaseFile !== null &&
      smtpUrl === null &&
      stripe === null &&
      text('POLI_MERCHANT_CODE') === null &&
      services.every((name) => OWN_PROVIDERS.includes(text(name))),
  )

  const secretKey = text('SECRET_KEY')
  if (secretKey !== null && secretKey.length < 32)
    throw new SettingError('SECRET_KEY must have at least 32 characters of randomness.')
  if (secretKey === null && databaseFile === null)
    throw new SettingError(
      'SECRET_KEY is missing: with PostgreSQL every process needs the same one (32 random characters or more).',
    )
  if (!isDemo && smtpUrl !== null && text('MAIL_FROM') === null)
    throw new SettingError('MAIL_FROM is missing: the address that e-mail is sent from.')

  const logLevel = text('LOG_LEVEL') ?? 'info'
  if (!['fatal', 'error', 'warn', 'info', 'debug', 'silent'].includes(logLevel))
    throw new SettingError('LOG_LEVEL must be fatal, error, warn, info, debug or silent.')

  return {
    host: text('HOST') ?? '127.0.0.1',
    port,
    siteUrl,
    databaseUrl,
    databaseFile,
    secretKey,
    isDemo,
    features: {
      reservations: flag('FEATURE_RESERVATIONS', false),
      usedCars: flag('FEATURE_USED_CARS', false),
    },
    smtpUrl,
    mailFrom: text('MAIL_FROM'),
    stripe,
    poli: readPoli(),
    bankAccount: readBankAccount(),
    register: readRegister(),
    addresses: readAddresses(),
    captcha: readCaptcha(),
    chat: readChat(),
    limits: Object.fromEntries(
      Object.entries(LIMITS).map(([name, fallback]) => [
        name,
        number(name, fallback, 1, 999_999_999),
      ]),
    ) as Record<LimitName, number>,
    quoteDays: number('QUOTE_DAYS', 14, 1, 365),
    journeyIdleDays: number('JOURNEY_IDLE_DAYS', 30, 1, 365),
    cancelDays: number('CANCEL_DAYS', 3, 0, 60),
    reservationDays: number('RESERVATION_DAYS', 14, 1, 365),
    logLevel,
    proxies: number('TRUSTED_PROXIES', 0, 0, 9),
    drainMs: number('DRAIN_MS', isDemo ? 0 : 5_000, 0, 60_000),
    checkAnswers: flag('CHECK_ANSWERS', false),
  }

  function readPoli(): Settings['poli'] {
    if (text('POLI_MERCHANT_CODE') === null && text('POLI_AUTHENTICATION_CODE') === null)
      return null
    return {
      merchantCode: needed('POLI_MERCHANT_CODE', 'the merchant code of your POLi account'),
      authenticationCode: needed('POLI_AUTHENTICATION_CODE', 'the code that goes with it'),
      url: server('POLI_URL', 'https://poliapi.apac.paywithpoli.com'),
    }
  }

  function readBankAccount(): Settings['bankAccount'] {
    const account = text('BANK_ACCOUNT')
    // A bank that does not exist: nobody can send money there.
    if (account === null)
      return isDemo ? { name: 'Tarvane (sample account)', number: '00-0000-0000000-00' } : null
    if (!/^\d{2}-\d{4}-\d{7}-\d{2,3}$/.test(account))
      throw new SettingError('BANK_ACCOUNT must be a New Zealand account, 00-0000-0000000-00.')
    return {
      name: needed('BANK_ACCOUNT_NAME', 'the name of the account in BANK_ACCOUNT'),
      number: account,
    }
  }

  function readRegister(): RegisterSettings {
    const fallback = isDemo ? 'sample' : 'off'
    const provider = choice('REGISTER_PROVIDER', ['sample', 'carjam', 'off'], fallback)
    if (provider === 'sample' && !isDemo)
      throw new SettingError('REGISTER_PROVIDER can be sample in demo mode only.')
    if (provider !== 'carjam') return { provider }
    return {
      provider,
      key: needed('REGISTER_KEY', 'the developer key of your CarJam account'),
      url: server('REGISTER_URL', 'https://www.carjam.co.nz'),
    }
  }

  function readAddresses(): AddressSettings {
    const provider = choice('ADDRESS_PROVIDER', ['local', 'addressfinder', 'nzpost'], 'local')
    if (provider === 'local') return { provider }
    const key = needed('ADDRESS_KEY', `the key (client id) of your ${provider} account`)
    if (provider === 'addressfinder')
      return {
        provider,
        key,
        secret: text('ADDRESS_SECRET'),
        url: server('ADDRESS_URL', 'https://api.addressfinder.io'),
      }
    return {
      provider,
      key,
      secret: needed('ADDRESS_SECRET', 'the client secret of your nzpost account'),
      url: server('ADDRESS_URL', 'https://api.nzpost.co.nz'),
      tokenUrl: server('ADDRESS_TOKEN_URL', 'https://oauth.nzpost.co.nz/as/token.oauth2'),
    }
  }

  function readChat(): ChatSettings | null {
    const names = ['messages', 'freshchat', 'intercom', 'crisp'] as const
    const provider = choice('CHAT_PROVIDER', names, 'messages')
    if (provider === 'messages') return null
    const id = needed('CHAT_ID', `what your ${provider} account is called in a page`)
    if (!/^[\w-]{4,64}$/.test(id))
      throw new SettingError('CHAT_ID must be letters, digits and hyphens.')
    const fallback = CHAT_URLS[provider]
    return { provider, id, url: fallback === null ? '' : server('CHAT_URL', fallback) }
  }

  function readCaptcha(): CaptchaSettings {
    const provider = choice('CAPTCHA_PROVIDER', ['altcha', 'turnstile'], 'altcha')
    if (provider === 'altcha') return { provider }
    return {
      provider,
      siteKey: needed('CAPTCHA_SITE_KEY', 'the public key of your Turnstile widget'),
      secret: needed('CAPTCHA_SECRET', 'the secret key of your Turnstile widget'),
      url: server('CAPTCHA_URL', 'https://challenges.cloudflare.com/turnstile/v0/siteverify'),
    }
  }
}

/** Providers that are no service of somebody else; `null` is a setting that is not there. */
const OWN_PROVIDERS: (string | null)[] = [null, 'sample', 'off', 'local', 'altcha', 'messages']

const CHAT_URLS = {
  freshchat: 'https://wchat.freshchat.com',
  intercom: 'https://api-iam.intercom.io',
  crisp: null,
}

const listed = (choices: readonly string[]): string =>
  `${choices.slice(0, -1).join(', ')} or ${choices.at(-1)}`

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Keys travel to it: encrypted, or not off this machine. */
function readServer(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname))
  if (!url || !isSafe || url.search || url.hash || url.username)
    throw new SettingError(`${name} must be an https address without a query.`)
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

function readSiteUrl(value: string): string {
  let url: URL
  try {
    url = new URL(value)
  } catch {
    throw new SettingError(
      `SITE_URL must be an address such as https://cars.example, not "${value}".`,
    )
  }
  if (!['http:', 'https:'].includes(url.protocol) || url.search || url.hash)
    throw new SettingError('SITE_URL must be http or https, without a query or a fragment.')
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

function readDatabaseFile(value: string): string | null {
  if (/^postgres(ql)?:\/\/.+/.test(value)) return null
  const file = /^file:(.+)$/.exec(value)?.[1]
  if (!file)
    throw new SettingError(
      `DATABASE_URL must begin with file: or postgres:, not "${value.slice(0, 20)}".`,
    )
  return file.replace(/^\/\/(?=\/)/, '')
}

function readStripe(text: (name: string) => string | null): Settings['stripe'] {
  const secretKey = text('STRIPE_SECRET_KEY')
  const webhookSecret = text('STRIPE_WEBHOOK_SECRET')
  if (secretKey === null && webhookSecret === null) return null
  if (secretKey === null) throw new SettingError('STRIPE_SECRET_KEY is missing.')
  if (!/^(sk|rk)_(test|live)_\w+$/.test(secretKey))
    throw new SettingError(
      'STRIPE_SECRET_KEY must begin with sk_test_, sk_live_, rk_test_ or rk_live_.',
    )
  if (webhookSecret === null) throw new SettingError('STRIPE_WEBHOOK_SECRET is missing.')
  if (!webhookSecret.startsWith('whsec_'))
    throw new SettingError('STRIPE_WEBHOOK_SECRET must begin with whsec_.')
  return { secretKey, webhookSecret, publishableKey: text('STRIPE_PUBLISHABLE_KEY') }
}
