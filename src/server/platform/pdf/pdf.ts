import PDFDocument from 'pdfkit'
import { logoPath } from '#lib/shared/picture-paths.ts'
import type { Deps } from '#server/deps.ts'
import type { Block, Row } from '#server/platform/mail/mail.ts'
import {
  lineHeight,
  registerTypeface,
  setLine,
  widthOf,
  wrap,
  type Document,
  type Style,
} from './pdf-text.ts'

/** A4 and its parts, in points. */
const PAGE = { width: 595, height: 842, margin: 48, foot: 64 }
const WIDTH = PAGE.width - 2 * PAGE.margin
const BOTTOM = PAGE.height - PAGE.foot
/** A section of at most this height is kept on one page. */
const WHOLE = (BOTTOM - PAGE.margin) * 0.67
/** Between two facts of a row, and the most of its width that a value may take. */
const GAP = 24
const VALUE_SHARE = 0.65
/** The space above and below the rule of a row. */
const ROW_PADDING = { above: 1.5, below: 3.5 }

const INK = '#121417'
const BODY: Style = { size: 9.5, weight: 400, colour: INK }
const STRONG: Style = { ...BODY, weight: 600 }
const NOTE: Style = { ...BODY, size: 8, colour: '#4a4f55' }
const HEADING: Style = { ...STRONG, size: 12 }
const TITLE: Style = { ...STRONG, size: 18 }

/** The sizes of pictures, in points. */
interface PictureSize {
  width: number
  height: number
  /** The space below it. */
  below: number
  /** The colour beside it. */
  ground?: string
}
const LOGO: PictureSize = { width: 142, height: 24, below: 0 }
const CAR: PictureSize = { width: 276, height: 110, below: 6, ground: '#eef1f4' }

type Element = ReturnType<Document['struct']>

/**
 * Writes a document as PDF on A4 pages: a title, the blocks, and the sender at the foot of each page. Its text can be
 * selected, and its structure is tagged: headings, paragraphs, tables.
 *
 * @param blocks As in a message; buttons are left out.
 * @param createdAt The creation instant in the document.
 * @param readPicture Reads a picture of the build by its path; a missing picture is left out.
 */
export async function writePdf(
  { catalogue }: Pick<Deps, 'catalogue'>,
  { title, blocks, createdAt }: { title: string; blocks: Block[]; createdAt: Date },
  readPicture: (path: string) => Buffer | null = () => null,
): Promise<Uint8Array> {
  const { brand } = catalogue
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    lang: 'en-NZ',
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Author: brand.legalName, CreationDate: createdAt },
  })
  registerTypeface(doc)
  const chunks: Uint8Array[] = []
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const ended = new Promise<void>((done) => doc.on('end', done))

  const root = doc.struct('Document')
  doc.addStructure(root)
  const logo = readPicture(logoPath('white'))
  const head = [
    logo
      ? figure(doc, logo, brand.name, LOGO)
      : paragraph(doc, 'P', brand.name, { ...HEADING, colour: brand.colours.primary }, 0),
    paragraph(doc, 'H1', title, TITLE, logo ? 20 : 4),
  ]
  let y = PAGE.margin
  for (const section of sectionsOf([
    ...head,
    ...blocks.flatMap((block) => layOut(doc, block, readPicture)),
  ])) {
    const height = section.reduce((sum, part) => sum + heightOf(part), 0)
    if (y + height > BOTTOM && height <= WHOLE) y = newPage(doc)
    for (const { tag, alt, gap, pieces } of section) {
      y += gap
      const element = append(doc, root, tag, alt)
      for (const piece of pieces) {
        if (y + piece.height > BOTTOM) y = newPage(doc)
        piece.draw(element, y)
        y += piece.height
      }
      element.end()
    }
  }
  root.end()

  const { start, count } = doc.bufferedPageRange()
  for (let page = start; page < start + count; page++) {
    doc.switchToPage(page)
    decorate(doc, () => setFoot(doc, brand, `Page ${page + 1} of ${count}`))
  }
  doc.end()
  await ended
  return Buffer.concat(chunks)
}

function newPage(doc: Document): number {
  doc.addPage()
  return PAGE.margin
}

/** A unit that is not divided between pages. */
interface Piece {
  height: number
  draw(into: Element, y: number): void
}

/** A paragraph, a heading or a table. */
interface Part {
  tag: string
  /** What a figure shows. */
  alt?: string
  /** The space above it. */
  gap: number
  pieces: Piece[]
}

const heightOf = ({ gap, pieces }: Part): number =>
  pieces.reduce((sum, { height }) => sum + height, gap)

/** Groups parts under their heading, so that a section can be kept together. */
function sectionsOf(parts: Part[]): Part[][] {
  const sections: Part[][] = [[]]
  for (const part of parts)
    if (part.tag === 'H2') sections.push([part])
    else sections.at(-1)!.push(part)
  return sections
}

function layOut(doc: Document, block: Block, readPicture: (path: string) => Buffer | null): Part[] {
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

/** A picture with a description for screen readers. A car has a background of the width of the page. */
const figure = (doc: Document, file: Buffer, alt: string, size: PictureSize): Part => ({
  tag: 'Figure',
  alt,
  gap: 8,
  pieces: [
    {
      height: size.height + size.below,
      draw: (element, y) => {
        if (size.ground)
          decorate(doc, () => doc.rect(PAGE.margin, y, WIDTH, size.height).fill(size.ground))
        const x = size.ground ? PAGE.margin + (WIDTH - size.width) / 2 : PAGE.margin
        element.add(() => doc.image(file, x, y, { width: size.width, height: size.height }))
      },
    },
  ],
})

const paragraph = (doc: Document, tag: string, text: string, style: Style, gap: number): Part => ({
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

function append(doc: Document, parent: Element, tag: string, alt?: string): Element {
  // The package supports the scope of a heading, but its types do not.
  const options: object = { ...(tag === 'TH' && { scope: 'Row' }), ...(alt && { alt }) }
  const element = doc.struct(tag, options)
  parent.add(element)
  return element
}

/** Draws decoration that screen readers skip. */
function decorate(doc: Document, draw: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' })
  draw()
  doc.endMarkedContent()
}

function setFoot(doc: Document, brand: Deps['catalogue']['brand'], page: string): void {
  const { line1, suburb, city, postcode } = brand.address
  const at = BOTTOM + 16
  const lines = [
    `${brand.legalName}, ${line1}, ${suburb}, ${city} ${postcode}`,
    `${brand.phone} · ${brand.email} · Registered motor vehicle trader ${brand.motorVehicleTraderNumber}`,
  ]
  rule(doc, at - 8)
  for (const [index, line] of lines.entries())
    setLine(doc, line, PAGE.margin, at + index * lineHeight(NOTE), NOTE)
  setLine(doc, page, PAGE.margin + WIDTH - widthOf(doc, page, NOTE), at, NOTE)
}

const rule = (doc: Document, y: number, x = PAGE.margin, width = WIDTH) =>
  doc
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(0.5)
    .strokeColor('#c9ced4')
    .stroke()
