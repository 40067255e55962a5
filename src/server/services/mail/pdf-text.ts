import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type PDFDocument from 'pdfkit'
import { unpackWoff } from './woff.ts'

/** Lines of text in our typeface, macrons included. */

export type Document = InstanceType<typeof PDFDocument>

export interface Style {
  size: number
  weight: 400 | 600
  colour: string
}
const LEADING = 1.35

/** The typeface comes in two files: macrons are in the second. */
const SCRIPTS = ['latin', 'latin-ext'] as const
const fontName = (script: (typeof SCRIPTS)[number], weight: Style['weight']) =>
  `${script}-${weight}`
const fonts: [name: string, file: Buffer][] = SCRIPTS.flatMap((script) =>
  ([400, 600] as const).map((weight): [string, Buffer] => {
    const file = `@fontsource/encode-sans/files/encode-sans-${script}-${weight}-normal.woff`
    const woff = readFileSync(fileURLToPath(import.meta.resolve(file)))
    return [fontName(script, weight), unpackWoff(woff)]
  }),
)

export function registerTypeface(doc: Document): void {
  for (const [name, file] of fonts) doc.registerFont(name, file)
}

export const lineHeight = ({ size }: Style): number => size * LEADING

/** What the first file holds: Latin as far as ÿ, the punctuation of a text, and the minus sign. */
const isBasic = (character: string): boolean =>
  /[\u0020-\u00ff\u2010-\u2026\u20ac\u2212]/u.test(character)

interface Run {
  isBasic: boolean
  text: string
}

/** A text in parts that one file can set. */
function runs(text: string): Run[] {
  const parts: Run[] = []
  for (const character of text.normalize('NFC')) {
    const basic = isBasic(character)
    const last = parts.at(-1)
    if (last?.isBasic === basic) last.text += character
    else parts.push({ isBasic: basic, text: character })
  }
  return parts
}

const fontOf = (doc: Document, run: Run, { size, weight }: Style): Document =>
  doc.font(fontName(run.isBasic ? 'latin' : 'latin-ext', weight)).fontSize(size)

export const widthOf = (doc: Document, text: string, style: Style): number =>
  runs(text).reduce((sum, run) => sum + fontOf(doc, run, style).widthOfString(run.text), 0)

/** Sets a text that fits its line. */
export function setLine(doc: Document, text: string, x: number, y: number, style: Style): void {
  doc.fillColor(style.colour)
  let at = x
  for (const run of runs(text)) {
    const set = fontOf(doc, run, style)
    set.text(run.text, at, y, { lineBreak: false })
    at += set.widthOfString(run.text)
  }
}

/** Lines of at most `most` points, broken between words; a word that is longer is broken where it must be. */
export function wrap(doc: Document, text: string, most: number, style: Style): string[] {
  const fits = (line: string) => widthOf(doc, line, style) <= most
  return text.split('\n').flatMap((part) => {
    const lines = ['']
    const setLast = (line: string) => (lines[lines.length - 1] = line)
    for (const word of part.split(/\s+/)) {
      const longer = `${lines.at(-1)} ${word}`.trim()
      if (fits(longer)) setLast(longer)
      else if (fits(word)) lines.push(word)
      else {
        if (lines.at(-1) !== '') lines.push('')
        for (const character of word) {
          const begun = `${lines.at(-1)}${character}`
          if (fits(begun)) setLast(begun)
          else lines.push(character)
        }
      }
    }
    return lines
  })
}
