import { expect, test } from 'vitest'
import { jsonLines, pathsAround } from './json-lines.ts'

const TEXT = `[
  { "code": "A, [1]: {", "empty": [], "none": {} },
  {
    "code": "with a \\"quote\\"",
    "sizes": { "24": 60, "36":
      52 },
    "rows": [{ "price": -1.5 },
      { "price": null, "isNew": true }]
  }
]
`

test.each<[string, number]>([
  ['', 1],
  ['[0]', 2],
  ['[0].code', 2],
  ['[0].none', 2],
  ['[1]', 3],
  ['[1].code', 4],
  ['[1].sizes.24', 5],
  ['[1].sizes.36', 6],
  ['[1].rows', 7],
  ['[1].rows[0].price', 7],
  ['[1].rows[1].price', 8],
  ['[1].rows[1].isNew', 8],
])('%s is on line %i', (path, line) => {
  expect(jsonLines(TEXT).get(path)).toBe(line)
})

test('the paths around a value end at the root', () => {
  expect(pathsAround('[1].sizes.24')).toEqual(['[1].sizes.24', '[1].sizes', '[1]', ''])
  expect(pathsAround('variants[0].priceCents')).toEqual([
    'variants[0].priceCents',
    'variants[0]',
    'variants',
    '',
  ])
  expect(pathsAround('')).toEqual([''])
})
