import { styles } from './brand-typeface.ts'
import { makePart } from './make-part.ts'
import { styleFor, within } from './read-typeface.ts'

/** A file of the typeface at one weight, unpacked. */
export interface DocumentFace {
  base64: string
  characters: string
}

const ofWeight = (weight: number): Promise<DocumentFace[]> =>
  Promise.all(
    styleFor(weight, styles).map(async (face) => {
      const letters = String.fromCodePoint(...face.characters)
      const axes = { wght: within(face.weights, weight), wdth: within(face.widths, 100) }
      const font = await makePart(face, { letters, axes, format: 'truetype' })
      return { base64: font!.toString('base64'), characters: letters }
    }),
  )

/** The typeface of documents and of pictures with text, by weight: made once for a build (scripts/values-of-build.ts). */
export const documentFaces = { 400: await ofWeight(400), 600: await ofWeight(600) }
