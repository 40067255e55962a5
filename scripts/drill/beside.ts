import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { DAY_MS } from '../../src/lib/shared/durations.ts'
import type { LocalDeps } from '../../src/server/local-deps.ts'
import { restoreBackup } from '../../src/server/platform/backup/restore.ts'
import { takeBackup } from '../../src/server/platform/backup/take.ts'
import { addressesOf } from '../../src/server/platform/database/hosts.ts'
import { folderStore } from '../../src/server/providers/files/folder.ts'
import type { FileStore } from '../../src/server/providers/files/file-store.ts'
import { readPostgres, readSqlite, type Reading } from './reading.ts'
import { tidyOnSignal } from './tidily.ts'

/** Why there was no drill. */
export class DrillError extends Error {
  override readonly name = 'DrillError'
}

/** A backup that was restored beside the store that it was taken of. */
export interface Beside {
  /** The store right before and right after the backup; the same reading where that is possible. */
  live: { before: Reading; after: Reading }
  restored: Reading
  /** Where the restored database and its files are. */
  database: string
  files: FileStore
  tookMs: { backup: number; restore: number }
  /** Reads the store as it is by now. */
  readNow(): Promise<Reading>
  close(): Promise<void>
}

/**
 * Takes a backup of the store of the settings, which may be running, and restores it beside.
 *
 * @param folder For the backup and the files; empty.
 * @throws {DrillError} Without a database or the programs for it.
 */
export const restoreBeside = (deps: LocalDeps, folder: string): Promise<Beside> =>
  deps.settings.databaseFile === null
    ? besidePostgres(deps, folder)
    : besideSqlite(deps, resolve(deps.settings.databaseFile), folder)

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const startedMs = performance.now()
  return [await work(), performance.now() - startedMs]
}

/** With the storefront’s own commands. */
async function besideSqlite(deps: LocalDeps, file: string, folder: string): Promise<Beside> {
  if (!existsSync(file)) throw new DrillError(`DATABASE_URL: there is no file ${file}.`)
  const backup = join(folder, 'drill.backup')
  const before = readSqlite(file)
  const [, backupMs] = await timed(() => takeBackup(deps, backup))
  const after = readSqlite(file)
  const database = join(folder, 'restored', 'storefront.db')
  const files = folderStore(join(folder, 'restored', 'uploads'))
  const settings = { ...deps.settings, databaseFile: database }
  const [, restoreMs] = await timed(() => restoreBackup({ ...deps, settings, files }, backup))
  const restored = readSqlite(database)
  return {
    live: { before, after },
    restored,
    database,
    files,
    tookMs: { backup: backupMs, restore: restoreMs },
    readNow: async () => readSqlite(file),
    async close() {
      for (const reading of [before, after, restored]) await reading.close()
    },
  }
}

/** With PostgreSQL’s programs, into another database of the same server. */
async function besidePostgres({ settings, files }: LocalDeps, folder: string): Promise<Beside> {
  const url = await primaryOf(settings.databaseUrl)
  await dropKilledDrills(url)
  const name = `drill_${Date.now()}`
  const database = Object.assign(new URL(url), { pathname: `/${name}` }).href
  const dump = join(folder, 'drill.dump')
  const uploads = folderStore(join(folder, 'restored', 'uploads'))
  const live = await readPostgres(url)
  // With its connections: a signal may come while it is being restored.
  const drop = () => onServer(url, `drop database if exists ${name} with (force)`)
  tidyOnSignal(drop)
  try {
    const [, dumpMs] = await timed(() =>
      run('pg_dump', url, ['--format=custom', `--snapshot=${live.snapshot}`, `--file=${dump}`]),
    )
    const [, restoreMs] = await timed(async () => {
      await onServer(url, `create database ${name} template template0`)
      await run('pg_restore', database, ['--no-owner', '--exit-on-error', dump])
    })
    const restored = await readPostgres(database)
    // The files after the database, so that each row finds its own.
    const [, filesMs] = await timed(async () => {
      for (const fileId of (await restored.rows('purchase_file')).keys()) {
        const bytes = await files.get(fileId)
        if (bytes !== null) await uploads.put(fileId, bytes)
      }
    })
    return {
      live: { before: live, after: live },
      restored,
      database,
      files: uploads,
      tookMs: { backup: dumpMs + filesMs, restore: restoreMs },
      readNow: () => readPostgres(url),
      async close() {
        for (const reading of [live, restored]) await reading.close()
        await drop()
      },
    }
  } catch (error) {
    await live.close()
    await drop()
    throw error
  }
}

/** Of several hosts, the address of the one that takes writes. */
async function primaryOf(url: string): Promise<string> {
  const addresses = addressesOf(url)
  if (addresses.length === 1) return url
  for (const address of addresses) {
    const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 2_000 })
    try {
      await client.connect()
      const { rows } = await client.query('select 1 where not pg_is_in_recovery()')
      if (rows.length > 0) return address
    } catch {
      // Another one has taken over.
    } finally {
      await client.end()
    }
  }
  throw new DrillError('DATABASE_URL: none of these hosts accepts writes.')
}

/** Drops the databases of drills that were killed. */
async function dropKilledDrills(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database
       where datname ~ '^drill_[0-9]{13}$' and pg_get_userbyid(datdba) = current_user`,
    )
    for (const { name } of rows)
      if (Date.now() - Number(name.slice('drill_'.length)) > DAY_MS)
        await client.query(`drop database if exists ${name} with (force)`)
  } finally {
    await client.end()
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } catch (error) {
    throw new DrillError(`PostgreSQL refused “${statement}”: ${(error as Error).message}.`)
  } finally {
    await client.end()
  }
}

/** Runs one of PostgreSQL’s programs. Everybody on the machine can read its arguments, so the password is not among them. */
async function run(program: string, url: string, args: string[]): Promise<void> {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) }
  try {
    await promisify(execFile)(program, [`--dbname=${address.href}`, ...args], { env })
  } catch (error) {
    const { code, stderr } = error as NodeJS.ErrnoException & { stderr?: string }
    throw new DrillError(
      code === 'ENOENT'
        ? `${program} is not installed, or not on the PATH.`
        : `${program} failed: ${stderr?.trim()}`,
    )
  }
}
