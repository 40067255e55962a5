import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ENGLISH, MACRONS, OKINA, SUBSCRIPT_TWO } from './letters-of-pages.ts'
import { CACHE, makePart, save } from './make-part.ts'
import { faceWith, styleFor, within, type Face, type Range, type Style } from './read-typeface.ts'
import { standIns } from './stand-ins.ts'

/** The weights and widths that the styles use. */
const WEIGHTS: Range = [400, 700]
const WIDTHS: Range = [100, 115]

interface File {
  name: string
  /**
   * The letters of English are a family of their own: for each size and weight of a text, Chromium looks up a system
   * font for every file of a family that it hasn't loaded yet, which took half of a page's first layout on Linux.
   */
  family: 'Site Letters' | 'Site Typeface'
  bytes: Buffer
  weights: Range
  widths: Range
  characters: number[]
}

export interface SiteTypeface {
  /** The style sheet with the faces, in a folder with their files. */
  css: string
  /** The files with the letters of English: of text, then of headings if they have another. */
  letters: string[]
}

/**
 * Divides the typeface for pages, and writes it to a folder that is kept between builds. What English and te reo Māori are
 * written with comes in small files of their own, the macrons only where a page has one; the whole files are there for
 * other names.
 */
export async function siteTypeface(styles: Style[]): Promise<SiteTypeface> {
  const divided = await Promise.all(styles.map((style) => divide(style)))
  const files = divided.flat()
  const names = files.map(({ name }, i) => `${name}-${i + 1}.woff2`)
  const css = `${files.map((file, i) => fontFace(file, names[i]!)).join('\n')}\n${await standIns(styles)}\n`
  const hash = createHash('sha256').update(css)
  for (const { bytes } of files) hash.update(bytes)
  const folder = join(CACHE, `site-${hash.digest('hex').slice(0, 16)}`)
  const texts = [
    ...files.map(({ bytes }, i) => [names[i]!, bytes] as const),
    ['fonts.css', css] as const,
  ]
  for (const [name, text] of texts)
    if (!existsSync(join(folder, name))) save(join(folder, name), text)

  const lettersOf = (weight: number) => divided[styles.indexOf(styleFor(weight, styles))]![0]!
  const first = [...new Set([lettersOf(WEIGHTS[0]), lettersOf(620)])]
  return {
    css: join(folder, 'fonts.css'),
    letters: first.map((file) => join(folder, names[files.indexOf(file)]!)),
  }
}

/** The letters of English in the weights and widths of pages. */
export const englishPart = (face: Face): Promise<Buffer | null> =>
  makePart(face, { letters: kept(face, ENGLISH), axes: axesOf(face), format: 'woff2' })

const kept = ({ characters }: Face, letters: string): string =>
  [...letters].filter((letter) => characters.has(letter.codePointAt(0)!)).join('')
const axesOf = ({ weights, widths }: Face) => ({
  wght: overlap(weights, WEIGHTS),
  wdth: overlap(widths, WIDTHS),
})
const overlap = (range: Range, [from, to]: Range): Range => [within(range, from), within(range, to)]
const codesOf = (letters: string): number[] => [...letters].map((letter) => letter.codePointAt(0)!)

async function divide(style: Style): Promise<File[]> {
  const inParts = new Set<number>()
  const files: File[] = []
  const add = (
    face: Face,
    name: string,
    bytes: Buffer,
    letters: string,
    family: File['family'] = 'Site Typeface',
  ) => {
    for (const code of codesOf(letters)) inParts.add(code)
    const { wght: weights, wdth: widths } = axesOf(face)
    files.push({
      name,
      family,
      bytes,
      weights,
      widths,
      characters: codesOf(letters),
    })
  }
  for (const [name, all, family] of [
    ['letters', ENGLISH, 'Site Letters'],
    ['macrons', MACRONS, 'Site Typeface'],
  ] as const)
    for (const face of style) {
      const letters = [...kept(face, all)]
        .filter((letter) => faceWith(style, letter) === face)
        .join('')
      const part = { letters, axes: axesOf(face), format: 'woff2' } as const
      if (letters !== '') add(face, name, (await makePart(face, part))!, letters, family)
    }
  for (const [name, { letter, drawnAs, isBelow }] of [
    ['okina', OKINA],
    ['subscript-two', SUBSCRIPT_TWO],
  ] as const) {
    const face = faceWith(style, drawnAs)
    if (!face || inParts.has(letter.codePointAt(0)!)) continue
    const part = {
      letters: drawnAs,
      as: letter,
      isBelow,
      axes: axesOf(face),
      format: 'woff2',
    } as const
    const bytes = await makePart(face, part)
    if (bytes) add(face, name, bytes, letter)
  }
  const seen = new Set(inParts)
  for (const { characters, bytes, weights, widths } of style) {
    const others = [...characters].filter((code) => code >= 0x20 && !seen.has(code))
    for (const code of others) seen.add(code)
    if (others.length > 0)
      files.push({
        name: 'whole',
        family: 'Site Typeface',
        bytes,
        weights,
        widths,
        characters: others,
      })
  }
  return files
}

const fontFace = ({ family, weights, widths, characters }: File, name: string): string => {
  const range = ([least, most]: Range, unit = '') =>
    least === most ? `${least}${unit}` : `${least}${unit} ${most}${unit}`
  return `@font-face{font-family:'${family}';font-style:normal;font-display:swap;font-weight:${range(weights)};font-stretch:${range(widths, '%')};src:url('./${name}?no-inline') format('woff2');unicode-range:${unicodeRanges(characters)}}`
}

/** `U+20-7E,U+A9` */
export function unicodeRanges(codes: number[]): string {
  const ranges: [number, number][] = []
  for (const code of codes.toSorted((a, b) => a - b))
    if (ranges.at(-1)?.[1] === code - 1) ranges.at(-1)![1] = code
    else ranges.push([code, code])
  const hex = (code: number) => code.toString(16).toUpperCase()
  return ranges
    .map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`))
    .join(',')
}
