import { expect, test, vi } from 'vitest'
import { loadedModule, loadModule } from './load-module.ts'

test('a loaded module is not requested again', async () => {
  const load = vi.fn(async () => 'the part')
  expect(loadedModule(load)).toBe(null)
  expect(await loadModule(load)).toEqual({ ok: true, value: 'the part' })
  expect(await loadModule(load)).toEqual({ ok: true, value: 'the part' })
  expect(load).toHaveBeenCalledTimes(1)
  expect(loadedModule(load)).toBe('the part')
})

test('a failed module is requested again', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const load = vi.fn(async () => 'the part').mockRejectedValueOnce(new TypeError('offline'))
  expect(await loadModule(load)).toEqual({
    ok: false,
    failure: { kind: 'network', reason: 'failed' },
  })
  expect(await loadModule(load)).toEqual({ ok: true, value: 'the part' })
})
