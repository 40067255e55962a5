import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { MAX_FILE_BYTES } from '#lib/shared/files.ts'
import { somePdf } from '#tests/setup/files.ts'
import {
  chanceOf,
  emptyPng,
  FORMATS,
  type Chance,
  type FormatName,
  type Part,
} from './file-parts.ts'

export interface HostileFile {
  /** How it was made. */
  how: string
  bytes: Buffer
}

interface Sample {
  format: FormatName
  bytes: Buffer
}

/** Files as people send them, of every kind of their formats. */
export async function samples(): Promise<Sample[]> {
  const drawing = () =>
    sharp({ create: { width: 160, height: 120, channels: 4, background: '#a416' } })
      .composite([
        {
          input: { create: { width: 70, height: 50, channels: 4, background: '#16aa' } },
          left: 30,
          top: 20,
        },
      ])
      .withExif({ IFD0: { Copyright: 'K' }, IFD3: { GPSLatitudeRef: 'S' } })
      .withIccProfile('p3')
  const frames = await Promise.all(
    ['#f00', '#0f0', '#00f'].map((background) =>
      sharp({ create: { width: 30, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  const made: [FormatName, Promise<Buffer>][] = [
    ['jpeg', drawing().jpeg().toBuffer()],
    ['jpeg', drawing().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()],
    ['jpeg', drawing().greyscale().jpeg({ quality: 10 }).toBuffer()],
    ['jpeg', drawing().toColourspace('cmyk').jpeg().toBuffer()],
    ['jpeg', drawing().withMetadata({ orientation: 6 }).jpeg().toBuffer()],
    ['png', drawing().png().toBuffer()],
    ['png', drawing().png({ palette: true, colours: 4 }).toBuffer()],
    ['png', drawing().png({ progressive: true }).toBuffer()],
    ['png', drawing().toColourspace('rgb16').png().toBuffer()],
    ['webp', drawing().webp().toBuffer()],
    ['webp', drawing().webp({ lossless: true }).toBuffer()],
    [
      'webp',
      sharp(frames, { join: { animated: true } })
        .webp()
        .toBuffer(),
    ],
    ['pdf', Promise.resolve(somePdf('one page'))],
    ['pdf', Promise.resolve(Buffer.concat([somePdf('twice'), somePdf('twice')]))],
  ]
  return Promise.all(made.map(async ([format, bytes]) => ({ format, bytes: await bytes })))
}

const LENGTHS = [0, 1, 2, 3, 12, 255, 65_535, 65_536, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1]

/** One part changed, as its format lets it be. */
function changePart(parts: Part[], chance: Chance): Part[] {
  if (parts.length === 0) return parts
  const at = chance.below(parts.length)
  const part = parts[at]!
  const swap = chance.below(parts.length)
  const content = Buffer.from(part.content)
  switch (chance.below(8)) {
    case 0:
      return parts.with(at, { ...part, says: chance.of(LENGTHS) })
    case 1:
      return parts.toSpliced(at, 1)
    case 2:
      return parts.toSpliced(at, 0, ...Array<Part>(1 + chance.below(40)).fill(part))
    case 3:
      return parts.with(at, parts[swap]!).with(swap, part)
    case 4:
      return parts.with(at, { ...part, content: content.subarray(0, chance.below(content.length)) })
    case 5:
      if (content.length >= 4)
        content.writeUInt32BE(chance.of(LENGTHS), chance.below(content.length - 3))
      return parts.with(at, { ...part, content })
    case 6:
      for (let n = 0; n < 8 && content.length > 0; n += 1)
        content[chance.below(content.length)] = chance.below(256)
      return parts.with(at, { ...part, content })
    default:
      return parts.with(at, {
        ...part,
        name: part.name === '' ? '' : parts[swap]!.name,
        content: Buffer.concat([content, Buffer.alloc(chance.below(5_000), chance.below(256))]),
      })
  }
}

const nothing = Buffer.alloc(0)
const jpegSegment = (marker: number, content: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}
/** As often as it goes into a file that is taken. */
const filled = (part: Buffer, bytes: number) =>
  Buffer.alloc(Math.floor(bytes / part.length) * part.length, part)

type Bomb = (all: Sample[], chance: Chance) => Buffer

/** Small files that cost much to read, or large ones of very small parts. */
const BOMBS: Record<string, Bomb> = {
  // The scanner that was here before took 39 seconds for one of these.
  'ten megabytes of Exif segments': () =>
    Buffer.concat([
      Buffer.from([0xff, 0xd8]),
      filled(jpegSegment(0xe1, Buffer.from('Exif\0\0II')), MAX_FILE_BYTES - 10),
      Buffer.from([0xff, 0xd9]),
    ]),
  'ten megabytes of fill bytes': () =>
    Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(MAX_FILE_BYTES - 2, 0xff)]),
  'thousands of scans': (all, chance) => {
    const parts = FORMATS.jpeg.partsOf(all[1]!.bytes)
    const scans = parts.filter(({ name }) => name.charCodeAt(0) === 0xda)
    return FORMATS.jpeg.fileOf([...parts, ...Array.from({ length: 3_000 }, () => chance.of(scans))])
  },
  'a JPEG that says it is huge': (all, chance) =>
    FORMATS.jpeg.fileOf(
      FORMATS.jpeg.partsOf(all[chance.below(3)]!.bytes).map((part) => {
        if (![0xc0, 0xc2].includes(part.name.charCodeAt(0))) return part
        const content = Buffer.from(part.content)
        content.writeUInt16BE(chance.of([7_000, 8_000, 20_000, 65_500]), 1)
        content.writeUInt16BE(chance.of([7_000, 8_000, 20_000, 65_500]), 3)
        return { ...part, content }
      }),
    ),
  'a PNG of many pixels': (_, chance) =>
    emptyPng(
      chance.of([7_000, 20_000, 200_000]),
      chance.of([7_000, 20_000]),
      chance.below(2) === 1,
    ),
  'a PNG of a million chunks': () =>
    Buffer.concat([
      emptyPng(9, 9, false).subarray(0, 33),
      filled(FORMATS.png.fileOf([{ name: 'tEXt', content: nothing }]).subarray(8), 10_000_000),
      emptyPng(9, 9, false).subarray(33),
    ]),
  'profiles that unpack to much': () => {
    const parts = FORMATS.png.partsOf(emptyPng(9, 9, false))
    const packed = Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(50_000_000))])
    const chunks = ['iCCP', 'zTXt', 'zTXt', 'zTXt'].map((name) => ({ name, content: packed }))
    return FORMATS.png.fileOf([parts[0]!, ...chunks, ...parts.slice(1)])
  },
  'a WebP of a million chunks': (all) => {
    const parts = FORMATS.webp.partsOf(all[9]!.bytes)
    const many = Array<Part>(400_000).fill({ name: 'ANMF', content: nothing })
    return FORMATS.webp.fileOf([parts[0]!, ...many, ...parts.slice(1)])
  },
  'a PDF of nothing but objects': () =>
    Buffer.from(somePdf('a').toString('latin1').replace('%a', '1 0 obj\n'.repeat(1_000_000))),
  'a PDF whose sections never end': (_, chance) => {
    let text = '%PDF-1.7\n'
    const count = chance.of([150, 300, 3_000])
    for (let section = 0, before = 0; section < count; section += 1) {
      const at = text.length
      text += `xref\n0 0\ntrailer\n<< /Size 1 /Root 1 0 R /Prev ${before || 9_999_999} >>\n${' '.repeat(3_000)}`
      before = at
    }
    return Buffer.from(`${text}\n1 0 obj\nstartxref\n${text.lastIndexOf('xref')}\n%%EOF`)
  },
  'a PDF of brackets and digits': (_, chance) =>
    Buffer.from(
      `%PDF-1.7\n1 0 obj\nxref\ntrailer\n${chance.of(['<<', '(', '[', '9', '/Prev ', ' ']).repeat(1_000_000)}\nstartxref\n${chance.of(['17', '9'.repeat(1_500), '0'])}\n%%EOF`,
    ),
}

