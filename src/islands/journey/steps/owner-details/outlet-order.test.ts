import { expect, test } from 'vitest'
import type { Dealer } from '#lib/catalogue/shapes.ts'
import { dealers } from '#tests/builders/dealers.ts'
import { outletIn, outletsFrom } from './outlet-order.ts'

const codes = (listed: { outlet: Dealer }[]) => listed.map(({ outlet }) => outlet.outletCode)

test('the nearest outlets come first, with their distance from the owner’s postcode', () => {
  const { town, ordered, nearest } = outletsFrom('3204', dealers, '')
  expect(town).toBe('Hamilton')
  expect(codes(ordered)).toEqual(['HAM', 'MNK', 'AKL', 'WHG', 'DUD'])
  expect(ordered[0]?.distance).toBe('under 5 km')
  expect(ordered[4]?.distance).toBe('about 980 km')
  expect(codes(nearest)).toEqual(['HAM', 'MNK', 'AKL'])
})

test('the chosen outlet stays in view at any distance', () => {
  expect(codes(outletsFrom('3204', dealers, 'DUD').nearest)).toEqual(['HAM', 'MNK', 'AKL', 'DUD'])
})

test.each(['', '12', '0000'])(
  'without a known postcode (“%s”) all outlets are shown',
  (postcode) => {
    const { town, nearest } = outletsFrom(postcode, dealers, '')
    expect(town).toBeNull()
    expect(codes(nearest)).toEqual(codes(dealers.map((outlet) => ({ outlet }))))
    expect(nearest.some(({ distance }) => distance)).toBe(false)
  },
)

test.each([
  [' whangarei', '', 'WHG'],
  ['Auckland', '0110', 'AKL'],
  ['Kerikeri', '0230', 'WHG'],
  ['Nelson', '', ''],
])(
  'proposes the outlet in the customer’s own town, or the nearest: %s %s',
  (city, postcode, code) => {
    expect(outletIn({ city, postcode }, dealers)).toBe(code)
  },
)

test('the only outlet of a brand is proposed, wherever the customer lives', () => {
  expect(outletIn({ city: 'Gore', postcode: '' }, dealers.slice(0, 1))).toBe(dealers[0]!.outletCode)
})
