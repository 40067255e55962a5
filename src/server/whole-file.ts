import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a file that is there whole or not at all, for its owner only. Once it is there, it outlives a loss of power. */
export async function writeWhole(
  path: string,
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const draft = `${path}.new`
  try {
    const file = await open(draft, 'w', 0o600)
    try {
      await write(file)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    // What a full disk took of it must not stay in the way.
    await rm(draft, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

/** A name in a folder outlives a loss of power once the folder is written out too. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
