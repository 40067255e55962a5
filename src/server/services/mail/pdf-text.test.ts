import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { registerTypeface, widthOf, wrap, type Style } from './pdf-text.ts'

test('what takes off is set with the minus sign of the typeface', () => {
  const doc = new PDFDocument({ font: '' })
  registerTypeface(doc)
  const style: Style = { size: 10, weight: 400, colour: '#000' }
  expect(widthOf(doc, '−$1,000', style)).toBe(
    doc.font('latin-400').fontSize(10).widthOfString('−$1,000'),
  )
  expect(widthOf(doc, '−', style)).not.toBe(widthOf(doc, '\u2213', style))
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
