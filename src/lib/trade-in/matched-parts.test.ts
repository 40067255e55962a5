import { expect, test } from 'vitest'
import { matchedParts } from './matched-parts.ts'

/** `[12] [Whang]ārei Heads Road` */
const marked = (text: string, typed: string) =>
  matchedParts(text, typed)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('')

test.each([
  ['12 Ponsonby Road, Ponsonby', '12 pons', '[12] [Pons]onby Road, [Pons]onby'],
  ['8 Bank Street, Whangārei 0110', 'whangare', '8 Bank Street, [Whangāre]i 0110'],
  ['8 Bank Street, Whangārei', 'Whangārei', '8 Bank Street, [Whangārei]'],
  ['Māori Hill', 'MAO', '[Māo]ri Hill'],
  ['2/12a Queen Street', '2/12A q', '[2]/[12a] [Q]ueen Street'],
  ['Queens Street', 'que queen', '[Queen]s Street'],
  ['Upper Queen Street', 'en', 'Upper Queen Street'],
  ['Tavita Leʻaupepe', "le'aupe", 'Tavita [Leʻaupe]pe'],
  ['Tavita Leʻaupepe', 'leaupepe', 'Tavita [Leʻaupepe]'],
  ['Tavita Leʻaupepe', 'le aupepe', 'Tavita [Le]ʻ[aupepe]'],
  ['Liam O’Rourke', 'rour', 'Liam O’[Rour]ke'],
  ['Liam O’Rourke', 'o', 'Liam [O]’Rourke'],
  ['Ōpua', '', 'Ōpua'],
  ['', 'x', ''],
])('of %s, %s marks %s', (text, typed, expected) => {
  expect(marked(text, typed)).toBe(expected)
})

test('nothing of the text is lost, however its macrons are written', () => {
  const text = 'Whangārei'.normalize('NFD')
  const parts = matchedParts(text, 'whanga')
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(parts[0]?.text.normalize('NFC')).toBe('Whangā')
})
