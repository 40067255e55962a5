import { statfs } from 'node:fs/promises'

/** The disk that a folder is on, in bytes. */
export interface Disk {
  free: number
  size: number
}

export async function diskOf(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, size: blocks * bsize }
}

/** What everything else leaves for the database, which needs less than half of it to write. */
export const ROOM_BYTES = 500e6

/** What uploads leave to the database and its backups: a tenth of the disk, between 500 MB and 5 GB. */
export const reserveOf = ({ size }: Disk): number => Math.min(Math.max(size / 10, ROOM_BYTES), 5e9)
