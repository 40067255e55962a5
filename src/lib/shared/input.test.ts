import { expect, test } from 'vitest'
import { emailAddress, text, textOrEmpty } from './input.ts'
import { z } from './zod.ts'

test('marks that turn the direction of text are dropped, and the letters of every script stay', () => {
  expect(z.parse(text(50), '\u202Eanaitoam 2019\u202C')).toBe('anaitoam 2019')
  expect(z.parse(text(50), '\u2066محمد\u2069 Ōtāhuhu')).toBe('محمد Ōtāhuhu')
  expect(z.parse(textOrEmpty(50), '\u202E')).toBe('')
  expect(z.safeParse(text(50), ' \u202E ').success).toBe(false)
  // As a phone's contacts copy it.
  expect(z.parse(text(50), '\u202A+64 21 555 012\u202C')).toBe('+64 21 555 012')
  expect(z.parse(emailAddress, 'mia\u202E@post.example')).toBe('mia@post.example')
})
