import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reserveOf, roomForBackup } from './disk.ts'

test('uploads leave a tenth of the disk, and the database its next two backups', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'))
  const database = join(folder, 'storefront.db')
  writeFileSync(database, '')
  const reserve = (sizeBytes: number, file: string | null = database) =>
    reserveOf({ size: sizeBytes, free: 0 }, file)
  try {
    expect(await reserve(20e9, null)).toBe(2e9)
    expect(await reserve(1e9, null)).toBe(500e6)
    expect(await reserve(100e9, null)).toBe(5e9)
    expect(await reserve(5e9)).toBe(2 * (await roomForBackup(database)))
    // On a small one, more than copies of what is uploaded leave.
    expect(await reserve(1e9)).toBe(1.6 * (await roomForBackup(database)))
    // As long as a database of 3 GB, without its bytes.
    truncateSync(database, 3e9)
    expect(await reserve(100e9)).toBe(13e9)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
