import { expect, test } from 'vitest'
import { newId } from './ids.ts'

test('an id is 128 random bits and unique', () => {
  const ids = Array.from({ length: 10_000 }, newId)
  expect(new Set(ids).size).toBe(10_000)
  for (const id of ids) {
    expect(id).toMatch(/^[\w-]{22}$/)
    expect(Buffer.from(id, 'base64url')).toHaveLength(16)
  }
  // Each bit is set in about half of the ids.
  for (let bit = 0; bit < 128; bit++) {
    const set = ids.filter((id) => Buffer.from(id, 'base64url')[bit >> 3]! & (1 << (bit & 7)))
    expect(set.length).toBeGreaterThan(4_600)
    expect(set.length).toBeLessThan(5_400)
  }
})
