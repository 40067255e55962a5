import { dirname, join } from 'node:path'
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import { catalogue, catalogueVersion } from '#content/catalogue.ts'
import { basePath } from '#lib/shared/site-paths.ts'
import { createApp } from './app.ts'
import { backupBeforeMigration } from './platform/backup/before-migration.ts'
import { findActiveImport } from './addresses/queries.ts'
import { noteDataKey } from './platform/crypto/data-key-queries.ts'
import { requireSameKeys } from './platform/crypto/key-check.ts'
import { migrate } from './platform/database/migrate.ts'
import { openDatabase } from './platform/database/open.ts'
import type { IntegrityCheck } from './platform/database/sqlite.ts'
import { seedDemo } from './demo/seed.ts'
import type { Deps } from './deps.ts'
import { startBackups } from './upkeep/backups.ts'
import { startMailWorker } from './platform/mail/mail-worker.ts'
import { startJobs } from './jobs.ts'
import { startSweeper } from './payments/sweeper.ts'
import { startWebhookWorker } from './webhooks/webhook-worker.ts'
import { openLab } from './lab-state.ts'
import { monitorLoad } from './platform/load.ts'
import { localDeps, uploadsLeave } from './local-deps.ts'
import { openLog } from './platform/log.ts'
import type { BankProvider } from './providers/bank/bank-provider.ts'
import { noBank } from './providers/bank/no-bank.ts'
import { poliBank } from './providers/bank/poli.ts'
import { startBankSimulator } from './providers/bank/simulator/simulator.ts'
import type { CardProvider } from './providers/card/card-provider.ts'
import { noCard } from './providers/card/no-card.ts'
import { startCardSimulator } from './providers/card/simulator/simulator.ts'
import { stripeCard } from './providers/card/stripe.ts'
import { requireBucket } from './providers/files/bucket.ts'
import { jsonLender } from './providers/lender/json-lender.ts'
import { lenderPeople } from './providers/lender/people.ts'
import { startLenderSimulator } from './providers/lender/simulator-server.ts'
import { lookUpProviders } from './look-ups.ts'
import { opensFirst } from './processes.ts'
import { readiness } from './platform/ready.ts'
import { startFileCleaner } from './platform/files/file-cleaner.ts'
import { requireOwnDatabase } from './demo/samples.ts'
import type { Settings } from './platform/settings/settings.ts'
import { SettingError } from './platform/settings/environment.ts'

/** The parts of a running storefront, except its pages. */
export interface Assembly extends ServedAssembly {
  deps: Deps
}

/** What is served of it, whoever answers the calls. */
export interface ServedAssembly {
  deps: Pick<Deps, 'load' | 'log' | 'now' | 'settings' | 'keys'>
  /** All calls below `/api`. */
  api: Hono
  /** The simulated card provider's own pages, in demo mode. */
  cardPages: Hono | null
  /** The simulated bank's own pages, in demo mode. */
  bankPages: Hono | null
  /** The simulated services, for the start-up lines. */
  simulated: string[]
  /** The features that are off without a setting, for the start-up lines. */
  off: string[]
  /** Whether requests can be answered. */
  isReady(): Promise<boolean>
  /** Whether the brand's own API answers; `null` where there is none. */
  apiAnswers: (() => Promise<boolean>) | null
  /** Stops the workers and closes the database. */
  stop(): Promise<void>
}

/** When to check the database file: backups check all of it themselves, and later processes open a file already in use. */
export function integrityCheck(
  { backups, isDemo }: Pick<Settings, 'backups' | 'isDemo'>,
  isFirst: boolean,
): IntegrityCheck {
  if (!isFirst) return 'never'
  return backups || isDemo ? 'unless closed' : 'always'
}

/**
 * Opens and migrates the database, connects the providers and starts the workers.
 *
 * @param ownUrl The address of this process on this machine, for notices of simulated providers.
 * @throws {SettingError} If a setting keeps the storefront from starting.
 */
