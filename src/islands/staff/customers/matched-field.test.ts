import { expect, test } from 'vitest'
import { matchedField } from './matched-field.ts'

const marked = (...args: Parameters<typeof matchedField>) =>
  matchedField(...args)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('')

test.each([
  ['name', 'Rawiri Kōpū', 'kopu raw', '[Raw]iri [Kōpū]'],
  ['name', 'Zoë Hartley', 'ZOE', '[Zoë] Hartley'],
  ['rego', 'TOI101', 'toi 1', '[TOI1]01'],
  ['rego', 'TOI101', '!', 'TOI101'],
  ['phone', '021 555 0101', '+64 21-555', '[021 555] 0101'],
  ['phone', '021 555 0101', '0064215550101', '[021 555 0101]'],
  ['phone', '021 555 0101', '0101', '021 555 [0101]'],
  ['phone', '021 555 0101', '55 01', '021 5[55 01]01'],
  ['phone', '021 555 0101', '', '021 555 0101'],
  ['phone', '021 555 0101', '999', '021 555 0101'],
  ['email', 'Mia@Demo.example', 'demo.EX', 'Mia@[Demo.ex]ample'],
  ['email', 'ademo.demo@x.example', 'demo', 'ademo.[demo]@x.example'],
  ['email', 'mia@demo.example', '@demo', 'mia[@demo].example'],
  ['email', 'mia@demo.example', 'emo', 'mia@demo.example'],
] as const)('%s %s by %s', (where, text, search, expected) => {
  expect(marked(where, text, { where, search })).toBe(expected)
})

test('only the field searched by is marked', () => {
  expect(marked('email', 'mia@demo.example', { where: 'name', search: 'mia' })).toBe(
    'mia@demo.example',
  )
})
