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
  /** Where the database went that was there before; `null` when there was none. */
  keptAs: string | null
  /** Uploaded files that are nowhere any more. */
  missing: string[]
  /** Uploaded files that are encrypted with a key of no name in the settings, and the ids of these keys. */
  locked: { fileIds: string[]; keyIds: string[] }
}

/**
 * Puts a backup in the place of the embedded database, which is kept beside it.
 *
 * @throws {BackupError} If the storefront runs, or the backup is not sound, of other keys or of a newer version. Nothing is changed then.
 */
export async function restoreBackup(deps: BackupDeps, file: string): Promise<Restored> {
  const { settings, keys, now } = deps
  const { databaseFile } = settings
  if (databaseFile === null) throw new BackupError('PostgreSQL is restored by its own programs.')
  const manifest = await readManifest(file)
  if (manifest === null) throw new BackupError(`${file} is no backup.`)
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
      throw new BackupError(`${file} does not hold the rows that it names.`)
    const keptAs = await keepAside(databaseFile, now())
    await rename(draft, databaseFile)
    await syncFolder(dirname(resolve(databaseFile)))
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

/** Gives what is there a second name: at no moment there is no database, which a start would take for a new shop. */
async function keepAside(databaseFile: string, at: Date): Promise<string | null> {
  const isThere = existsSync(databaseFile)
  if (isThere) closeLog(databaseFile)
  const before = `${databaseFile}.before-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
  let keptAs = before
  for (let count = 2; existsSync(keptAs); count += 1) keptAs = `${before}-${count}`
  // Left of one that is damaged or gone, a log must not be read into the next.
  for (const ending of LOG_ENDINGS)
    if (existsSync(`${databaseFile}${ending}`))
      await rename(`${databaseFile}${ending}`, `${keptAs}${ending}`)
  if (!isThere) return null
  await link(databaseFile, keptAs)
  return keptAs
}

/** Writes what is in the log into the database, which nobody can do while another process has it open. */
function closeLog(databaseFile: string): void {
  const database = new DatabaseSync(databaseFile, { timeout: 0 })
  try {
    database.exec('pragma journal_mode = delete')
  } catch (error) {
    // What is damaged is kept as it is, with its log.
    if (!NOT_A_DATABASE.includes((error as { errcode?: number }).errcode! & 0xff))
      throw new BackupError(`${databaseFile} is in use: stop the storefront first.`)
  } finally {
    database.close()
  }
}

/** Puts back the uploaded files that are not there any more. The database is in its place already: no file stops that. */
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

/** Files may have been encrypted anew since: a start without their keys is refused. */
function noteKeys(databaseFile: string, keyIds: Iterable<string>): void {
  const database = connect(databaseFile)
  try {
    const note = database.prepare('insert into data_key (key_id) values (?) on conflict do nothing')
    for (const keyId of keyIds) note.run(keyId)
  } finally {
    database.close()
  }
}
