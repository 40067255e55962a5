import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pino from 'pino'
import { afterEach, beforeEach } from 'vitest'
import { admin, adminOfFile } from '../../../../scripts/admin.ts'
import { seedDemo } from '#tests/setup/demo.ts'
import { startApplication, type Application } from '#tests/setup/application.ts'
import { photographed } from '#tests/setup/files.ts'
import { memoryFiles } from '#tests/setup/memory-files.ts'
import { arrive } from '#tests/setup/purchases.ts'
import type { Db } from '#server/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { openSqlite } from '#server/platform/database/sqlite.ts'
import { newId } from '#server/platform/ids.ts'
import { deriveKeys } from '#server/platform/crypto/keys.ts'
import { readSettings } from '#server/platform/settings/settings.ts'

/** The database of a storefront with the sample data, made once. */
let sample: Buffer | null = null

/** A storefront with the sample data in its own folder, and ways to back it up. */
class Storefront {
  folder!: string
  databaseFile!: string
  backupFile!: string
  deps!: ReturnType<Storefront['depsOf']>
  db!: Db
  #app!: Application
  #isOpen = false

  depsOf(secret = 'a secret that is long enough for a test', dataKeys = ['SECRET_KEY']) {
    return {
      settings: readSettings({
        DATABASE_URL: `file:${this.databaseFile}`,
        BACKUP_DIR: this.backupDir,
      }),
      keys: deriveKeys(secret, { memory: 64, passes: 1, parallelism: 1 }, dataKeys),
      files: memoryFiles(),
      log: pino({ level: 'silent' }),
      now: () => new Date('2026-11-23T01:07:00.000Z'),
      newId,
    }
  }

  get backupDir(): string {
    return dirname(this.backupFile)
  }

  async begin(): Promise<void> {
    this.folder = mkdtempSync(join(tmpdir(), 'backup-'))
    this.databaseFile = join(this.folder, 'data', 'storefront.db')
    this.backupFile = join(this.folder, 'kept', 'one.backup')
    this.deps = this.depsOf()
    mkdirSync(dirname(this.databaseFile))
    if (sample) writeFileSync(this.databaseFile, sample, { mode: 0o600 })
    await this.open()
    const { files, keys } = this.deps
    this.#app = startApplication(this.db, { deps: { files, keys } })
    if (sample) return
    await seedDemo(this.#app.deps)
    await this.stop()
    sample = readFileSync(this.databaseFile)
    rmSync(this.folder, { recursive: true })
    return this.begin()
  }

  async open(): Promise<void> {
    this.db = openSqlite(this.databaseFile)
    this.#isOpen = true
    await migrate(this.db)
  }

  async stop(): Promise<void> {
    if (this.#isOpen) await this.db.destroy()
    this.#isOpen = false
  }

  readonly backup = (file = this.backupFile) => adminOfFile(this.deps, ['backup', file])
  readonly restore = (given = this.deps) => adminOfFile(given, ['restore', this.backupFile])

  /** Encrypts everything with the first of the data keys. */
  readonly rotateKeys = () => {
    const { keys, settings } = this.deps
    return admin({ ...this.#app.deps, keys, settings, pause: async () => {} }, ['rotate-keys'])
  }

  /** Uploads a photo. */
  readonly sendPhoto = async (): Promise<string> =>
    (await photographed(await arrive(this.#app))).fileId

  /** A checksum of everything in every table. */
  readonly checksums = (file = this.databaseFile): Record<string, string> => {
    const database = new DatabaseSync(file)
    const tables = database.prepare(`select name from sqlite_schema where type = 'table'`).all()
    const entries = tables.map(({ name }) => {
      const rows = database.prepare(`select * from "${String(name)}"`).all()
      return [name, createHash('sha256').update(JSON.stringify(rows)).digest('hex')] as const
    })
    database.close()
    return Object.fromEntries(entries)
  }
}

/** A new one for each test of a file. */
export function aStorefront(): Storefront {
  const storefront = new Storefront()
  beforeEach(() => storefront.begin())
  afterEach(async () => {
    await storefront.stop()
    rmSync(storefront.folder, { recursive: true, force: true })
  })
  return storefront
}
