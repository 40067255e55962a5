import { chmod, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { backup } from 'node:sqlite'
import { connect } from '../db/sqlite.ts'
import type { LocalDeps } from '../local-deps.ts'
import { folderStore } from '../providers/files/folder.ts'
import { inspect } from './inspect.ts'
import { BackupError, readManifest, seal, sha256Of, type Manifest } from './sealed-file.ts'

export type BackupDeps = Omit<LocalDeps, 'newId'>

const ENDING = '.backup'
/** After so long a copy under way is one that was killed. */
const UNDER_WAY_MS = 60 * 60_000
/** In one step: the copy is of one moment then, however much is written meanwhile. */
const ALL_PAGES = 2 ** 31 - 1

/** Uploaded files stand beside the backups that need them, each once. */
export const filesBeside = (file: string): string => join(dirname(resolve(file)), 'files')

/**
 * Writes an encrypted copy of the embedded database, beside a running storefront or without one, and keeps the uploaded
 * files beside it.
 *
 * @param file Ends in `.backup`.
 * @throws {BackupError} If there is nothing to copy, the copy is damaged, or another one is under way.
 */
export async function takeBackup(deps: BackupDeps, file: string): Promise<Manifest> {
  const { settings, keys, now } = deps
  const { databaseFile } = settings
  if (databaseFile === null) throw new BackupError('PostgreSQL is backed up by its own programs.')
  if (!file.endsWith(ENDING)) throw new BackupError(`The name of a backup ends in ${ENDING}.`)
  if (!(await isThere(databaseFile))) throw new BackupError(`${databaseFile} is not there.`)
  await mkdir(dirname(resolve(file)), { recursive: true, mode: 0o700 })
  const copy = `${databaseFile}.copy`
  await claim(copy)
  try {
    const takenAt = now().toISOString()
    const source = connect(databaseFile)
    try {
      await backup(source, copy, { rate: ALL_PAGES })
    } finally {
      source.close()
    }
    const found = inspect(copy)
    const files = await keepFiles(deps, found.files, file)
    const sha256 = await sha256Of(copy)
    const manifest = { takenAt, keys: keys.fingerprint, sha256, ...found, files }
    await seal(keys, manifest, copy, file)
    return manifest
  } finally {
    await rm(copy, { force: true })
  }
}

/** The backups in a folder, by their names in order. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = (await isThere(folder)) ? await readdir(folder) : []
  return names
    .filter((name) => name.endsWith(ENDING))
    .sort()
    .map((name) => join(folder, name))
}

/** Keeps what is not yet beside the latest backup. Files never change, so that one copy serves them all. */
async function keepFiles({ files }: BackupDeps, wanted: string[], file: string): Promise<string[]> {
  const latest = (await listBackups(dirname(resolve(file)))).at(-1)
  const known = new Set(latest === undefined ? [] : (await readManifest(latest)).files)
  const missing = wanted.filter((fileId) => !known.has(fileId))
  if (missing.length === 0) return wanted
  const beside = folderStore(filesBeside(file))
  const gone = new Set<string>()
  for (const fileId of missing) {
    const bytes = await files.get(fileId)
    // Removed since the copy was made.
    if (bytes === null) gone.add(fileId)
    else await beside.put(fileId, bytes)
  }
  return wanted.filter((fileId) => !gone.has(fileId))
}

/** Makes the empty file that a copy goes to: one process at a time, readable by its owner only. */
async function claim(copy: string): Promise<void> {
  try {
    await writeFile(copy, '', { flag: 'wx', mode: 0o600 })
    await chmod(copy, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const { mtimeMs } = await stat(copy)
    if (Date.now() - mtimeMs < UNDER_WAY_MS)
      throw new BackupError(`Another backup is under way; if none is, remove ${copy}.`)
    await rm(copy)
    await claim(copy)
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
