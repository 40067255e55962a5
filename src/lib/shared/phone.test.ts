import { expect, test } from 'vitest'
import { toE164 } from '#server/customers/phone.ts'
import { mayBePhone, shownPhone, tidyPhone } from './phone.ts'

test.each([
  ['+64215550101', '021 555 0101'],
  ['+6495550100', '09 555 0100'],
  ['+64 9 555 0111', '09 555 0111'],
  ['+642041234567', '020 412 34567'],
  ['+64800123456', '0800 123 456'],
  ['+645081234567', '0508 123 4567'],
  ['+61293744000', '+61293744000'],
  ['', ''],
  [null, ''],
])('%s is written %s', (stored, written) => {
  expect(shownPhone(stored)).toBe(written)
})

test.each([
  ['0215550101', '021 555 0101'],
  ['(09)555-0100', '09 555 0100'],
  ['+64 (0)21 555 0101', '021 555 0101'],
  ['0064 21 555 0101', '021 555 0101'],
  ['64 21 555 0101', '021 555 0101'],
  ['0800123456', '0800 123 456'],
  [' +61 2 9374 4000 ', '+61 2 9374 4000'],
  ['021 555', '021 555'],
  ['call me', 'call me'],
  ['', ''],
])('%s typed is written %s', (typed, written) => {
  expect(tidyPhone(typed)).toBe(written)
})

test.each(['021 555 0101', '09 302 1234', '0800 123 456', '0204 123 4567', '+61 2 9374 4000'])(
  '%s may be a phone number, written either way the same one',
  (typed) => {
    expect(mayBePhone(typed)).toBe(true)
    expect(toE164(typed)).not.toBeNull()
    expect(toE164(tidyPhone(typed))).toBe(toE164(typed))
  },
)

test.each(['', '12', '555 0101', 'call 021 555 0101', '+', '+64', '021 555 0101 x2'])(
  '%s is no phone number',
  (typed) => {
    expect(mayBePhone(typed)).toBe(false)
  },
)

test('every number that the server accepts may be a phone number', () => {
  const digit = (seed: number, at: number) =>
    String((seed * 7919 + at * 104_729 + at * at * 31) % 10)
  for (let seed = 0; seed < 4000; seed++) {
    const length = 4 + (seed % 10)
    const rest = Array.from({ length }, (_, at) => digit(seed, at)).join('')
    const typed = (['0', '+64', '+61'] as const)[seed % 3] + rest
    if (toE164(typed) !== null) expect(mayBePhone(typed), typed).toBe(true)
  }
})
