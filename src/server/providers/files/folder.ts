import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { SettingError } from '#server/platform/settings/environment.ts'
import { diskOf, reserveOf, type Disk } from '#server/platform/files/disk.ts'
import { removeDrafts, syncFolder, writeAtomically } from '#server/platform/files/whole-file.ts'
import { requireKey, type FileStore } from './file-store.ts'

interface Disks {
  /** The free space with which nothing more is stored, in bytes. */
  leaves: (disk: Disk) => Promise<number>
  lookAt: typeof diskOf
}

/**
 * Stores files in a folder, in subfolders by the first two characters of their keys.
 *
 * @param setting The setting that names the folder.
 * @throws {SettingError} If the folder cannot be written.
 */
export function folderStore(
  folder: string,
  setting = 'UPLOADS_DIR',
  { leaves = (disk) => reserveOf(disk, null), lookAt = diskOf }: Partial<Disks> = {},
): FileStore {
  requireWritable(folder, setting)
  const placeOf = (key: string) => {
    requireKey(key)
    const within = join(folder, key.slice(0, 2))
    return { within, path: join(within, key) }
  }
  return {
    async put(key, bytes) {
      const { within, path } = placeOf(key)
      const disk = await lookAt(folder)
      const room = await leaves(disk)
      if (disk.free < room)
        throw new Error(`${setting}: ${folder} has less than ${Math.ceil(room / 1e6)} MB left`)
      await mkdir(within, { recursive: true, mode: 0o700 })
      await writeAtomically(path, (file) => file.writeFile(bytes))
      await syncFolder(folder)
    },
    async get(key) {
      try {
        return await readFile(placeOf(key).path)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    async delete(key) {
      const { path } = placeOf(key)
      await rm(path, { force: true })
      await removeDrafts(path)
    },
  }
}

/**
 * Creates a folder for its owner only, and tests it by writing to it.
 *
 * @throws {SettingError} If the folder cannot be written.
 */
export function requireWritable(folder: string, setting: string): void {
  // Processes in several containers may share the folder and have the same process id.
  const probe = join(folder, `.writable.${randomUUID()}`)
  try {
    makeFolder(resolve(folder))
    writeFileSync(probe, '')
    rmSync(probe, { force: true })
  } catch (error) {
    throw new SettingError(`${setting}: ${folder} cannot be written (${(error as Error).message}).`)
  }
}

/** Creates folders one by one, because Node's own `recursive` never ends below a path such as `/proc`. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
