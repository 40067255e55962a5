import { create, type Font } from 'fontkit'
import { makePart } from '../src/content/typeface/make-part.ts'
import { styleFor, within, type Style } from '../src/content/typeface/read-typeface.ts'

const WEIGHT = 600

/** Words in the letters of a typeface as an SVG of outlines, to begin with instead of a logo. */
export async function lettering(
  words: string,
  { styles, colour, isSquare = false }: { styles: Style[]; colour: string; isSquare?: boolean },
): Promise<string> {
  const faces = styleFor(WEIGHT, styles)
  let at = 0
  /** The outlines reach beyond the line and its letters' widths: marks above capitals do. */
  const reach = { left: 0, top: -86, right: 0, bottom: isSquare ? 14 : 28 }
  const outlines: string[] = []
  for (const letter of words) {
    const face = faces.find(({ characters }) => characters.has(letter.codePointAt(0)!)) ?? faces[0]
    const axes = { wght: within(face.weights, WEIGHT), wdth: within(face.widths, 100) }
    const font = create((await makePart(face, { letters: letter, axes, format: 'truetype' }))!)
    const { glyphs, advanceWidth } = (font as Font).layout(letter)
    const size = 100 / (font as Font).unitsPerEm
    for (const { path } of glyphs) {
      const outline = path.scale(size, -size).translate(at, 0)
      outlines.push(outline.toSVG())
      const { minX, minY, maxX, maxY } = outline.bbox
      reach.left = Math.min(reach.left, Math.floor(minX))
      reach.top = Math.min(reach.top, Math.floor(minY))
      reach.right = Math.max(reach.right, Math.ceil(maxX))
      reach.bottom = Math.max(reach.bottom, Math.ceil(maxY))
    }
    at += advanceWidth * size
    reach.right = Math.max(reach.right, Math.ceil(at))
  }
  const width = reach.right - reach.left
  // A logo is at most eight times as wide as high, and a mark a square around one letter.
  const height = Math.max(reach.bottom - reach.top, Math.ceil(width / 8))
  const boxWidth = isSquare ? Math.max(width, height) : width
  const boxHeight = isSquare ? boxWidth : height
  const box = [
    reach.left - (boxWidth - width) / 2,
    reach.top - (boxHeight - (reach.bottom - reach.top)) / 2,
    boxWidth,
    boxHeight,
  ].join(' ')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><path d="${outlines.join('')}" fill="${colour}"/></svg>\n`
}
