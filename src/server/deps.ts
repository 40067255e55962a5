import type { Logger } from 'pino'
import type { Catalogue } from '#content/schema/catalogue.ts'
import type { Db } from './database.ts'
import type { AddressProvider } from './providers/addresses/address-provider.ts'
import type { CaptchaJudge } from './providers/captcha/turnstile.ts'
import type { BankProvider } from './providers/bank/bank-provider.ts'
import type { CardProvider } from './providers/card/card-provider.ts'
import type { FileStore } from './providers/files/file-store.ts'
import type { LenderProvider } from './providers/lender/lender-provider.ts'
import type { RegisterProvider } from './providers/register/register-provider.ts'
import type { ValuationProvider } from './providers/valuation/valuation-provider.ts'
import type { Load } from './platform/load.ts'
import type { FileCleaner } from './platform/files/file-cleaner.ts'
import type { Keys } from './platform/crypto/keys.ts'
import type { Lab } from './lab-state.ts'
import type { Settings } from './platform/settings/settings.ts'

/** The dependencies of the application. No code below it reads the environment or the clock itself. */
export interface Deps {
  db: Db
  settings: Settings
  keys: Keys
  catalogue: Catalogue
  catalogueVersion: string
  /** The clock. */
  now: () => Date
  /** Since when this process has had its catalogue. */
  startedAt: Date
  /** A new opaque id of at least 128 random bits, `[A-Za-z0-9_-]`. */
  newId: () => string
  log: Logger
  /** How busy this process is. */
  load: Pick<Load, 'isOverloaded'>
  card: CardProvider
  bank: BankProvider
  lender: LenderProvider
  /** The encrypted contents of uploaded files. */
  files: FileStore
  /** Cleans uploaded files before they are stored. */
  fileCleaner: FileCleaner
  register: RegisterProvider
  valuation: ValuationProvider
  addresses: AddressProvider
  /** A vendor's captcha; `null` for our own puzzles. */
  captcha: CaptchaJudge | null
  /** The failure lab; `null` outside a demonstration. */
  lab: Lab | null
}
