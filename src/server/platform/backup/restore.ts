import { DAY_MS } from '#lib/shared/durations.ts'
import { link, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { dataKeyName } from '#server/platform/crypto/key-check.ts'
import { isKnownMigration } from '#server/platform/database/migrate.ts'
import { connect } from '#server/platform/database/sqlite.ts'
import { keyIdOf } from '#server/platform/crypto/encryption.ts'
import { removeDrafts, syncFolder } from '#server/platform/files/whole-file.ts'
import { listUploads } from './folder.ts'
import { inspect } from './inspect.ts'
import { BackupError, readManifest, unseal, type Manifest } from './sealed-file.ts'
import type { BackupDeps } from './take.ts'

interface Restored {
  manifest: Manifest
  /** The new path of the previous database; `null` if there was none. */
  keptAs: string | null
  /** Ids of missing uploaded files. */
  missing: string[]
  /** Uploaded files whose key is not in the settings, and the ids of these keys. */
  locked: { fileIds: string[]; keyIds: string[] }
}

/**
 * Replaces the embedded database by a backup, and keeps the old one beside it.
 *
 * @throws {BackupError} If the storefront is running, or the backup is damaged, or from other keys or a newer version.
 *   Nothing is changed then.
 */
export async function restoreBackup(deps: BackupDeps, file: string): Promise<Restored> {
  const { settings, keys, now } = deps
  const { databaseFile } = settings
  if (databaseFile === null) throw new BackupError('Restore PostgreSQL with its own programs.')
  const manifest = await readManifest(file)
  if (manifest === null) throw new BackupError(`${file} is not a backup.`)
  const newer = manifest.migrations.find((name) => !isKnownMigration(name))
  if (newer !== undefined)
    throw new BackupError(
      `${file} was written by a newer version (it knows ${newer}): restore it with that version.`,
    )
  await mkdir(dirname(databaseFile), { recursive: true, mode: 0o700 })
  const lacking = manifest.dataKeys.find((id) => !keys.data.some((key) => key.id === id))
  if (lacking !== undefined)
    throw new BackupError(`${file} needs ${dataKeyName(lacking)}: name it in DATA_KEYS.`)
  const draft = `${databaseFile}.restored`
  try {
    await unseal(keys, manifest, file, draft)
    const { rows } = inspect(draft)
    if (JSON.stringify(rows) !== JSON.stringify(manifest.rows))
      throw new BackupError(`${file} does not contain the rows that it lists.`)
    const keptAs = await keepAside(databaseFile, now())
    await rename(draft, databaseFile)
    await syncFolder(dirname(resolve(databaseFile)))
    if (keptAs !== null) removeLaterFiles(databaseFile, keptAs, now())
    const { missing, keyIdOfFile } = await bringFiles(deps, manifest, file)
    noteKeys(databaseFile, new Set(keyIdOfFile.values()))
    const known = new Set(keys.data.map(({ id }) => id))
    const locked = [...keyIdOfFile].filter(([, keyId]) => !known.has(keyId))
    return {
      manifest,
      keptAs,
      missing,
      locked: {
        fileIds: locked.map(([fileId]) => fileId),
        keyIds: [...new Set(locked.map(([, keyId]) => keyId))],
      },
    }
  } finally {
    await rm(draft, { force: true })
    await removeDrafts(draft)
  }
}

const LOG_ENDINGS = ['-wal', '-shm']
const NOT_A_DATABASE = [11, 26]

/** Gives the database a second name, so that there is always one: a start without any would create a new shop. */
async function keepAside(databaseFile: string, at: Date): Promise<string | null> {
  const isThere = existsSync(databaseFile)
  if (isThere) closeLog(databaseFile)
  const before = `${databaseFile}.before-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
  let keptAs = before
  for (let count = 2; existsSync(keptAs); count += 1) keptAs = `${before}-${count}`
  // The log of a damaged or missing database must not be read into the next.
  for (const ending of LOG_ENDINGS)
    if (existsSync(`${databaseFile}${ending}`))
      await rename(`${databaseFile}${ending}`, `${keptAs}${ending}`)
  if (!isThere) return null
  await link(databaseFile, keptAs)
  return keptAs
}

/** Moves the log into the database file, which fails while another process has it open. */
function closeLog(databaseFile: string): void {
  const database = new DatabaseSync(databaseFile, { timeout: 0 })
  try {
    database.exec('pragma journal_mode = delete')
  } catch (error) {
    // A damaged database is kept as it is, with its log.
    if (!NOT_A_DATABASE.includes((error as { errcode?: number }).errcode! & 0xff))
      throw new BackupError(`${databaseFile} is in use: stop the storefront first.`)
  } finally {
    database.close()
  }
}

/** Restores missing uploaded files. The database is in place already, so a failed file does not stop the restore. */
async function bringFiles(
  { files }: BackupDeps,
  manifest: Manifest,
  file: string,
): Promise<{ missing: string[]; keyIdOfFile: Map<string, string> }> {
  const missing: string[] = []
  const keyIdOfFile = new Map<string, string>()
  const beside = await listUploads(file)
  for (const fileId of manifest.files)
    try {
      let sealed = await files.get(fileId)
      const path = beside.get(fileId)
      if (sealed === null && path) {
        sealed = await readFile(path)
        await files.put(fileId, sealed)
      }
      const keyId = sealed && keyIdOf(sealed)
      if (sealed === null) missing.push(fileId)
      else if (keyId !== null) keyIdOfFile.set(fileId, keyId)
    } catch (error) {
      missing.push(`${fileId} (${(error as Error).message})`)
    }
  return { missing, keyIdOfFile }
}

/** As long as backups are kept: until then the previous database can take its place again, with its files. */
const LATER_FILES_DAYS = 30

/**
 * Plans the removal of files that came after the backup, or that the previous database would have removed: nothing else
 * knows of them, and they may be anyone's papers. A removal that is planned in the backup alone, as of a file that was
 * being sent, waits as long.
 */
function removeLaterFiles(databaseFile: string, keptAs: string, at: Date): void {
  const database = connect(databaseFile)
  try {
    database.prepare('attach ? as before').run(keptAs)
    const tables = database.prepare(
      "select name from before.sqlite_schema where type = 'table' and name = 'purchase_file'",
    )
    // One that no storefront has opened yet has no tables.
    if (!tables.get()) return
    database
      .prepare(
        `insert into file_removal (file_id, due_at)
          select file_id, ? from (
            select file_id from before.purchase_file union select file_id from before.file_removal
          ) where file_id not in (select file_id from purchase_file)
          on conflict (file_id) do update set due_at = excluded.due_at
            where (file_id, due_at) not in (select file_id, due_at from before.file_removal)`,
      )
      .run(new Date(at.getTime() + LATER_FILES_DAYS * DAY_MS).toISOString())
  } catch (error) {
    // A damaged database names no files.
    if (!NOT_A_DATABASE.includes((error as { errcode?: number }).errcode! & 0xff)) throw error
  } finally {
    database.close()
  }
}

/** Records the keys of files that were encrypted again since the backup, so that a start without them is refused. */
function noteKeys(databaseFile: string, keyIds: Iterable<string>): void {
  const database = connect(databaseFile)
  try {
    const note = database.prepare('insert into data_key (key_id) values (?) on conflict do nothing')
    for (const keyId of keyIds) note.run(keyId)
  } finally {
    database.close()
  }
}
