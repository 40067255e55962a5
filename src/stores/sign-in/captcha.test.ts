// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import type { ApiCall } from '#lib/api/client.ts'
import { solveAhead, solveCaptcha } from './captcha.ts'

const solvePuzzle = vi.hoisted(() => vi.fn())
vi.mock(import('./puzzle.ts'), async (original) => ({ ...(await original()), solvePuzzle }))
vi.mock(import('#stores/site/config.ts'), async (original) => ({
  ...(await original()),
  loadConfig: async () => ({ ok: true, value: { providers: { captcha: 'altcha' } } }) as never,
}))
const call = (async () => {}) as unknown as ApiCall

test('a puzzle that is solved ahead is used once', async () => {
  let solved = 0
  solvePuzzle.mockImplementation(async () => ({ ok: true, value: `answer ${++solved}` }))
  await solveAhead(call)
  await solveAhead(call)
  expect(solved).toBe(1)
  expect(await solveCaptcha(call)).toEqual({ ok: true, value: 'answer 1' })
  expect(await solveCaptcha(call)).toEqual({ ok: true, value: 'answer 2' })
})

test('a puzzle that could not be solved ahead, or is too old, is replaced', async () => {
  solvePuzzle.mockImplementation(async () => ({ ok: false, failure: { kind: 'network' } }))
  await solveAhead(call)
  solvePuzzle.mockImplementation(async () => ({ ok: true, value: 'fresh' }))
  expect(await solveCaptcha(call)).toEqual({ ok: true, value: 'fresh' })

  solvePuzzle.mockImplementation(async () => ({ ok: true, value: 'old' }))
  await solveAhead(call)
  const later = performance.now() + 6 * 60_000
  vi.spyOn(performance, 'now').mockReturnValue(later)
  solvePuzzle.mockImplementation(async () => ({ ok: true, value: 'fresh' }))
  expect(await solveCaptcha(call)).toEqual({ ok: true, value: 'fresh' })
})
