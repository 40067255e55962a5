import { expect, test } from 'vitest'
import { shownPhone } from './phone.ts'

test.each([
  ['+64215550101', '021 555 0101'],
  ['+6495550100', '09 555 0100'],
  ['+64 9 555 0111', '09 555 0111'],
  ['+642041234567', '020 412 34567'],
  ['+61293744000', '+61293744000'],
  ['', ''],
  [null, ''],
])('%s is written %s', (stored, written) => {
  expect(shownPhone(stored)).toBe(written)
})
