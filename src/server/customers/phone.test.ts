import { expect, test } from 'vitest'
import { phoneDigits, toE164 } from './phone.ts'

test.each([
  ['021 555 0123', '+64215550123'],
  ['(09) 555-0100', '+6495550100'],
  ['+64 21 555 0123', '+64215550123'],
  ['0064 21 555 0123', '+64215550123'],
  ['0800 123 456', '+64800123456'],
  ['+44 20 7946 0958', '+442079460958'],
])('%s is %s', (typed, phone) => {
  expect(toE164(typed)).toBe(phone)
})

test.each(['', '123', 'call me', '021 555 0123 ext 5', 'my number is 021 555 0123', '+64', '0'])(
  '%j is no phone number',
  (typed) => {
    expect(toE164(typed)).toBeNull()
  },
)

test.each([
  ['021 555', '21555'],
  ['+64 21 555', '21555'],
  ['(021) 555', '21555'],
  ['555 01', '55501'],
  ['none', ''],
])('what is remembered as %j is looked for as %j', (typed, digits) => {
  expect(phoneDigits(typed)).toBe(digits)
})
