import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type PDFDocument from 'pdfkit'

/** Lines of text in our typeface. */

export type Document = InstanceType<typeof PDFDocument>

export interface Style {
  size: number
  weight: 400 | 600
  colour: string
}
const LEADING = 1.35

const fonts = { 400: '400Regular', 600: '600SemiBold' }
const files = Object.entries(fonts).map(([weight, name]): [string, Buffer] => {
  const file = `@expo-google-fonts/encode-sans/${name}/EncodeSans_${name}.ttf`
  return [weight, readFileSync(fileURLToPath(import.meta.resolve(file)))]
})

export function registerTypeface(doc: Document): void {
  for (const [weight, file] of files) doc.registerFont(weight, file)
}

export const lineHeight = ({ size }: Style): number => size * LEADING

const fontOf = (doc: Document, { size, weight }: Style): Document =>
  doc.font(String(weight)).fontSize(size)

export const widthOf = (doc: Document, text: string, style: Style): number =>
  fontOf(doc, style).widthOfString(text.normalize('NFC'))

/** Draws text that fits its line. */
export function setLine(doc: Document, text: string, x: number, y: number, style: Style): void {
  fontOf(doc, style).fillColor(style.colour).text(text.normalize('NFC'), x, y, { lineBreak: false })
}

/** Breaks text between words into lines of at most `most` points. A longer word is broken where necessary. */
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
