import type { DocumentFace } from './document-faces.ts'
import { OKINA, SUBSCRIPT_TWO } from './letters-of-pages.ts'

/** What is drawn for a sign that few typefaces have. */
const DRAWN_AS: Record<string, string> = {
  [OKINA.letter]: OKINA.drawnAs,
  [SUBSCRIPT_TWO.letter]: SUBSCRIPT_TWO.drawnAs,
  '−': '–',
}

/** Divides a text among files of a typeface: each part with the number of the first file that has its letters. */
export function inFaces(text: string, faces: DocumentFace[]): { text: string; face: number }[] {
  const faceOf = (letter: string) =>
    faces.findIndex(({ characters }) => characters.includes(letter))
  const parts: { text: string; face: number }[] = []
  for (const letter of text) {
    const drawn = faceOf(letter) < 0 ? (DRAWN_AS[letter] ?? letter) : letter
    const face = Math.max(faceOf(drawn), 0)
    const last = parts.at(-1)
    if (last?.face === face) last.text += drawn
    else parts.push({ text: drawn, face })
  }
  return parts
}
