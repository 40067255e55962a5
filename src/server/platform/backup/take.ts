import { mkdir, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { connect, createPrivateFile } from '#server/platform/database/sqlite.ts'
import type { LocalDeps } from '#server/local-deps.ts'
import { folderStore } from '#server/providers/files/folder.ts'
import { COPIES_LEAVE, diskOf, roomForBackup } from '#server/platform/files/disk.ts'
import { withFileLock } from '#server/platform/files/file-lock.ts'
import { ENDING, uploadsFolderOf, isThere, listUploads, takenAt } from './folder.ts'
import { inspect } from './inspect.ts'
import { BackupError, readManifest, seal, sha256Of, type Manifest } from './sealed-file.ts'

export type BackupDeps = Omit<LocalDeps, 'newId'>

/** The copy of the database is written, but not those of all uploaded files. */
export class FilesNotKept extends BackupError {}

interface Taken {
  manifest: Manifest
  /** Ids of uploaded files that are missing. */
  missing: string[]
}

/**
 * Writes an encrypted copy of the embedded database, while the storefront runs or not, and copies the uploaded files
 * beside it. Waits for a running backup. A backup named by its time is taken once.
 *
 * @param file Ends in `.backup`.
 * @param isKnown Whether a backup of the same state exists already; then none is written.
 * @throws {BackupError} If there is no database or no room on a disk, the copy is damaged, a running backup does not
 *   end, or uploaded files cannot be copied; in the last case the copy of the database exists.
 */
export async function takeBackup(
  deps: BackupDeps,
  file: string,
  isKnown: (manifest: Manifest) => Promise<boolean> = async () => false,
): Promise<Taken> {
  const { databaseFile } = deps.settings
  if (databaseFile === null) throw new BackupError('Back up PostgreSQL with its own programs.')
  if (!file.endsWith(ENDING)) throw new BackupError(`The name of a backup ends in ${ENDING}.`)
  if (!(await isThere(databaseFile))) throw new BackupError(`${databaseFile} is not there.`)
  await mkdir(dirname(resolve(file)), { recursive: true, mode: 0o700 })
  const taken = await withFileLock(`${databaseFile}.copying`, async () => {
    const known = takenAt(file) && (await isThere(file)) ? await readManifest(file) : null
    const manifest = known ?? (await copyDatabase(deps, databaseFile, file, isKnown))
    return { manifest, missing: await keepFiles(deps, databaseFile, manifest.files, file) }
  })
  if (!taken) throw new BackupError('Another backup is under way.')
  return taken.done
}

async function copyDatabase(
  { keys, now }: BackupDeps,
  databaseFile: string,
  file: string,
  isKnown: (manifest: Manifest) => Promise<boolean>,
): Promise<Manifest> {
  const copy = `${databaseFile}.copy`
  // Left by a killed backup.
  await removeCopy(copy)
  await requireRoom(databaseFile, file)
  try {
    const at = now().toISOString()
    createPrivateFile(copy)
    const source = connect(databaseFile)
    try {
      // A copy of one moment without the free pages, which the file never gives back. Writers go on meanwhile.
      source.prepare('vacuum into ?').run(copy)
    } finally {
      source.close()
    }
    const found = inspect(copy)
    const sha256 = await sha256Of(copy)
    const manifest = { takenAt: at, keys: keys.fingerprint, sha256, ...found }
    return (await isKnown(manifest)) ? manifest : await seal(keys, manifest, copy, file)
  } finally {
    await removeCopy(copy)
  }
}

/** @throws {BackupError} Where a copy, and the backup beside it, would take the room that the storefront needs. */
async function requireRoom(databaseFile: string, file: string): Promise<void> {
  const needed = await roomForBackup(databaseFile)
  for (const folder of new Set([databaseFile, file].map((path) => dirname(resolve(path))))) {
    const { free } = await diskOf(folder)
    if (free < needed)
      throw new BackupError(
        `There is no room for a backup: ${folder} needs ${Math.ceil(needed / 1e6)} MB, and has ${Math.floor(free / 1e6)} MB.`,
      )
  }
}

async function removeCopy(copy: string): Promise<void> {
  for (const ending of ['', '-journal', '-wal', '-shm'])
    await rm(`${copy}${ending}`, { force: true })
}

/** Copies files that are not beside the backups yet. Files never change, so one copy serves all backups. */
async function keepFiles(
  { files }: BackupDeps,
  databaseFile: string,
  wanted: string[],
  file: string,
): Promise<string[]> {
  const known = await listUploads(file)
  const lacking = wanted.filter((fileId) => !known.has(fileId))
  if (lacking.length === 0) return []
  const leftBytes = COPIES_LEAVE * (await roomForBackup(databaseFile))
  const beside = folderStore(uploadsFolderOf(file), 'BACKUP_DIR', { leaves: async () => leftBytes })
  const gone: string[] = []
  const faults: string[] = []
  for (const fileId of lacking)
    try {
      const bytes = await files.get(fileId)
      if (bytes === null) gone.push(fileId)
      else await beside.put(fileId, bytes)
    } catch (error) {
      faults.push((error as Error).message)
    }
  if (faults.length > 0)
    throw new FilesNotKept(
      `${file} is written, but ${faults.length} uploaded files could not be kept beside it: ${faults[0]}.`,
    )
  return stillNamed(databaseFile, gone)
}

/** The files that still have a row; the others were removed after the copy was made. */
function stillNamed(databaseFile: string, fileIds: string[]): string[] {
  const database = connect(databaseFile, { readOnly: true })
  try {
    const row = database.prepare('select 1 from purchase_file where file_id = ?')
    return fileIds.filter((fileId) => row.get(fileId) !== undefined)
  } finally {
    database.close()
  }
}
