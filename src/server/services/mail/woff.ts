import { inflateSync } from 'node:zlib'

/** Sizes in bytes of the heads of a WOFF file and of a font's own, and of an entry in their directories of tables. */
const WOFF = { head: 44, entry: 20 }
const SFNT = { head: 12, entry: 16 }

/**
 * A font as it was before it was packed as WOFF 1: its tables are deflated one by one, and a reader that unpacks them
 * at each use spends most of its time on that.
 *
 * @see https://www.w3.org/TR/WOFF/
 */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const directory = Buffer.alloc(SFNT.head + count * SFNT.entry)
  woff.copy(directory, 0, 4, 8)
  directory.writeUInt16BE(count, 4)
  const power = Math.floor(Math.log2(count))
  directory.writeUInt16BE(16 * 2 ** power, 6)
  directory.writeUInt16BE(power, 8)
  directory.writeUInt16BE(16 * (count - 2 ** power), 10)

  const tables: Buffer[] = []
  let at = directory.length
  for (let index = 0; index < count; index++) {
    const from = WOFF.head + index * WOFF.entry
    const [offset, packed, length] = [4, 8, 12].map((field) => woff.readUInt32BE(from + field))
    const bytes = woff.subarray(offset, offset! + packed!)
    const table = packed! < length! ? inflateSync(bytes) : bytes
    const to = SFNT.head + index * SFNT.entry
    woff.copy(directory, to, from, from + 4)
    woff.copy(directory, to + 4, from + 16, from + 20)
    directory.writeUInt32BE(at, to + 8)
    directory.writeUInt32BE(table.length, to + 12)
    // Each table begins at a multiple of four bytes.
    tables.push(table, Buffer.alloc(-table.length & 3))
    at += (table.length + 3) & ~3
  }
  return Buffer.concat([directory, ...tables])
}
