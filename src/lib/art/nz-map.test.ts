import { expect, test } from 'vitest'
import { catalogue } from '#content/catalogue.ts'
import { MAP_SIZE, islandPaths, spotsOf } from './nz-map.ts'

const inside = ([x, y]: readonly [number, number], path: string): boolean => {
  const points = path
    .slice(1, -1)
    .split('L')
    .map((knot) => knot.split(' ').map(Number) as [number, number])
  return points.reduce((is, [x1, y1], index) => {
    const [x2, y2] = points[(index + 1) % points.length]!
    return y1 <= y !== y2 <= y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1) ? !is : is
  }, false)
}

test.each(catalogue.dealers)('$name is on land', (dealer) => {
  const { x, y } = spotsOf([dealer])[0]!
  // A harbour town may lie just off so coarse a coast.
  const around = [-4, 0, 4].flatMap((dx) => [-4, 0, 4].map((dy) => [x + dx, y + dy] as const))
  expect(islandPaths().some((path) => around.some((point) => inside(point, path)))).toBe(true)
})

test.each([
  ['Christchurch', -43.53, 172.64, 'right'],
  ['Greymouth', -42.45, 171.21, 'left'],
  ['Tauranga', -37.69, 176.17, 'right'],
  ['Gisborne', -38.66, 178.02, 'right'],
  ['New Plymouth', -39.06, 174.08, 'left'],
])('the name of %s is over the nearer sea', (_, latitude, longitude, side) => {
  expect(spotsOf([{ name: '', latitude, longitude }])[0]!.side).toBe(side)
})

test('no name covers another place', () => {
  const wellington = { name: 'Wellington', latitude: -41.21, longitude: 174.9 }
  const nelson = { name: 'Nelson', latitude: -41.27, longitude: 173.28 }
  expect(spotsOf([wellington, nelson]).map(({ side }) => side)).toEqual(['right', 'left'])
  expect(spotsOf([wellington]).map(({ side }) => side)).toEqual(['left'])
})

test.each([
  [
    [
      [-36.85, 174.76, 'Auckland'],
      [-37.14, 175.54, 'Thames'],
    ],
  ],
  [
    [
      [-36.85, 174.76, 'Auckland'],
      [-36.9, 174.8, 'Penrose'],
      [-36.78, 174.77, 'Takapuna'],
      [-36.99, 174.88, 'Manukau'],
    ],
  ],
] as [number, number, string][][][])(
  'the names of near places do not lie on each other: %j',
  (places) => {
    const boxes = spotsOf(
      places.map(([latitude, longitude, name]) => ({ latitude, longitude, name })),
    ).map(({ box }) => box)
    for (const [i, a] of boxes.entries())
      for (const b of boxes.slice(i + 1))
        expect(
          Math.abs(a.y - b.y) >= a.height ||
            Math.max(a.x, b.x) + 14 >= Math.min(a.x + a.width, b.x + b.width),
        ).toBe(true)
  },
)

test('the islands fit the drawing, each a closed outline of numbers', () => {
  expect(islandPaths()).toHaveLength(3)
  for (const path of islandPaths()) {
    expect(path).toMatch(/^M[\d.]+ [\d.]+(L[\d.]+ [\d.]+)+Z$/)
    for (const [, x, y] of path.matchAll(/[ML]([\d.]+) ([\d.]+)/g)) {
      expect(Number(x)).toBeLessThan(MAP_SIZE.width)
      expect(Number(y)).toBeLessThan(MAP_SIZE.height)
    }
  }
})
