import { expect, test } from 'vitest'
import { quoteCode, readQuoteCode } from './quote-code.ts'

test.each([
  [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0], '0000-0000-0000-0000'],
  [[255, 255, 255, 255, 255, 255, 255, 255, 255, 255], 'ZZZZ-ZZZZ-ZZZZ-ZZZZ'],
  [[0, 68, 50, 20, 199, 66, 84, 182, 53, 207], '0123-4567-89AB-CDEF'],
])('%j is %s', (bytes, code) => {
  expect(quoteCode(Uint8Array.from(bytes))).toBe(code)
})

test.each([
  ['0123-4567-89AB-CDEF', '0123-4567-89AB-CDEF'],
  [' 0123 4567 89ab cdef ', '0123-4567-89AB-CDEF'],
  ['oi23456789abcdef', '0123-4567-89AB-CDEF'],
  ['0l23-4567-89AB-CDEF', '0123-4567-89AB-CDEF'],
  ['0123-4567-89AB-CDE', null],
  ['0123-4567-89AB-CDEFG', null],
  ['0123-4567-89AB-CDEU', null],
  ['0123-4567-89AB-CDE!', null],
  ['', null],
])('%j is read as %j', (typed, code) => {
  expect(readQuoteCode(typed)).toBe(code)
})
