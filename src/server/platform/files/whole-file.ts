import { randomUUID } from 'node:crypto'
import { open, readdir, rename, rm, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

const DRAFT_ENDING = '.new'

/** Whether a file is one that is being written, or that a kill left of it. */
export const isDraft = (name: string): boolean => name.endsWith(DRAFT_ENDING)

/**
 * Writes a file that is there whole or not at all, for its owner only. Once it is there, it outlives a loss of power.
 * Each writer has a draft of its own: of two at once, the last one's file stays.
 */
export async function writeAtomically(
  path: string,
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const draft = `${path}.${randomUUID()}${DRAFT_ENDING}`
  try {
    const file = await open(draft, 'wx', 0o600)
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

/** Removes what kills left of a file that was being written. */
export async function removeDrafts(path: string): Promise<void> {
  const names = await readdir(dirname(path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names)
    if (name.startsWith(`${basename(path)}.`) && isDraft(name))
      await rm(join(dirname(path), name), { force: true })
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
