import { expect, test } from 'vitest'
import { pathOf } from './signature-path.ts'

test('a drawing has the same size from every screen', () => {
  const lines = [
    {
      points: [
        { x: 15, y: 10.4 },
        { x: 150, y: 50 },
      ],
    },
    { points: [{ x: 301, y: -3 }] },
  ]
  expect(pathOf(lines, 300)).toBe('M30 21L300 100M600 0')
  expect(pathOf([], 300)).toBe('')
})
