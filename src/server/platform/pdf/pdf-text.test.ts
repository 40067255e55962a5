import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { registerTypeface, widthOf, wrap, type Style } from './pdf-text.ts'

test('the typeface has the minus sign, macrons and the ʻokina', () => {
  const doc = new PDFDocument({ font: '' })
  registerTypeface(doc)
  const style: Style = { size: 10, weight: 400, colour: '#000' }
  const missing = widthOf(doc, '\u2213', style)
  for (const sign of '−āŌʻ') expect(widthOf(doc, sign, style), sign).not.toBe(missing)
})

test('a word that is longer than a line begins on a line of its own', () => {
  const doc = new PDFDocument({ font: '' })
  registerTypeface(doc)
  const style: Style = { size: 10, weight: 400, colour: '#000' }
  const most = widthOf(doc, 'a'.repeat(10), style)
  expect(wrap(doc, `See ${'a'.repeat(25)} b`, most, style)).toEqual([
    'See',
    'a'.repeat(10),
    'a'.repeat(10),
    'aaaaa b',
  ])
  expect(wrap(doc, 'a'.repeat(12), most, style)).toEqual(['a'.repeat(10), 'aa'])
})
