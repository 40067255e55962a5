import { expect, test, vi } from 'vitest'
import { fetchedPart, fetchPart } from './part.ts'

test('a loaded module is not requested again', async () => {
  const load = vi.fn(async () => 'the part')
  expect(fetchedPart(load)).toBe(null)
  expect(await fetchPart(load)).toEqual({ ok: true, value: 'the part' })
  expect(await fetchPart(load)).toEqual({ ok: true, value: 'the part' })
  expect(load).toHaveBeenCalledTimes(1)
  expect(fetchedPart(load)).toBe('the part')
})

test('a failed module is requested again', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const load = vi.fn(async () => 'the part').mockRejectedValueOnce(new TypeError('offline'))
  expect(await fetchPart(load)).toEqual({
    ok: false,
    failure: { kind: 'network', reason: 'failed' },
  })
  expect(await fetchPart(load)).toEqual({ ok: true, value: 'the part' })
})
