import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCell, flatten, unflatten, fromCell } from './cell.ts'

test.each<[unknown, string]>([
  ['Surf White', 'Surf White'],
  ['', '""'],
  ['0110', '"0110"'],
  ['null', '"null"'],
  ['True', '"True"'],
  ['"quoted"', '"\\"quoted\\""'],
  ['=1+1', "'=1+1"],
  ['+64 9 555 0101', "'+64 9 555 0101"],
  ['-5 °C', "'-5 °C"],
  ['@here', "'@here"],
  ['\tnote', "'\tnote"],
  ["'=1", '"\'=1"'],
  ["'s Heerenberg", "'s Heerenberg"],
  [-35.734, '-35.734'],
  [0, '0'],
  [true, 'true'],
  [null, 'null'],
  [undefined, ''],
  [[], '[]'],
  [['WHS', '=1'], '["WHS","=1"]'],
])('%j is the cell %s', (value, cell) => {
  expect(toCell(value)).toBe(cell)
  expect(fromCell(cell)).toEqual(value)
})

test('the TRUE of a spreadsheet is true', () => {
  expect(fromCell('TRUE')).toBe(true)
})

test('no text is a formula, and each comes back unchanged', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom(...'\'"=+-@\t\r\n1e.{}[]null') }),
  )
  fc.assert(
    fc.property(text, (value) => {
      const cell = toCell(value)
      expect(cell).not.toMatch(/^[=+\-@\t\r\n]/)
      expect(fromCell(cell)).toBe(value)
    }),
    { numRuns: 2000 },
  )
})

test('nested fields become columns and come back', () => {
  const value = { code: 'A', hours: { mon: '08:00-17:30', sun: null }, by: { '24': 1 }, none: {} }
  const fields = { code: 'A', 'hours.mon': '08:00-17:30', 'hours.sun': null, 'by.24': 1, none: {} }
  expect(flatten(value)).toEqual(fields)
  expect(unflatten({ ...fields, absent: undefined })).toEqual(value)
})

test.each([[{ a: 1, 'a.b': 2 }], [{ 'a.b': 2, a: 1 }]])('%j is refused', (fields) => {
  expect(() => unflatten(fields)).toThrow(RangeError)
})

test('a column reaches no prototype', () => {
  unflatten({ '__proto__.polluted': 1, 'constructor.prototype.polluted': 1 })
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})
