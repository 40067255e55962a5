import type { FileType } from '#lib/domain/files.ts'

/**
 * A picture without what a camera or a program has written beside it: place, time, device, a small copy. What it needs
 * to be shown as it was stays: its colours, its transparency, and which way up a photo was held. What follows its end
 * goes too. From where it is no whole picture of its type on, it stays as it is.
 *
 * @param type What it is by its first bytes; a document is left as it is.
 */
export function withoutMetadata(bytes: Uint8Array, type: FileType): Uint8Array {
  const clean = CLEANERS[type]
  return clean
    ? Buffer.concat(clean(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)))
    : bytes
}

type Clean = (file: Buffer) => Uint8Array[]

const CLEANERS: Record<FileType, Clean | null> = {
  'image/jpeg': cleanJpeg,
  'image/png': cleanPng,
  'image/webp': cleanWebp,
  'application/pdf': null,
}

const startsWith = (part: Buffer, start: string) =>
  part.toString('latin1', 0, start.length) === start

/* JPEG (ITU-T T.81, annex B): segments of a marker and a length, and after some of them the picture's own data. */

const END = 0xd9
const SCAN = 0xda
const APP0 = 0xe0
const APP1 = 0xe1
const APP2 = 0xe2
const APP14 = 0xee
const COMMENT = 0xfe

/** What of an application's segments says how the picture is shown. */
const SHOWN: Record<number, string> = {
  [APP0]: 'JFIF\0',
  [APP2]: 'ICC_PROFILE\0',
  [APP14]: 'Adobe',
}
const EXIF = 'Exif\0\0'

function cleanJpeg(file: Buffer): Uint8Array[] {
  const kept: Uint8Array[] = [file.subarray(0, 2)]
  for (let at = 2; at < file.length;) {
    const marker = file[at] === 0xff ? file[at + 1] : undefined
    if (marker === END) return [...kept, file.subarray(at, at + 2)]
    // Any number of these may stand before a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    const end = at + 4 <= file.length ? at + 2 + file.readUInt16BE(at + 2) : Infinity
    if (marker === undefined || end > file.length) return [...kept, file.subarray(at)]
    const isApplication = marker >= APP0 && marker <= 0xef
    const content = file.subarray(at + 4, end)
    const shown = SHOWN[marker]
    if (marker === APP1 && startsWith(content, EXIF))
      kept.push(...wayUp(content.subarray(EXIF.length)))
    else if (marker !== COMMENT && (!isApplication || (shown && startsWith(content, shown))))
      kept.push(file.subarray(at, end))
    at = end
    if (marker === SCAN) {
      at = endOfScan(file, end)
      kept.push(file.subarray(end, at))
    }
  }
  return kept
}

/** Where the next marker stands: in the data of a picture, 0xff is followed by zero or by the number of a restart. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at !== -1; at = file.indexOf(0xff, at + 2)) {
    const next = file[at + 1]
    if (next !== undefined && next !== 0 && (next < 0xd0 || next > 0xd7)) return at
  }
  return file.length
}

const ORIENTATION = 0x0112

/** Of what a camera wrote nothing but how it was held, where it was not upright. */
function wayUp(tiff: Buffer): Uint8Array[] {
  const isLittle = startsWith(tiff, 'II')
  const read16 = (at: number) =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const read32 = (at: number) =>
    at + 4 > tiff.length ? 0 : isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at)
  const table = read32(4)
  const entries = Array.from({ length: Math.min(read16(table), 500) }, (_, n) => table + 2 + n * 12)
  const entry = entries.find((at) => read16(at) === ORIENTATION)
  const way = entry === undefined ? 1 : read16(entry + 8)
  if (way < 2 || way > 8) return []
  const segment = Buffer.alloc(36)
  segment.writeUInt16BE(0xff00 | APP1, 0)
  segment.writeUInt16BE(segment.length - 2, 2)
  segment.write(`${EXIF}MM\0*`, 4, 'latin1')
  // One table, right behind, of one entry: the orientation, one number of 16 bits.
  segment.writeUInt32BE(8, 14)
  segment.writeUInt16BE(1, 18)
  segment.writeUInt16BE(ORIENTATION, 20)
  segment.writeUInt16BE(3, 22)
  segment.writeUInt32BE(1, 24)
  segment.writeUInt16BE(way, 28)
  return [segment]
}

/* PNG (third edition): a signature, and chunks of a length, a name, what is in them and a sum. */

/** Chunks beside those that every picture has, by which it is shown. */
const PNG_SHOWN = new Set(
  'tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD pHYs acTL fcTL fdAT'.split(' '),
)

function cleanPng(file: Buffer): Uint8Array[] {
  const kept: Uint8Array[] = [file.subarray(0, 8)]
  for (let at = 8; at < file.length;) {
    const end = at + 12 <= file.length ? at + 12 + file.readUInt32BE(at) : Infinity
    if (end > file.length) return [...kept, file.subarray(at)]
    const name = file.toString('latin1', at + 4, at + 8)
    // A capital at its beginning: no picture without it.
    if (/^[A-Z]/.test(name) || PNG_SHOWN.has(name)) kept.push(file.subarray(at, end))
    if (name === 'IEND') return kept
    at = end
  }
  return kept
}

/* WebP (RFC 9649): one RIFF chunk of chunks, which begin at even places. */

const WEBP_SHOWN = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const HAS_EXIF = 0x08
const HAS_XMP = 0x04

function cleanWebp(file: Buffer): Uint8Array[] {
  const whole = Math.min(file.length, 8 + file.readUInt32LE(4))
  const kept: Uint8Array[] = []
  let at = 12
  while (at < whole) {
    const size = at + 8 <= whole ? file.readUInt32LE(at + 4) : Infinity
    const end = at + 8 + size + (size % 2)
    if (!(end <= whole)) break
    const name = file.toString('latin1', at, at + 4)
    if (name === 'VP8X' && size > 0) {
      const chunk = Buffer.from(file.subarray(at, end))
      chunk[8]! &= ~(HAS_EXIF | HAS_XMP)
      kept.push(chunk)
    } else if (WEBP_SHOWN.has(name)) kept.push(file.subarray(at, end))
    at = end
  }
  // No whole picture.
  if (at < whole) return [file]
  const head = Buffer.from(file.subarray(0, 12))
  head.writeUInt32LE(4 + kept.reduce((length, part) => length + part.length, 0), 4)
  return [head, ...kept]
}
