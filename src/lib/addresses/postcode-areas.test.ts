import { expect, test } from 'vitest'
import { distanceKm, formatDistance } from './distance.ts'
import { postcodeArea } from './postcode-areas.ts'
import { slugOf } from './regions.ts'

test.each([
  ['0110', 'Whangārei'],
  ['1010', 'central Auckland'],
  ['3120', 'Whakatāne'],
  ['3112', 'Tauranga'],
  [' 6011 ', 'Wellington'],
  ['8011', 'Christchurch'],
  ['8016', 'the Chatham Islands'],
  ['9300', 'Queenstown'],
  ['9310', 'Cromwell'],
])('postcode %s is about %s', (postcode, town) => {
  expect(postcodeArea(postcode)?.town).toBe(town)
})

test.each(['', '101', '10100', 'abcd', '0000', '1O10'])(
  '%j is no postcode that is known',
  (text) => {
    expect(postcodeArea(text)).toBeNull()
  },
)

test('distances are as the crow flies, over the date line too', () => {
  const auckland = { latitude: -36.85, longitude: 174.76 }
  const wellington = { latitude: -41.29, longitude: 174.78 }
  expect(distanceKm(auckland, wellington)).toBeCloseTo(493.7, 0)
  expect(distanceKm(wellington, wellington)).toBe(0)
  const chathams = postcodeArea('8016')!
  expect(distanceKm(wellington, chathams)).toBeGreaterThan(700)
  expect(distanceKm(wellington, chathams)).toBeLessThan(850)
})

test.each([
  [0, 'under 5 km'],
  [4.9, 'under 5 km'],
  [7, 'about 5 km'],
  [98, 'about 100 km'],
  [494, 'about 490 km'],
  [1184, 'about 1,180 km'],
])('%d km is said as %s', (km, words) => {
  expect(formatDistance(km)).toBe(words)
})

test.each([
  ['Hawke’s Bay', 'hawkes-bay'],
  ['Manawatū-Whanganui', 'manawatu-whanganui'],
])('%s has the slug %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})
