import PDFDocument from 'pdfkit'
import { logoPath } from '#lib/shared/picture-paths.ts'
import type { Deps } from '#server/deps.ts'
import type { Block } from '#server/platform/mail/mail.ts'
import {
  append,
  decorate,
  figure,
  HEADING,
  layOut,
  LOGO,
  NOTE,
  PAGE,
  paragraph,
  rule,
  TITLE,
  WIDTH,
  type Part,
} from './pdf-parts.ts'
import { lineHeight, registerTypeface, setLine, widthOf, type Document } from './pdf-text.ts'

const BOTTOM = PAGE.height - PAGE.foot
/** A section of at most this height is kept on one page. */
const WHOLE = (BOTTOM - PAGE.margin) * 0.67

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
  const isPicture = (block: Block) => 'picture' in block
  const head = [
    ...blocks.filter(isPicture).flatMap((block) => layOut(doc, block, readPicture)),
    logo
      ? figure(doc, logo, brand.name, LOGO)
      : paragraph(doc, 'P', brand.name, { ...HEADING, colour: brand.colours.primary }, 0),
    paragraph(doc, 'H1', title, TITLE, 5),
  ]
  let y = PAGE.margin
  for (const section of sectionsOf([
    ...head,
    ...blocks
      .filter((block) => !isPicture(block))
      .flatMap((block) => layOut(doc, block, readPicture)),
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
