import { dirname, join } from 'node:path'
import { CANCEL_DAYS } from '#lib/shared/constants.ts'
import type { BucketSettings } from '#server/providers/files/bucket.ts'
import type { PoliSettings } from '#server/providers/bank/poli.ts'
import type { StripeSettings } from '#server/providers/card/stripe-sdk.ts'
import type { LenderSettings } from '#server/providers/lender/json-lender.ts'
import type { ValuationSettings } from '#server/providers/valuation/json-valuation.ts'
import type { WebhookSettings } from '#server/providers/webhooks/post.ts'
import { addressesOf } from '#server/platform/database/hosts.ts'
import { readDemo } from './demo.ts'
import { readOwnApi, type OwnApiSettings } from './own-api.ts'
import { isHere, readEnvironment, requireTlsWord, SettingError } from './environment.ts'
import { LIMITS, type LimitName } from './limits.ts'
import {
  readBackups,
  readBucket,
  readDataKeys,
  readMetrics,
  type BackupSettings,
  type MetricsSettings,
} from './operations.ts'
import {
  readAddresses,
  readBankAccount,
  readCaptcha,
  readChat,
  readLender,
  readPoli,
  readRegister,
  readValuation,
  readStripe,
  type AddressSettings,
  type BankAccount,
  type CaptchaSettings,
  type ChatSettings,
  type RegisterSettings,
} from './providers.ts'

/** The checked settings. Times are in the unit of their name. */
export interface Settings {
  host: string
  port: number
  /** The number of processes on this machine. */
  processes: number
  /** Public address, without a slash at the end. */
  siteUrl: string
  /** The API that answers calls in our place; `null`: this server does, with a database. */
  ownApi: OwnApiSettings | null
  databaseUrl: string
  /** The path of an embedded database, or `null` for PostgreSQL and with an API of the brand's own. */
  databaseFile: string | null
  secretKey: string | null
  /** Secrets of the data keys, the encrypting one first. */
  dataKeys: string[]
  /** The folder for uploaded files. */
  uploadsDir: string
  /** The bucket for uploaded files instead of the folder, for several machines. */
  bucket: BucketSettings | null
  /** Scheduled backups of an embedded database; `null`: none. */
  backups: BackupSettings | null
  /** Where Prometheus can read metrics; `null`: nowhere. */
  metrics: MetricsSettings | null
  /** The folder with all installed versions; `null`: only this version is served. */
  versionsDir: string | null
  isDemo: boolean
  /** Whether it is a demo by itself, because `DEMO` is missing: only its own machine may use it. */
  isDemoByDefault: boolean
  /** Whether all staff need a second factor. Staff who have set one up are always asked for it. */
  staffSecondFactor: boolean
  features: { reservations: boolean; usedCars: boolean }
  smtpUrl: string | null
  mailFrom: string | null
  stripe: StripeSettings | null
  poli: PoliSettings | null
  lender: LenderSettings | null
  bankAccount: BankAccount
  register: RegisterSettings
  /** The service that values used cars; `null`: none. */
  valuation: ValuationSettings | null
  addresses: AddressSettings
  captcha: CaptchaSettings
  /** A vendor's chat; `null`: our own message form. */
  chat: ChatSettings | null
  webhooks: WebhookSettings
  limits: Record<LimitName, number>
  quoteDays: number
  journeyIdleDays: number
  cancelDays: number
  /** How long a copy of a customer's data can be downloaded. */
  exportHours: number
  /** How long the car of a confirmed purchase is reserved without the deposit. */
  depositHours: number
  logLevel: string
  /** The number of our own proxies, whose `X-Forwarded-For` is trusted. */
  proxies: number
  /** The lowest speed of a body, checked every ten seconds. */
  bodyBytesPerSecond: number
  /** The event loop delay above which requests are turned away; 0 for no limit. */
  maxDelayMs: number
  /** How long a process that stops goes on taking requests, not ready. */
  drainMs: number
  /** Check each answer against the contract, as tests do. */
  checkAnswers: boolean
}

/**
 * Reads the settings from the environment.
 *
 * @throws {SettingError} Naming the first setting that is missing or malformed.
 */
