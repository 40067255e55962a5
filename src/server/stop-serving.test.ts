import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stopServing } from './stop-serving.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Stops a server with a request under way. */
function stopping(drainMs: number) {
  const closing = { answer: () => {}, hasEnded: false }
  const server = {
    close: vi.fn((done: () => void) => void (closing.answer = done)),
    closeIdleConnections: () => {},
  }
  void stopServing(server as never, drainMs, async () => void (closing.hasEnded = true))
  return { server, closing }
}

test.each([100, 5_000, 60_000])(
  'a request has 25 seconds after a drain of %i ms, and what else runs is ended then',
  async (drainMs) => {
    const { server, closing } = stopping(drainMs)
    await vi.advanceTimersByTimeAsync(drainMs - 1)
    expect(server.close).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(24_000)
    expect(server.close).toHaveBeenCalled()
    expect(closing.hasEnded).toBe(false)
    closing.answer()
    await vi.advanceTimersByTimeAsync(1)
    expect(closing.hasEnded).toBe(true)
    expect(process.exit).not.toHaveBeenCalled()
  },
)

test('a request that takes longer is not waited for', async () => {
  const { closing } = stopping(5_000)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(closing.hasEnded).toBe(true)
  expect(process.exit).not.toHaveBeenCalled()
})
