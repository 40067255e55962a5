import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { isDraft } from '#server/platform/files/whole-file.ts'
import { readManifest, type Manifest } from './sealed-file.ts'

export const ENDING = '.backup'
const BEFORE_MIGRATION = 'before-migration-'

/** The file name of a backup: `forecourt-20261122T1345Z.backup`. */
export const backupName = (at: Date): string =>
  `forecourt-${at.toISOString().slice(0, 16).replaceAll(/[-:]/g, '')}Z${ENDING}`

export const nameBeforeMigration = (at: Date): string => `${BEFORE_MIGRATION}${backupName(at)}`

export const isBeforeMigration = (file: string): boolean =>
  basename(file).startsWith(BEFORE_MIGRATION)

/** When a backup was taken, by its file name; `null` for other names. */
export function takenAt(file: string): Date | null {
  const [, day, hour, minute] =
    /^(?:before-migration-)?forecourt-(\d{8})T(\d\d)(\d\d)Z\.backup$/.exec(basename(file)) ?? []
  if (day === undefined) return null
  return new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T${hour}:${minute}:00.000Z`)
}

/** The names of the backups in a folder, in order. */
export async function listBackups(folder: string): Promise<string[]> {
  const backups: string[] = []
  for await (const { name, path } of filesIn(folder, false))
    if (name.endsWith(ENDING)) backups.push(path)
  return backups.sort()
}

/** The drafts among the backups of a folder and the files beside them. */
export async function listDrafts(folder: string): Promise<string[]> {
  const drafts: string[] = []
  for (const among of [filesIn(folder, false), filesIn(uploadsFolderOf(join(folder, 'any')))])
    for await (const { name, path } of among) if (isDraft(name)) drafts.push(path)
  return drafts
}

/** The manifests of the backups in a folder. Files that only have such a name are skipped. */
export async function readManifests(
  folder: string,
  isMeant: (file: string) => boolean = () => true,
): Promise<Manifest[]> {
  const files = (await listBackups(folder)).filter(isMeant)
  const manifests = await Promise.all(files.map(readManifest))
  return manifests.filter((manifest) => manifest !== null)
}

/** The folder of uploaded files beside a backup. Each file is there once, by its id. */
export const uploadsFolderOf = (file: string): string => join(dirname(resolve(file)), 'files')

/** The paths of uploaded files beside the backups of a folder, by id. */
export async function listUploads(file: string): Promise<Map<string, string>> {
  const uploads = new Map<string, string>()
  for await (const { name, path } of filesIn(uploadsFolderOf(file)))
    if (!isDraft(name)) uploads.set(name, path)
  return uploads
}

/**
 * The files in a folder, and in those below unless told otherwise; none if it does not exist. Folder by folder: there
 * may be hundreds of thousands of files, and requests go on meanwhile.
 */
async function* filesIn(
  folder: string,
  goesDown = true,
): AsyncGenerator<{ name: string; path: string }> {
  if (!(await isThere(folder))) return
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && goesDown) yield* filesIn(path)
    else if (entry.isFile()) yield { name: entry.name, path }
  }
}

export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
