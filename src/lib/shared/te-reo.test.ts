import { expect, test } from 'vitest'
import { splitTeReo } from './te-reo.ts'

const inTeReo = (text: string) =>
  splitTeReo(text)
    .filter(({ isTeReo }) => isTeReo)
    .map((part) => part.text)

test('greetings and words with macrons are te reo Māori', () => {
  expect(inTeReo('Kia ora Mia, from Tarvane Whangārei to Taupō')).toEqual([
    'Kia ora',
    'Whangārei',
    'Taupō',
  ])
  expect(inTeReo('Christchurch, 12 December')).toEqual([])
})

test('nothing of a text is lost', () => {
  const text = 'Ōtāhuhu, Kia ora! '
  expect(
    splitTeReo(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})