export function readSettings(variables: Record<string, string | undefined>): Settings {
  const env = readEnvironment(variables)
  const { text, number, flag } = env
  const port = number('PORT', 4321, 1, 65535)
  const processes = number('WEB_CONCURRENCY', 1, 1, 64)
  const siteUrl = readSiteUrl(text('SITE_URL') ?? `http://localhost:${port}`)
  const databaseUrl = text('DATABASE_URL') ?? 'file:./data/storefront.db'
  const ownApi = readOwnApi(env)
  const databaseFile = ownApi ? null : readDatabaseFile(databaseUrl)
  if (databaseFile === null && !ownApi)
    for (const address of addressesOf(databaseUrl)) requireTlsWord('DATABASE_URL', address)
  const smtpUrl = text('SMTP_URL')
  if (smtpUrl && !/^smtps?:\/\/.+/.test(smtpUrl))
    throw new SettingError('SMTP_URL must begin with smtp:// or smtps://.')
  if (smtpUrl) requireTlsWord('SMTP_URL', smtpUrl)
  const stripe = readStripe(env)
  const host = text('HOST') ?? '127.0.0.1'
  const isDemo = readDemo(env, { host, siteUrl, databaseFile })
  if (!isDemo) requireHttps(siteUrl)

  const secretKey = text('SECRET_KEY')
  if (secretKey !== null && secretKey.length < 32)
    throw new SettingError('SECRET_KEY must have at least 32 characters of randomness.')
  // Hexadecimal digits, the fewest that anything random is written in, are all but sure to be more.
  if (secretKey !== null && (new Set(secretKey).size < 8 || /^(.{1,16})\1+$/.test(secretKey)))
    throw new SettingError(
      'SECRET_KEY repeats a few characters, so it can be guessed. Make a random one: openssl rand -hex 32.',
    )
  if (secretKey === null && databaseFile === null && !ownApi)
    throw new SettingError(
      'SECRET_KEY is missing: with PostgreSQL every process needs the same one (32 random characters or more).',
    )
  if (!isDemo && smtpUrl !== null && text('MAIL_FROM') === null)
    throw new SettingError('MAIL_FROM is missing: the address that email is sent from.')

  const logLevel = text('LOG_LEVEL') ?? 'info'
  if (!['fatal', 'error', 'warn', 'info', 'debug', 'silent'].includes(logLevel))
    throw new SettingError('LOG_LEVEL must be fatal, error, warn, info, debug or silent.')

  return {
    host,
    port,
    processes,
    siteUrl,
    ownApi,
    databaseUrl,
    databaseFile,
    secretKey,
    dataKeys: readDataKeys(env),
    uploadsDir: text('UPLOADS_DIR') ?? join(dirname(databaseFile ?? 'data/x'), 'uploads'),
    bucket: readBucket(env),
    backups: ownApi ? null : readBackups(env, databaseFile),
    metrics: readMetrics(env, { port, processes }),
    versionsDir: text('VERSIONS_DIR'),
    isDemo,
    isDemoByDefault: isDemo && text('DEMO') === null,
    staffSecondFactor: flag('STAFF_SECOND_FACTOR', !isDemo),
    features: {
      reservations: flag('FEATURE_RESERVATIONS', false),
      usedCars: flag('FEATURE_USED_CARS', false),
    },
    smtpUrl,
    mailFrom: text('MAIL_FROM'),
    stripe,
    poli: readPoli(env),
    lender: readLender(env),
    bankAccount: readBankAccount(env, isDemo),
    register: readRegister(env, isDemo),
    valuation: readValuation(env),
    addresses: readAddresses(env),
    captcha: readCaptcha(env, ownApi !== null),
    chat: readChat(env),
    webhooks: {
      allowsPrivate: flag('WEBHOOK_PRIVATE_ADDRESSES', isDemo),
      allowsHttp: isDemo,
    },
    limits: Object.fromEntries(
      Object.entries(LIMITS).map(([name, fallback]) => [
        name,
        number(name, fallback, 1, 999_999_999),
      ]),
    ) as Record<LimitName, number>,
    quoteDays: number('QUOTE_DAYS', 14, 1, 365),
    journeyIdleDays: number('JOURNEY_IDLE_DAYS', 30, 1, 365),
    cancelDays: number('CANCEL_DAYS', CANCEL_DAYS, 0, 60),
    depositHours: number('DEPOSIT_HOURS', 48, 1, 720),
    exportHours: number('EXPORT_HOURS', 24, 1, 720),
    logLevel,
    proxies: number('TRUSTED_PROXIES', 0, 0, 9),
    bodyBytesPerSecond: number('BODY_BYTES_PER_SECOND', 2_000, 1, 1_000_000),
    maxDelayMs: number('MAX_DELAY_MS', isDemo ? 0 : 1_000, 0, 60_000),
    drainMs: number('DRAIN_MS', isDemo ? 0 : 5_000, 0, 60_000),
    checkAnswers: flag('CHECK_ANSWERS', false),
  }
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

/** Names of `.test` never lead to a server (RFC 6761). */
function requireHttps(siteUrl: string): void {
  const { protocol, hostname } = new URL(siteUrl)
  if (protocol === 'https:' || isHere(hostname) || hostname.endsWith('.test')) return
  throw new SettingError(
    'SITE_URL must begin with https://, because over http passwords and sessions can be read on the way.',
  )
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
