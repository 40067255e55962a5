import { expect, test } from 'vitest'
import { coverSizes } from './cover-sizes.ts'

const photograph = { path: 'kea/hero', hash: 'a1', width: 1920, height: 960 }

test('a photograph is as wide as its shape makes it at the height of its box, and no narrower than the window', () => {
  expect(coverSizes(photograph, 'about')).toBe(
    '(width < 720px) max(100vw, 2.000 * (75vw)), max(100vw, 2.000 * (min(52vw, 36rem)))',
  )
  expect(coverSizes(photograph, 'door')).toBe('max(100vw, 2.000 * (100vh))')
})
