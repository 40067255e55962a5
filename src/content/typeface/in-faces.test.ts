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

test('a sign that the typeface lacks is drawn by its nearest', () => {
  const faces = [{ base64: '', characters: '‘2–COokina' }]
  expect(inFaces('ʻokina CO₂ −2', faces)[0]!.text).toBe('‘okina CO2 –2')
  expect(inFaces('ʻ', [{ base64: '', characters: '‘ʻ' }])[0]!.text).toBe('ʻ')
})
