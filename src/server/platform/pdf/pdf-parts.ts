import type { Block, Row } from '#server/platform/mail/mail.ts'
import { lineHeight, setLine, widthOf, wrap, type Document, type Style } from './pdf-text.ts'

/** The parts of a document: paragraphs, headings, pictures and tables, laid out from blocks. */

/** A4 and its parts, in points. */
export const PAGE = { width: 595, height: 842, margin: 48, foot: 64 }
export const WIDTH = PAGE.width - 2 * PAGE.margin
/** Between two facts of a row, and the most of its width that a value may take. */
const GAP = 24
const VALUE_SHARE = 0.65
/** The space above and below the rule of a row. */
const ROW_PADDING = { above: 1.5, below: 3.5 }

const INK = '#121417'
const BODY: Style = { size: 9.5, weight: 400, colour: INK }
const STRONG: Style = { ...BODY, weight: 600 }
export const NOTE: Style = { ...BODY, size: 8, colour: '#4a4f55' }
export const HEADING: Style = { ...STRONG, size: 12 }
export const TITLE: Style = { ...STRONG, size: 18 }

/** Where a picture is drawn and how large, in points. */
interface Picture {
  x: number
  /** So far above its line. */
  up: number
  width: number
  height: number
  /** The height it takes of its page. */
  takes: number
}
export const LOGO: Picture = { x: PAGE.margin, up: 8, width: 118, height: 20, takes: 14 }
/** The car stands at the top right, beside the logo. */
const CAR: Picture = { x: PAGE.margin + WIDTH - 120, up: 26, width: 120, height: 48, takes: 0 }

export type Element = ReturnType<Document['struct']>

/** A unit that is not divided between pages. */
interface Piece {
  height: number
  draw(into: Element, y: number): void
}

/** A paragraph, a heading or a table. */
export interface Part {
  tag: string
  /** What a figure shows. */
  alt?: string
  /** The space above it. */
  gap: number
  pieces: Piece[]
}
export function layOut(
  doc: Document,
  block: Block,
  readPicture: (path: string) => Buffer | null,
): Part[] {
  if ('picture' in block) {
    const file = readPicture(block.picture)
    return file ? [figure(doc, file, block.alt, CAR)] : []
  }
  if ('text' in block) return [paragraph(doc, 'P', block.text, block.isNote ? NOTE : BODY, 5)]
  if ('heading' in block) return [paragraph(doc, 'H2', block.heading, HEADING, 10)]
  if ('rows' in block) return [(block.inPairs ? pairTable : table)(doc, block.rows, BODY)]
  if ('total' in block) return [table(doc, [block.total], HEADING)]
  return []
}

/** A picture with a description for screen readers. */
export const figure = (
  doc: Document,
  file: Buffer,
  alt: string,
  { x, up, width, height, takes }: Picture,
): Part => ({
  tag: 'Figure',
  alt,
  gap: 0,
  pieces: [
    {
      height: takes,
      draw: (element, y) => element.add(() => doc.image(file, x, y - up, { width, height })),
    },
  ],
})

export const paragraph = (
  doc: Document,
  tag: string,
  text: string,
  style: Style,
  gap: number,
): Part => ({
  tag,
  gap,
  pieces: wrap(doc, text, WIDTH, style).map((line) => ({
    height: lineHeight(style),
    draw: (element, y) => element.add(() => setLine(doc, line, PAGE.margin, y, style)),
  })),
})

const table = (doc: Document, rows: Row[], style: Style): Part => ({
  tag: 'Table',
  gap: 5,
  pieces: rows.map((row) => tableRow(doc, [cells(doc, row, style, PAGE.margin, WIDTH)])),
})

/** A table with two facts beside each other in each row. */
const pairTable = (doc: Document, rows: Row[], style: Style): Part => {
  const width = (WIDTH - GAP) / 2
  const pairs = rows.flatMap((row, index) =>
    index % 2 === 0 ? [[row, ...rows.slice(index + 1, index + 2)]] : [],
  )
  return {
    tag: 'Table',
    gap: 5,
    pieces: pairs.map((pair) =>
      tableRow(
        doc,
        pair.map((row, at) => cells(doc, row, style, PAGE.margin + at * (width + GAP), width)),
      ),
    ),
  }
}

interface Cells extends Piece {
  x: number
  width: number
}

/** A fact and its value, from `x` on. */
function cells(
  doc: Document,
  [label, value, note]: Row,
  style: Style,
  x: number,
  width: number,
): Cells {
  const strong: Style = { ...style, weight: 600 }
  const values = wrap(doc, value, width * VALUE_SHARE, strong)
  const taken = Math.max(...values.map((line) => widthOf(doc, line, strong)))
  const lines = (text: string, of: Style, most: number): [line: string, style: Style][] =>
    wrap(doc, text, most, of).map((line) => [line, of])
  const most = width - taken - GAP / 2
  const labels = [...lines(label, style, most), ...(note ? lines(note, NOTE, most) : [])]
  return {
    x,
    width,
    height: Math.max(
      labels.reduce((sum, [, of]) => sum + lineHeight(of), 0),
      values.length * lineHeight(strong),
    ),
    draw(tr, y) {
      const th = append(doc, tr, 'TH')
      let at = y
      for (const [line, of] of labels) {
        th.add(() => setLine(doc, line, x, at, of))
        at += lineHeight(of)
      }
      th.end()
      const td = append(doc, tr, 'TD')
      for (const [index, line] of values.entries()) {
        const from = x + width - widthOf(doc, line, strong)
        td.add(() => setLine(doc, line, from, y + index * lineHeight(strong), strong))
      }
      td.end()
    },
  }
}

function tableRow(doc: Document, facts: Cells[]): Piece {
  const height = Math.max(...facts.map((fact) => fact.height))
  return {
    height: height + ROW_PADDING.above + ROW_PADDING.below,
    draw(element, y) {
      const tr = append(doc, element, 'TR')
      for (const fact of facts) fact.draw(tr, y)
      tr.end()
      decorate(doc, () => {
        for (const { x, width } of facts) rule(doc, y + height + ROW_PADDING.above, x, width)
      })
    },
  }
}

export function append(doc: Document, parent: Element, tag: string, alt?: string): Element {
  // The package supports the scope of a heading, but its types do not.
  const options: object = { ...(tag === 'TH' && { scope: 'Row' }), ...(alt && { alt }) }
  const element = doc.struct(tag, options)
  parent.add(element)
  return element
}

/** Draws decoration that screen readers skip. */
export function decorate(doc: Document, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' })
  draw()
  doc.endMarkedContent()
}
export const rule = (doc: Document, y: number, x = PAGE.margin, width = WIDTH) =>
  doc
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(0.5)
    .strokeColor('#c9ced4')
    .stroke()
