/**
 * Writes parts of the typeface to `src/styles/fonts`, in the widths and weights the site uses: `letters.woff2`, the letters
 * and signs of English; `macrons.woff2`, the ten macron vowels; `okina.woff2`, its opening quote in the place of the ʻokina,
 * which it draws small in the middle of a wide gap; `subscript-two.woff2`, the 2 of its fractions as the ₂ of CO₂, which it
 * has under no code. Their ranges are in `src/styles/fonts.css`.
 *
 *     node scripts/site-fonts.ts
 *
 * A page loads 27 kB instead of the 45 of the whole Latin file, and with one macron 3 kB instead of 38. What is not in the
 * parts, as é, comes from the whole files. Run it again when the package of
 * the typeface is updated. Its licence (OFL-1.1, kept beside the file) reserves the family's name, so the copy has another.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'

const PACKAGE = 'node_modules/@fontsource-variable/encode-sans'
const FOLDER = 'src/styles/fonts'
/** The same length, so that the table of names keeps its layout. */
const RENAMED = [
  ['Encode Sans', 'Macron Part'],
  ['EncodeSans', 'MacronPart'],
] as const
/** In the table of names: family, unique id, full name, PostScript name. */
const NAME_IDS = [1, 3, 4, 6]

/** ASCII and the other characters of the site: U+A0, A9, B0, B2, B7, BD, D7, 2013-2014, 2018-2019, 201C-201D, 2026, 2212. */
const LETTERS =
  Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i)).join('') +
  '\u00a0©°²·½×–—‘’“”…−'
const MACRONS = 'ĀāĒēĪīŌōŪū'

const QUOTE = '‘'
const OKINA = 'ʻ'
/** In a part with nothing but 2, the 2 below a fraction's line comes after the figures of both widths. */
const FRACTION_TWO = 2

await write('letters', 'latin', LETTERS)
await write('macrons', 'latin-ext', MACRONS)
await write('okina', 'latin', QUOTE, OKINA)
await write('subscript-two', 'latin', '2', '₂', FRACTION_TWO)
copyFileSync(`${PACKAGE}/LICENSE`, `${FOLDER}/LICENSE`)

/**
 * Writes a part of the typeface.
 *
 * @param as The letter that a part of one letter replaces.
 * @param further How many glyphs after that letter's own the replacing glyph is.
 */
async function write(name: string, file: string, letters: string, as = letters, further = 0) {
  const whole = readFileSync(`${PACKAGE}/files/encode-sans-${file}-wdth-normal.woff2`)
  const part = await subsetFont(whole, letters, {
    targetFormat: 'truetype',
    variationAxes: {
      wght: { min: 400, max: 700, default: 400 },
      wdth: { min: 100, max: 115, default: 100 },
    },
  })
  rename(part)
  if (as !== letters) standFor(part, letters.charCodeAt(0), as.charCodeAt(0), further)
  writeFileSync(`${FOLDER}/${name}.woff2`, await subsetFont(part, as, { targetFormat: 'woff2' }))
}

/** Where a table of an OpenType font starts. */
function tableAt(font: Buffer, tag: string): number {
  const entry = Array.from({ length: font.readUInt16BE(4) }, (_, i) => 12 + 16 * i).find(
    (at) => font.toString('latin1', at, at + 4) === tag,
  )
  if (entry === undefined) throw new Error(`The font has no table ${tag}`)
  return font.readUInt32BE(entry + 8)
}

/** Gives the one letter of a font another code, in place, by the layout of a `cmap` of format 4 with a single segment. */
function standFor(font: Buffer, from: number, to: number, further: number) {
  const cmap = tableAt(font, 'cmap')
  const places = Array.from({ length: font.readUInt16BE(cmap + 2) }, (_, i) =>
    font.readUInt32BE(cmap + 4 + 8 * i + 4),
  )
  for (const place of new Set(places)) {
    const map = cmap + place
    const twoSegments = 4
    const [end, start, delta] = [map + 14, map + 14 + twoSegments + 2, map + 16 + 2 * twoSegments]
    if (font.readUInt16BE(map) !== 4 || font.readUInt16BE(start) !== from)
      throw new Error('The map of letters is not as expected')
    font.writeUInt16BE(to, end)
    font.writeUInt16BE(to, start)
    font.writeUInt16BE((font.readUInt16BE(delta) + from - to + further) & 0xffff, delta)
  }
}

/** Renames in place, by the layout of an OpenType `name` table. */
function rename(font: Buffer) {
  const table = tableAt(font, 'name')
  const texts = table + font.readUInt16BE(table + 4)
  for (let i = 0; i < font.readUInt16BE(table + 2); i++) {
    const record = table + 6 + 12 * i
    if (!NAME_IDS.includes(font.readUInt16BE(record + 6))) continue
    const start = texts + font.readUInt16BE(record + 10)
    const text = font.subarray(start, start + font.readUInt16BE(record + 8)).swap16()
    const name = RENAMED.reduce(
      (all, [from, to]) => all.replaceAll(from, to),
      text.toString('utf16le'),
    )
    text.write(name, 'utf16le')
    text.swap16()
  }
}
