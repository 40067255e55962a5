/**
 * Writes `src/styles/fonts/macrons.woff2`: the ten macron vowels of the typeface, in the widths and weights the site uses.
 *
 *     node scripts/macron-font.ts
 *
 * A page with one macron loads 4 kB instead of the 38 kB of the whole Latin-extended file. Run it again when the package of
 * the typeface is updated. Its licence (OFL-1.1, kept beside the file) reserves the family's name, so the copy has another.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'

const PACKAGE = 'node_modules/@fontsource-variable/encode-sans'
const FOLDER = 'src/styles/fonts'
/** Same length, so that the table of names keeps its layout. */
const RENAMED = [
  ['Encode Sans', 'Macron Part'],
  ['EncodeSans', 'MacronPart'],
] as const
/** In the table of names: family, unique id, full name, PostScript name. */
const NAME_IDS = [1, 3, 4, 6]

const MACRONS = 'ĀāĒēĪīŌōŪū'

const whole = readFileSync(`${PACKAGE}/files/encode-sans-latin-ext-wdth-normal.woff2`)
const subset = await subsetFont(whole, MACRONS, {
  targetFormat: 'truetype',
  variationAxes: {
    wght: { min: 400, max: 700, default: 400 },
    wdth: { min: 100, max: 115, default: 100 },
  },
})
rename(subset)
writeFileSync(
  `${FOLDER}/macrons.woff2`,
  await subsetFont(subset, MACRONS, { targetFormat: 'woff2' }),
)
copyFileSync(`${PACKAGE}/LICENSE`, `${FOLDER}/LICENSE`)

/** Renames in place, by the layout of an OpenType `name` table. */
function rename(font: Buffer) {
  const tables = font.readUInt16BE(4)
  const entry = Array.from({ length: tables }, (_, i) => 12 + 16 * i).find(
    (at) => font.toString('latin1', at, at + 4) === 'name',
  )
  if (entry === undefined) throw new Error('The font has no table of names')
  const table = font.readUInt32BE(entry + 8)
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
