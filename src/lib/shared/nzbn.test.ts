import { expect, test } from 'vitest'
import { isNzbn } from './nzbn.ts'

test.each([
  ['9429000000017', true],
  ['9429000000000', true],
  ['9429000000018', false],
  ['9429000000071', false],
  ['942900000001', false],
  ['9329000000010', false],
  ['94 2900 0000017', false],
  ['', false],
])('%s is an NZBN: %s', (text, is) => {
  expect(isNzbn(text)).toBe(is)
})
