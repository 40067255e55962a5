import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { create, type Font } from 'fontkit'
import type { Face, Range } from './read-typeface.ts'

/** Where made files are kept from one build to the next. */
export const CACHE = 'node_modules/.cache/forecourt-typeface'
/** Raise it when parts are made in another way. */
const VERSION = 1
/** In the table of names: family, unique id, full name, PostScript name, and the family and style of large families. */
const NAME_IDS = [1, 3, 4, 6, 16, 17, 21, 22, 25]
/** Licences reserve the names of families, so parts have this one. */
const NAME = 'Site Letters '
const MAC = 1

interface Part {
  letters: string
  /** The letter that a part of one letter replaces, … */
  as?: string
  /** … by its form below the line of a fraction. */
  isBelow?: boolean
  /** A value, or the ends that are kept, of each axis. */
  axes: Record<string, number | Range>
  format: 'woff2' | 'truetype'
}

/** Writes some letters of a face, in some of its weights and widths; `null` if the face has no such form. */
export async function makePart(face: Face, part: Part): Promise<Buffer | null> {
  const key = createHash('sha256')
    .update(`${VERSION}${JSON.stringify(part)}`)
    .update(face.bytes)
    .digest('hex')
  const path = join(CACHE, key.slice(0, 32))
  try {
    return readFileSync(path)
  } catch {
    const made = await cut(face, part)
    if (made) save(path, made)
    return made
  }
}

/** Whole or not at all: several processes may make the same file. */
export function save(path: string, bytes: Buffer | string): void {
  mkdirSync(join(path, '..'), { recursive: true })
  const unfinished = `${path}.${process.pid}`
  writeFileSync(unfinished, bytes)
  renameSync(unfinished, path)
}

async function cut(face: Face, { letters, as = letters, isBelow = false, axes, format }: Part) {
  // Installed for builds only: a built server's commands find what they need among the kept files.
  const { default: subsetFont } = await import('subset-font')
  const part = await subsetFont(face.bytes, letters, {
    targetFormat: 'truetype',
    variationAxes: Object.fromEntries(
      Object.entries(face.axes).map(([tag, normal]) => [tag, limit(axes[tag] ?? normal)]),
    ),
  })
  // A document may have the typeface itself in it.
  if (format === 'woff2') rename(part)
  if (as !== letters) {
    const further = isBelow ? furtherBelow(part, letters) : 0
    if (further === null || !standFor(part, letters.charCodeAt(0), as.charCodeAt(0), further))
      return null
  }
  return format === 'truetype' ? part : subsetFont(part, as, { targetFormat: format })
}

const limit = (axis: number | Range) =>
  typeof axis === 'number' ? axis : { min: axis[0], max: axis[1], default: axis[0] }

/** How many glyphs after a figure's own its form below the line of a fraction is; `null` if it has none. */
function furtherBelow(part: Buffer, figure: string): number | null {
  const font = create(part) as Font
  const [own, , below] = font.layout(`${figure}\u2044${figure}`).glyphs.map(({ id }) => id)
  const plain = font.glyphForCodePoint(figure.codePointAt(0)!).id
  return below === undefined || below === plain || below === own ? null : below - plain
}

/** Where a table of an OpenType font starts. */
function tableAt(font: Buffer, tag: string): number {
  const entry = Array.from({ length: font.readUInt16BE(4) }, (_, i) => 12 + 16 * i).find(
    (at) => font.toString('latin1', at, at + 4) === tag,
  )
  if (entry === undefined) throw new Error(`The font has no table ${tag}`)
  return font.readUInt32BE(entry + 8)
}

/**
 * Gives the one letter of a font another code, in place, by the layout of a `cmap` of format 4 with a single segment.
 *
 * @returns Whether the font has such a map.
 */
function standFor(font: Buffer, from: number, to: number, further: number): boolean {
  const cmap = tableAt(font, 'cmap')
  const places = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, i) =>
    font.readUInt32BE(cmap + 4 + 8 * i + 4),
  )
  return [...new Set(places)].every((place) => {
    const map = cmap + place
    const twoSegments = 4
    const [end, start, delta] = [map + 14, map + 14 + twoSegments + 2, map + 16 + 2 * twoSegments]
    if (font.readUInt16BE(map) !== 4 || font.readUInt16BE(start) !== from) return false
    font.writeUInt16BE(to, end)
    font.writeUInt16BE(to, start)
    font.writeUInt16BE((font.readUInt16BE(delta) + from - to + further) & 0xffff, delta)
    return true
  })
}

/** Renames in place, by the layout of an OpenType `name` table. */
function rename(font: Buffer) {
  const table = tableAt(font, 'name')
  const texts = table + font.readUInt16BE(table + 4)
  for (let i = 0; i < font.readUInt16BE(table + 2); i++) {
    const record = table + 6 + 12 * i
    if (!NAME_IDS.includes(font.readUInt16BE(record + 6))) continue
    const start = texts + font.readUInt16BE(record + 10)
    const length = font.readUInt16BE(record + 8)
    const isWide = font.readUInt16BE(record) !== MAC
    const name = NAME.repeat(length).slice(0, isWide ? length / 2 : length)
    const bytes = Buffer.from(name, isWide ? 'utf16le' : 'latin1')
    font.set(isWide ? bytes.swap16() : bytes, start)
  }
}
