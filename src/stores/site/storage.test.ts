import { expect, test, vi } from 'vitest'
import { storageEngine } from './storage.ts'

const area = (facts: Partial<Storage> = {}): Storage => {
  const stored = new Map<string, string>()
  return {
    get length() {
      return stored.size
    },
    clear: () => stored.clear(),
    key: () => null,
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
    ...facts,
  }
}

test('keeps values in the browser’s storage', () => {
  const stored = area()
  const engine = storageEngine(() => stored, vi.fn())
  engine.a = '1'
  expect(stored.getItem('a')).toBe('1')
  expect('a' in engine).toBe(true)
  delete engine.a
  expect(engine.a).toBeUndefined()
  expect('a' in engine).toBe(false)
})

test('goes on in memory when storage is full, and says so once', () => {
  const onRefused = vi.fn()
  const stored = area({
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  const engine = storageEngine(() => stored, onRefused)
  engine.a = '1'
  engine.b = '2'
  expect([engine.a, engine.b]).toEqual(['1', '2'])
  expect(onRefused).toHaveBeenCalledTimes(1)
})

test('goes on in memory when storage is blocked', () => {
  const engine = storageEngine(() => {
    throw new DOMException('blocked', 'SecurityError')
  }, vi.fn())
  expect(engine.a).toBeUndefined()
  engine.a = '1'
  expect(engine.a).toBe('1')
})
