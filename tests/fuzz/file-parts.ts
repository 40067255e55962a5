import { crc32, deflateSync } from 'node:zlib'

// Files as the parts that their formats are made of, so that parts can be changed and put together again.

/** A source of chance that a seed decides (mulberry32). */
export interface Chance {
  /** From 0 up to, not including, `end`. */
  below(end: number): number
  of<T>(list: readonly T[]): T
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return { below, of: (list) => list[below(list.length)]! }
}

/** A part with a name and a length, which may be wrong. */
export interface Part {
  name: string
  content: Buffer
  /** What it says of its length, where that isn’t so. */
  says?: number
  /** The data after it, without its own length. */
  rest?: Buffer
}

export interface Format {
  partsOf(file: Buffer): Part[]
  fileOf(parts: readonly Part[]): Buffer
}

/** Segments of a JPEG, each scan with its data. */
const jpeg: Format = {
  partsOf(file) {
    const parts: Part[] = []
    for (let at = 2; at + 4 <= file.length && file[at + 1] !== 0xd9;) {
      const end = at + 2 + file.readUInt16BE(at + 2)
      let next = end
      if (file[at + 1] === 0xda)
        while (next < file.length - 1) {
          const sign = file[next + 1]!
          if (file[next] === 0xff && sign !== 0 && (sign < 0xd0 || sign > 0xd7)) break
          next += 1
        }
      parts.push({
        name: String.fromCharCode(file[at + 1]!),
        content: file.subarray(at + 4, end),
        rest: file.subarray(end, next),
      })
      at = next
    }
    return parts
  },
  fileOf: (parts) =>
    Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      ...parts.flatMap(({ name, content, says, rest }) => {
        const head = Buffer.from([0xff, name.charCodeAt(0), 0, 0])
        head.writeUInt16BE((says ?? content.length + 2) & 0xffff, 2)
        return [head, content, rest ?? Buffer.alloc(0)]
      }),
      Buffer.from([0xff, 0xd9]),
    ]),
}

const PNG_MARK = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Chunks of a PNG; their sums are always right, so that what is in them is looked at. */
const png: Format = {
  partsOf(file) {
    const parts: Part[] = []
    for (let at = 8; at + 12 <= file.length;) {
      const end = at + 8 + file.readUInt32BE(at)
      parts.push({
        name: file.toString('latin1', at + 4, at + 8),
        content: file.subarray(at + 8, end),
      })
      at = end + 4
    }
    return parts
  },
  fileOf: (parts) =>
    Buffer.concat([
      PNG_MARK,
      ...parts.flatMap(({ name, content, says }) => {
        const head = Buffer.alloc(8)
        head.writeUInt32BE((says ?? content.length) >>> 0, 0)
        head.write(name.padEnd(4).slice(0, 4), 4, 'latin1')
        const sum = Buffer.alloc(4)
        sum.writeUInt32BE(crc32(content, crc32(head.subarray(4))), 0)
        return [head, content, sum]
      }),
    ]),
}

/** Chunks of a WebP. */
const webp: Format = {
  partsOf(file) {
    const parts: Part[] = []
    for (let at = 12; at + 8 <= file.length;) {
      const size = file.readUInt32LE(at + 4)
      parts.push({
        name: file.toString('latin1', at, at + 4),
        content: file.subarray(at + 8, at + 8 + size),
      })
      at += 8 + size + (size % 2)
    }
    return parts
  },
  fileOf(parts) {
    const chunks = parts.flatMap(({ name, content, says }) => {
      const head = Buffer.alloc(8)
      head.write(name.padEnd(4).slice(0, 4), 0, 'latin1')
      head.writeUInt32LE((says ?? content.length) >>> 0, 4)
      return [head, content, Buffer.alloc(content.length % 2)]
    })
    const body = Buffer.concat([Buffer.from('WEBP'), ...chunks])
    const head = Buffer.from('RIFF....')
    head.writeUInt32LE(body.length, 4)
    return Buffer.concat([head, body])
  },
}

/** Lines and words of a PDF. */
const pdf: Format = {
  partsOf: (file) =>
    file
      .toString('latin1')
      .split(/(?<=\n)|(?= obj)|(?=\/)/)
      .map((text) => ({ name: '', content: Buffer.from(text, 'latin1') })),
  fileOf: (parts) => Buffer.concat(parts.map(({ content }) => content)),
}

export const FORMATS = { jpeg, png, webp, pdf } as const
export type FormatName = keyof typeof FORMATS

/** A PNG of nothing but one colour, however large: a few kilobytes for any number of pixels. */
export function emptyPng(width: number, height: number, isInterlaced: boolean): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // One bit a pixel, so that making it takes no memory either.
  header.set([1, 0, 0, 0, isInterlaced ? 1 : 0], 8)
  const rows = Buffer.alloc(Math.min((Math.ceil(width / 8) + 1) * height, 64 * 1024 * 1024))
  return png.fileOf([
    { name: 'IHDR', content: header },
    { name: 'IDAT', content: deflateSync(rows, { level: 9 }) },
    { name: 'IEND', content: Buffer.alloc(0) },
  ])
}
