import { expect, test } from 'vitest'
import { emailStarts, EMAIL_MESSAGE, isEmail, mailLink } from './email.ts'

test('the message is the specification’s', () => {
  expect(EMAIL_MESSAGE).toBe('Please enter a valid email address')
})

// specification §5: some text, an at sign, then more text
test.each([
  ['mia@example.nz', true],
  ['  mia@example.nz ', true],
  ['a@b', true],
  ['a@@', true],
  ['@a@b', true],
  ['tāne@tūī.example', true],
  ['mia', false],
  ['mia@', false],
  ['@example.nz', false],
  ['@', false],
  ['', false],
  [' @ ', false],
  [`${'a'.repeat(252)}@b`, true],
  [`${'a'.repeat(253)}@b`, false],
])('%s: %s', (typed, valid) => {
  expect(isEmail(typed)).toBe(valid)
})

test('a long text of at signs is answered at once', () => {
  const started = performance.now()

  expect(isEmail('@'.repeat(200_000))).toBe(false)

  expect(performance.now() - started).toBeLessThan(50)
})

test('a link to write to an address carries nothing that was typed with it', () => {
  expect(mailLink('mia@cars.example')).toBe('mailto:mia@cars.example')
  expect(mailLink('mia@cars.example?bcc=evil@evil.example&body=x')).toBe(
    'mailto:mia@cars.example%3Fbcc%3Devil@evil.example%26body%3Dx',
  )
})

test('an address is found by its parts, at most twenty', () => {
  expect(emailStarts('mia.h@x')).toEqual([0, 3, 4, 5, 6])
  expect(emailStarts(`${'a.'.repeat(120)}@post.example`)).toHaveLength(20)
})
