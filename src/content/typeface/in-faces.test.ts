import { expect, test } from 'vitest'
import { inFaces } from './in-faces.ts'

test('each part of a text is drawn by the first file that has its letters', () => {
  const faces = [
    { base64: '', characters: 'Tmaki ' },
    { base64: '', characters: 'āk' },
  ]
  expect(inFaces('Tāmaki ☃', faces)).toEqual([
    { text: 'T', face: 0 },
    { text: 'ā', face: 1 },
    { text: 'maki ☃', face: 0 },
  ])
})
