import { expect, test } from 'vitest'
import { shownPhone } from './phone.ts'

test.each([
  ['+64215550101', '021 555 0101'],
  ['+6495550100', '09 555 0100'],
  ['+61293744000', '+61293744000'],
  ['', ''],
  [null, ''],
])('%s is written %s', (stored, written) => {
  expect(shownPhone(stored)).toBe(written)
})
