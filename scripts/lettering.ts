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
  const outlines: string[] = []
  for (const letter of words) {
    const face = faces.find(({ characters }) => characters.has(letter.codePointAt(0)!)) ?? faces[0]
    const axes = { wght: within(face.weights, WEIGHT), wdth: within(face.widths, 100) }
    const font = create((await makePart(face, { letters: letter, axes, format: 'truetype' }))!)
    const { glyphs, advanceWidth } = (font as Font).layout(letter)
    const size = 100 / (font as Font).unitsPerEm
    for (const { path } of glyphs) outlines.push(path.scale(size, -size).translate(at, 0).toSVG())
    at += advanceWidth * size
  }
  const width = Math.ceil(at)
  // A logo is at most eight times as wide as high.
  const height = Math.max(114, Math.ceil(width / 8))
  const box = isSquare
    ? `${(width - 100) / 2} -86 100 100`
    : `0 ${-86 - (height - 114) / 2} ${width} ${height}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}"><path d="${outlines.join('')}" fill="${colour}"/></svg>\n`
}
