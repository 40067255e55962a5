import { stat, statfs } from 'node:fs/promises'

/** The disk that a folder is on, in bytes. A share of it is free only where that share of its inodes is: each file takes one. */
export interface Disk {
  free: number
  size: number
}

export async function diskOf(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize, files, ffree } = await statfs(folder)
  const size = blocks * bsize
  return { free: Math.min(bavail * bsize, files > 0 ? (ffree / files) * size : Infinity), size }
}

/** What everything else leaves for the database, which needs less than half of it to write. */
export const ROOM_BYTES = 500e6

/** What copies of uploaded files leave, in rooms of a backup: more than the next one needs. */
export const COPIES_LEAVE = 1.5

/** The room that a copy of an embedded database, and the backup beside it, need on a disk, in bytes. */
export const roomForBackup = async (databaseFile: string): Promise<number> =>
  2 * (await stat(databaseFile)).size + ROOM_BYTES

/**
 * What uploads leave to the database and its backups: a tenth of the disk, between 500 MB and 5 GB, and the room of the
 * next two backups, or half of the disk where that is less, and always more than the copies of what is uploaded do.
 *
 * @param databaseFile The embedded database, where its backups are on the disk.
 */
export async function reserveOf({ size }: Disk, databaseFile: string | null): Promise<number> {
  const share = Math.min(Math.max(size / 10, ROOM_BYTES), 5e9)
  if (databaseFile === null) return share
  const room = await roomForBackup(databaseFile)
  return Math.max(share, Math.min(2 * room, Math.max(size / 2, (COPIES_LEAVE + 0.1) * room)))
}
