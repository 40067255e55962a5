import { randomUUID } from 'node:crypto'
import { open, readdir, rename, rm, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

const DRAFT_ENDING = '.new'

/** Whether a file is a draft: one being written, or left by a killed process. */
export const isDraft = (name: string): boolean => name.endsWith(DRAFT_ENDING)

/**
 * Writes a file whole or not at all, readable by its owner only, and safe from a power loss once written. Each writer
 * has its own draft, so of two at once the last one's file stays.
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
    // After a full disk, frees the room of the unfinished draft.
    await rm(draft, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

/** Removes drafts of a file left by killed processes. */
export async function removeDrafts(path: string): Promise<void> {
  const names = await readdir(dirname(path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names)
    if (name.startsWith(`${basename(path)}.`) && isDraft(name))
      await rm(join(dirname(path), name), { force: true })
}

/** Syncs a folder, so that a new name in it survives a power loss. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