export async function assemble(
  settings: Settings,
  ownUrl: string,
  log: Logger = openLog(settings.logLevel),
): Promise<Assembly> {
  const db = await openDatabase(
    settings,
    (error) => log.error({ err: error }, 'a database connection broke'),
    integrityCheck(settings, opensFirst()),
  )
  const simulated: string[] = []
  const off: string[] = []
  const stops: (() => Promise<void>)[] = []
  try {
    const lab = settings.isDemo ? openLab() : null
    // The failure lab moves the clock of a demonstration.
    const now = () => new Date(Date.now() + (lab?.aheadMs ?? 0))
    const local = { ...localDeps(settings, uploadsLeave(settings)), now }
    const { keys } = local
    await connect(() => backupBeforeMigration(local))
    if (settings.bucket) await requireBucket(settings.bucket, log)
    await requireSameKeys(db, keys)
    await requireOwnDatabase({ db, settings })
    await noteDataKey(db, keys.data[0].id)
    // The rest starts while a password is hashed in another thread.
    const seeding = settings.isDemo ? seedDemo({ ...local, db, catalogue }) : null
    // A failure is thrown at the `await`, unless another error comes first.
    seeding?.catch(() => {})
    const simulatorOptions = (name: string, noticePath: string) => ({
      file: join(dirname(settings.databaseFile ?? 'data/x'), `${name}-simulator.db`),
      siteUrl: settings.siteUrl,
      noticeUrl: `${ownUrl}${basePath(new URL(settings.siteUrl).pathname)}${noticePath}`,
      now,
      ...(lab && { lab }),
    })
    let cardPages: Hono | null = null
    let card: CardProvider = noCard
    if (settings.stripe) {
      card = stripeCard(settings.stripe)
      if (card.testMode)
        log.warn(
          'STRIPE_SECRET_KEY is a test key: card payments take no money. Set the live keys for a shop.',
        )
    } else if (settings.isDemo) {
      const simulator = await startCardSimulator(simulatorOptions('card', '/api/stripe/webhook'))
      card = stripeCard(simulator.settings, now)
      cardPages = simulator.pages
      stops.push(() => simulator.stop())
      simulated.push('card payments (a page of their own, where you choose how they end)')
    } else off.push('card payments: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET')

    let bankPages: Hono | null = null
    let bank: BankProvider = noBank
    if (settings.poli) bank = poliBank(settings.poli)
    else if (settings.isDemo) {
      const simulator = await startBankSimulator(simulatorOptions('bank', '/api/poli/nudge'))
      bank = poliBank(simulator.settings)
      bankPages = simulator.pages
      stops.push(() => simulator.stop())
      simulated.push('payments by bank (a page of their own, like the card’s)')
    } else off.push('payments by bank: set POLI_MERCHANT_CODE and POLI_AUTHENTICATION_CODE')

    if (settings.smtpUrl === null)
      if (settings.isDemo) simulated.push('email (read it at /demo/mail/)')
      else off.push('email: set SMTP_URL and MAIL_FROM')
    if (settings.register.provider === 'sample') simulated.push('the vehicle register')
    if (settings.register.provider === 'off')
      off.push('the vehicle register: set REGISTER_PROVIDER, or people type what they know')
    if (settings.valuation === null)
      if (settings.isDemo) simulated.push('the values of used cars')
      else off.push('valuations: set VALUATION_URL, or a person appraises every trade-in')
    let lender = lenderPeople()
    if (settings.lender) lender = jsonLender(settings.lender)
    else if (settings.isDemo) {
      const simulator = await startLenderSimulator(now)
      lender = jsonLender(simulator.settings)
      stops.push(() => simulator.stop())
      simulated.push('the lender')
    } else off.push('the lender: set LENDER_URL, or finance applications go to your own team')

    const load = monitorLoad(settings.maxDelayMs)
    stops.push(async () => load.stop())
    const fileCleaner = startFileCleaner(log)
    stops.push(async () => fileCleaner.stop())
    const deps: Deps = {
      ...local,
      db,
      load,
      catalogue,
      catalogueVersion,
      startedAt: now(),
      log,
      card,
      bank,
      lender,
      lab,
      fileCleaner,
      ...lookUpProviders(settings, { db, catalogue, now }),
    }
    const api = createApp(deps)
    await seeding
    if (settings.addresses.provider === 'local' && (await findActiveImport(db)) === null)
      off.push('the address list: import LINZ’s (docs/look-ups.md), or people type their address')
    const workers = [
      // First, because it throws if its folder cannot be written.
      startBackups(deps),
      startMailWorker(deps),
      startSweeper(deps),
      startWebhookWorker(deps),
      ...startJobs(deps),
    ]
    stops.unshift(...workers.map((worker) => () => worker.stop()))
    if (settings.metrics) {
      const { startMetrics } = await import('./platform/metrics/server.ts')
      const metrics = await startMetrics(deps, settings.metrics, { waitsForPort: !opensFirst() })
      stops.unshift(() => metrics.stop())
    }
    return {
      deps,
      api,
      cardPages,
      bankPages,
      simulated,
      off,
      isReady: readiness(deps),
      apiAnswers: null,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }

  async function connect(beforeMigration: () => Promise<void>) {
    try {
      await migrate(db, beforeMigration)
    } catch (error) {
      if (settings.databaseFile !== null) throw error
      throw new SettingError(
        `DATABASE_URL: PostgreSQL does not answer as it should (${(error as Error).message}).`,
      )
    }
  }

  async function stop() {
    for (const end of stops) await end()
    await db.destroy()
  }
}
