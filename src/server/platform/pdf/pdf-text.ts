import type PDFDocument from 'pdfkit'
import { documentFaces } from '#content/typeface/document-faces.ts'
import { inFaces } from '#content/typeface/in-faces.ts'

/** Lines of text in our typeface. */

export type Document = InstanceType<typeof PDFDocument>

export interface Style {
  size: number
  weight: 400 | 600
  colour: string
}
const LEADING = 1.35

const nameOf = (weight: Style['weight'], face: number): string => `${weight}-${face}`

const files = ([400, 600] as const).flatMap((weight) =>
  documentFaces[weight].map(({ base64 }, face): [string, Buffer] => [
    nameOf(weight, face),
    Buffer.from(base64, 'base64'),
  ]),
)

export function registerTypeface(doc: Document): void {
  for (const [name, file] of files) doc.registerFont(name, file)
}

const NOT_DRAWN = /\s/
const regular = new Set(documentFaces[400].flatMap(({ characters }) => [...characters]))
/** Whether the typeface has all the letters of a text. */
export const hasLettersOf = (text: string): boolean =>
  [...text.normalize('NFC')].every((letter) => NOT_DRAWN.test(letter) || regular.has(letter))

export const lineHeight = ({ size }: Style): number => size * LEADING

/** The parts of a text that each file of the typeface draws, and their widths. */
const partsOf = (doc: Document, text: string, { size, weight }: Style) =>
  inFaces(text.normalize('NFC'), documentFaces[weight]).map((part) => {
    const font = nameOf(weight, part.face)
    return { ...part, font, width: doc.font(font).fontSize(size).widthOfString(part.text) }
  })

export const widthOf = (doc: Document, text: string, style: Style): number =>
  partsOf(doc, text, style).reduce((sum, { width }) => sum + width, 0)

/** Draws text that fits its line. */
export function setLine(doc: Document, text: string, x: number, y: number, style: Style): void {
  let at = x
  for (const part of partsOf(doc, text, style)) {
    doc.font(part.font).fillColor(style.colour).text(part.text, at, y, { lineBreak: false })
    at += part.width
  }
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
