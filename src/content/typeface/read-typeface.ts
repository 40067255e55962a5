import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create, type Font } from 'fontkit'
import type { Problem } from '../content-error.ts'
import type { Brand } from '../schema/brand.ts'
import { REQUIRED } from './letters-of-pages.ts'

export type Range = readonly [least: number, most: number]

/** A file of the brand's typeface. */
export interface Face {
  file: string
  bytes: Buffer
  weights: Range
  widths: Range
  /** The axes of a variable file, by tag, and their defaults. */
  axes: Record<string, number>
  characters: Set<number>
  /** Its family by its own table of names. */
  name: string
}

/** Faces with the same weights and widths: together they have the letters. */
export type Style = [Face, ...Face[]]

const NORMAL_WIDTH: Range = [100, 100]
/** Text and headings need these at least (src/styles/base.css). */
const TEXT_MOST = 500
const BOLD_LEAST = 600

/** Reads and checks the typeface that `brand.json` names. */
export function readTypeface(
  dir: string,
  { files }: Brand['typeface'],
): { styles: Style[]; problems: Problem[] } {
  const problems: Problem[] = []
  const faces = files.flatMap((entry, i): Face[] => {
    const report = (reason: string, field = 'file') =>
      void problems.push({ file: 'brand.json', path: `typeface.files[${i}].${field}`, reason })
    const path = join(dir, entry.file)
    if (!existsSync(path)) {
      report(`there is no ${entry.file}: add the typeface as woff2`)
      return []
    }
    const face = openFace(entry.file, readFileSync(path))
    if (typeof face === 'string') {
      report(face)
      return []
    }
    for (const [field, has] of [
      ['weight', face.weights],
      ['width', face.widths],
    ] as const) {
      const says = rangeOf(entry[field] ?? 100)
      if (says[0] !== has[0] || says[1] !== has[1])
        report(`${shown(says)} should be ${shown(has)}, as ${entry.file} has it`, field)
    }
    return [face]
  })
  const listed = new Set(files.map(({ file }) => file))
  for (const file of globSync('fonts/*.woff2', { cwd: dir }).sort())
    if (!listed.has(file))
      problems.push({ file, path: '', reason: 'typeface.files in brand.json doesn’t list it' })

  const styles = stylesOf(faces)
  if (faces.length === files.length) problems.push(...styleProblems(styles))
  return { styles, problems }
}

/** A face of woff2; or why it is none. */
function openFace(file: string, bytes: Buffer): Face | string {
  if (bytes.toString('latin1', 0, 4) !== 'wOF2')
    return `${file} is not woff2: use the typeface as woff2, which programs such as fonttools make from TTF and OTF`
  try {
    const font = create(bytes) as Font
    const { wght, wdth } = font.variationAxes
    const weight = font['OS/2'].usWeightClass
    return {
      file,
      bytes,
      weights: wght ? [wght.min, wght.max] : [weight, weight],
      widths: wdth ? [wdth.min, wdth.max] : NORMAL_WIDTH,
      axes: Object.fromEntries(
        Object.entries(font.variationAxes).map(([tag, axis]) => [tag, axis!.default]),
      ),
      characters: new Set(font.characterSet),
      name: font.familyName,
    }
  } catch {
    return `${file} cannot be read, or ends too early: use the typeface as woff2`
  }
}

function stylesOf(faces: Face[]): Style[] {
  const byKind = Object.groupBy(faces, ({ weights, widths }) => String([weights, widths]))
  return Object.values(byKind) as Style[]
}

function styleProblems(styles: Style[]): Problem[] {
  const lacking = styles.flatMap((style): Problem[] => {
    const missing = [...REQUIRED].filter((letter) => !faceWith(style, letter))
    if (missing.length === 0) return []
    const names = style.map(({ file }) => file).join(' and ')
    const reason = `${names} lacks ${missing.join(' ')}: it needs the letters of English and te reo Māori, in one file or in several of the same weight`
    return [{ file: style[0].file, path: '', reason }]
  })
  const weights = styles.map(([{ weights: has }]) => has)
  const isShort = !weights.some(([least]) => least <= TEXT_MOST)
  const isThin = !weights.some(([, most]) => most >= BOLD_LEAST)
  const report = (reason: string): Problem => ({
    file: 'brand.json',
    path: 'typeface.files',
    reason,
  })
  return [
    ...lacking,
    ...(isShort
      ? [report('there is no weight for text: add 400, or an axis that includes it')]
      : []),
    ...(isThin ? [report('there is no weight for headings: add 600 or more')] : []),
  ]
}

export const faceWith = (style: Style, letter: string): Face | undefined =>
  style.find(({ characters }) => characters.has(letter.codePointAt(0)!))

export const rangeOf = (one: number | [number, number]): Range =>
  typeof one === 'number' ? [one, one] : one
/** The nearest value that a range has. */
export const within = ([least, most]: Range, value: number): number =>
  Math.min(Math.max(value, least), most)
const shown = ([least, most]: Range): string =>
  least === most ? String(least) : `[${least}, ${most}]`

/** The style a browser takes for a weight: from 500 up the next heavier one, below it the next lighter. */
export function styleFor(weight: number, styles: Style[]): Style {
  const distance = ([{ weights }]: Style) => {
    const [least, most] = weights
    const [below, above] = [weight - most, least - weight]
    if (below <= 0 && above <= 0) return 0
    const isPreferred = weight > TEXT_MOST ? above > 0 : below > 0
    return Math.max(below, above) + (isPreferred ? 0 : 1000)
  }
  return styles.toSorted((a, b) => distance(a) - distance(b))[0]!
}
