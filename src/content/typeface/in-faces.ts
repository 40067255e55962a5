import type { DocumentFace } from './document-faces.ts'

/** Divides a text among files of a typeface: each part with the number of the first file that has its letters. */
export function inFaces(text: string, faces: DocumentFace[]): { text: string; face: number }[] {
  const parts: { text: string; face: number }[] = []
  for (const letter of text) {
    const face = Math.max(
      faces.findIndex(({ characters }) => characters.includes(letter)),
      0,
    )
    const last = parts.at(-1)
    if (last?.face === face) last.text += letter
    else parts.push({ text: letter, face })
  }
  return parts
}
