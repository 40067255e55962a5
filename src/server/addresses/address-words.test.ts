import { expect, test } from 'vitest'
import { fit, fold, longForms, readTyped, roadWords } from './address-words.ts'

test.each([
  ['Whangārei', 'whangarei'],
  ['Ōrewa', 'orewa'],
  ['O’Connell Street', 'oconnell street'],
  ["King's Road", 'kings road'],
  ['Te Atatū - Peninsula', 'te atatu peninsula'],
  ['  ', ''],
])('%j is folded to %j', (text, folded) => {
  expect(fold(text)).toBe(folded)
  expect(fold(text.normalize('NFD'))).toBe(folded)
})

test('a road is found by its own words, its suburb and its town, each once', () => {
  expect(roadWords({ name: 'Taupō View Road', suburb: 'Hilltop', city: 'Taupō' })).toBe(
    'taupo view road hilltop',
  )
})

test.each<[string, number | null, string | null, string[]]>([
  ['12 ponsonby rd', 12, null, ['ponsonby', 'rd']],
  ['12a Ponsonby Road, Auckland', 12, '12a', ['ponsonby', 'road', 'auckland']],
  ['12A, Ponsonby', 12, '12a', ['ponsonby']],
  ['2/12 ponsonby', 12, '2/12', ['ponsonby']],
  ['2 / 12b ponsonby', 12, '2/12b', ['ponsonby']],
  ['a/12 ponsonby', 12, 'a/12', ['ponsonby']],
  ['Flat 2, 12 Ponsonby', 12, '2/12', ['ponsonby']],
  ['unit 2 12 ponsonby', 12, '2/12', ['ponsonby']],
  ['12-14 ponsonby', 12, null, ['ponsonby']],
  ['2/12a-14b, ponsonby', 12, '2/12a', ['ponsonby']],
  ['12 state highway 1', 12, null, ['state', 'highway', '1']],
  ['12 ponsonby road auckland 1011', 12, null, ['ponsonby', 'road', 'auckland']],
  ['12 p', 12, null, ['p']],
  ['1st avenue', null, null, ['1st', 'avenue']],
  ['ponsonby', null, null, ['ponsonby']],
  ['pon', null, null, ['pon']],
  ['12 Te Ātātu, te atatu', 12, null, ['te', 'atatu']],
  ['12 a b c d e f g h i j', 12, null, ['a', 'b', 'c', 'd', 'e', 'f', 'g']],
])('%j is read', (typed, number, written, words) => {
  expect(readTyped(typed)).toEqual({ number, written, words })
})

test.each(['', ' ', '12', '12 ', '12a', '2/12', 'po', '"', '%%%', '日本', '12 -'])(
  '%j is too little to look for',
  (typed) => {
    expect(readTyped(typed)).toBeNull()
  },
)

test('a long text costs no time', () => {
  const beganMs = performance.now()
  for (const part of ['1/', '1 ', 'a', '-', 'unit 1 ', '1,'])
    readTyped(part.repeat(1_000_000 / part.length))
  expect(performance.now() - beganMs).toBeLessThan(500)
})

test.each([
  ['Queen Street', ['queen', 'street'], 4],
  ['Queen Street', ['queen', 'st'], 4],
  ['Queenstown Road', ['queen', 'street'], 1],
  ['Street Road', ['queen', 'street'], 0],
  ['Queen Street East', ['queen', 'street'], 4],
  ['Saint Lukes Road', ['st', 'lukes', 'rd'], 6],
])('%s fits %j by %i', (name, words, score) => {
  expect(fit(name, words)).toBe(score)
})

test.each([
  ['rd', ['road']],
  ['st', ['saint', 'street']],
  ['road', []],
  ['constructor', []],
])('%s is short for %j', (word, long) => {
  expect(longForms(word)).toEqual(long)
})