/** One in this many is a bomb: each takes a good part of a second. */
const BOMBS_ONE_IN = 60

/**
 * A file that someone might send to do harm, the same for the same seed.
 *
 * @param all What {@link samples} made.
 */
export function hostileFile(all: Sample[], seed: number): HostileFile {
  const chance = chanceOf(seed)
  if (chance.below(BOMBS_ONE_IN) === 0) {
    const how = chance.of(Object.keys(BOMBS))
    return { how, bytes: BOMBS[how]!(all, chance).subarray(0, MAX_FILE_BYTES) }
  }
  const { format, bytes } = chance.of(all)
  const { partsOf, fileOf } = FORMATS[format]
  switch (chance.below(6)) {
    case 0:
      return {
        how: `${format}, cut off`,
        bytes: bytes.subarray(0, 12 + chance.below(bytes.length)),
      }
    case 1: {
      const other = chance.of(all)
      const cut = chance.below(bytes.length)
      const both = Buffer.concat([bytes.subarray(0, cut), other.bytes.subarray(chance.below(200))])
      return { how: `${format} that goes on as ${other.format}`, bytes: both }
    }
    case 2: {
      const scattered = Buffer.from(bytes)
      for (let n = 1 + chance.below(30); n > 0; n -= 1)
        scattered[12 + chance.below(bytes.length - 12)] = chance.below(256)
      return { how: `${format} with other bytes`, bytes: scattered }
    }
    default: {
      let parts = partsOf(bytes)
      for (let n = 1 + chance.below(4); n > 0; n -= 1) parts = changePart(parts, chance)
      return { how: `${format} with other parts`, bytes: fileOf(parts).subarray(0, MAX_FILE_BYTES) }
    }
  }
}
